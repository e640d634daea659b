/** Watching a finished game: slider, arrow keys and links show another moment without a new page.
 *  Without this the same form loads the page of that moment. A game hands in how a move is played. */

const form = () => document.getElementById("steps");

/** `skip` ends what is being shown; `play` shows the move that led to the moment on the page. */
export function watch({ skip, play }) {
  let wanted = 0;
  let shown = Number(document.querySelector("[data-slider]")?.value ?? 0);

  async function show(ply) {
    const old = form();
    const from = Number(old.querySelector("[data-slider]").value);
    const ticket = (wanted += 1);
    const body = new FormData(old);
    body.set("ply", ply);
    const post = old.method === "post";
    const address = post ? old.action : `${old.getAttribute("action")}?${new URLSearchParams(body)}`;
    const options = { headers: { "HX-Request": "true" }, ...(post ? { method: "POST", body } : {}) };
    const answer = await fetch(address, options).catch(() => null);
    if (!answer?.ok || ticket !== wanted) return;
    const held = document.activeElement;
    const kept = held?.matches?.("[data-slider]") ? "[data-slider]" : held?.name === "ply" ? `[aria-label="${held.getAttribute("aria-label")}"]` : "";
    const template = document.createElement("template");
    template.innerHTML = await answer.text();
    const fresh = template.content.querySelector("#steps");
    const token = fresh.querySelector("[name=csrfmiddlewaretoken]");
    if (token) token.value = body.get("csrfmiddlewaretoken");
    skip();
    old.replaceWith(fresh);
    if (kept) fresh.querySelector(`${kept}:not(:disabled)`)?.focus();
    if (!post) history.replaceState(null, "", address);
    if (ply === from + 1 || ply === shown + 1) play();
    shown = ply;
  }

  document.addEventListener("submit", (event) => {
    if (event.target !== form() || event.submitter?.name !== "ply") return;
    event.preventDefault();
    show(Number(event.submitter.value));
  });

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-slider]")) show(Number(event.target.value));
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !form()) return;
    if (event.target.closest("input, textarea, select")) return;
    const slider = document.querySelector("[data-slider]");
    const to = Number(slider.value) + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0);
    if (to === Number(slider.value) || to < 0 || to > Number(slider.max)) return;
    event.preventDefault();
    show(to);
  });

  document.addEventListener("click", async (event) => {
    if (event.target.closest("#board, #ring")) skip();
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.querySelector("[data-copy-from]");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    button.lastChild.textContent = button.dataset.copied;
  });
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
}
