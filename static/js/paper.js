/** Keying in what pupils hold up: a tap is saved at once, "7B " as soon as it is typed, and the page
 *  follows the lesson. Without scripts the same form is sent as a whole. */

const PAUSE_MS = 1500;
const KEYED = /(\d{1,3})\s*[:=.\-]?\s*([a-d]{1,4}|0|-)(?=[\s,;]|$)/gi;
let pending = 0;

const page = () => document.getElementById("paper");
const form = () => document.getElementById("keys");
const row = (number) => form()?.querySelector(`li[data-number="${number}"]`);
const lettersOf = (item) => [...item.querySelectorAll("input:checked")].map((input) => input.value).join("");

function say(text, bad = false) {
  const place = document.getElementById("quick-said");
  if (!place) return;
  place.textContent = text;
  place.classList.toggle("quick-bad", bad);
}

function show(number, letters) {
  const item = row(number);
  if (!item) return;
  for (const input of item.querySelectorAll(`[name="p${number}"]`)) {
    input.checked = input.value ? letters.includes(input.value) : letters === "";
  }
  item.querySelector(`[name="was${number}"]`).value = letters;
}

function count() {
  const keyed = [...form().querySelectorAll('[name^="was"]')].filter((input) => input.value).length;
  document.getElementById("keyed").textContent = keyed;
}

/** Sends some answers; true when they were taken. What was refused stays as it was before. */
async function send(fields, items = []) {
  const body = new URLSearchParams({
    csrfmiddlewaretoken: form().elements.csrfmiddlewaretoken.value,
    round: form().elements.round.value,
  });
  for (const [name, value] of fields) body.append(name, value);
  pending += 1;
  for (const item of items) item.classList.add("saving");
  try {
    const answer = await fetch(location.pathname, { method: "POST", body, headers: { Accept: "application/json" } });
    const told = await answer.json();
    say(told.problems.length ? told.problems.join(" · ") : form()?.dataset.saved ?? "", told.problems.length > 0);
    return answer.ok && told.problems.length === 0;
  } catch {
    say(form()?.dataset.weak ?? "", true);
    return false;
  } finally {
    pending -= 1;
    for (const item of items) item.classList.remove("saving");
  }
}

document.addEventListener("change", async (event) => {
  const item = event.target.closest("#keys li[data-number]");
  if (!item) return;
  const { number } = item.dataset;
  const was = item.querySelector(`[name="was${number}"]`);
  const [before, letters] = [was.value, lettersOf(item)];
  const fields = [[`was${number}`, before], ...[...letters].map((letter) => [`p${number}`, letter])];
  was.value = letters;
  if (!(await send(fields, [item]))) show(number, before);
  if (form()) count();
});

/** What is complete in the field is sent and leaves it; the rest stays to be typed on. */
async function quick(all) {
  const field = document.getElementById("quick");
  const ready = all ? field.value : field.value.replace(/[^\s,;]*$/, "");
  const found = ready.match(KEYED);
  if (!found && !(all && field.value.trim())) return;
  const rest = field.value.slice(ready.length);
  const sent = ready.trim();
  field.value = rest;
  if (await send([["quick", sent]])) say(`${sent.toUpperCase()} ✓`);
  await follow(true);
}

document.addEventListener("input", (event) => {
  if (event.target.id === "quick" && /[\s,;]$/.test(event.target.value)) quick(false);
});
document.addEventListener("submit", (event) => {
  if (event.target.id !== "keys") return;
  event.preventDefault();
  quick(true);
});

/** Puts the page as it is now in the place of the old one; what was being typed and where stays. A
 *  letter meant for one question does not wait for the next. */
function replace(fresh) {
  const asked = form()?.elements.round.value;
  const focus = document.activeElement?.id;
  const names = document.getElementById("names")?.closest("details").open;
  const typed = ["quick", "names", "count"]
    .map((id) => document.getElementById(id))
    .filter((field) => field && field.value !== field.defaultValue)
    .map((field) => [field.id, field.value]);
  page().replaceWith(document.adoptNode(fresh));
  const same = asked !== undefined && form()?.elements.round.value === asked;
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field && (id !== "quick" || same)) field.value = value;
  }
  const drawer = document.getElementById("names")?.closest("details");
  if (names && drawer) drawer.open = true;
  const back = focus === "names" || focus === "count" ? focus : "quick";
  document.getElementById(back)?.focus({ preventScroll: true });
}

/** The page as it is now, once the lesson has moved on; else only what other machines keyed in. */
async function follow(once = false) {
  try {
    const answer = await fetch(page().dataset.now);
    if (answer.redirected || answer.status === 404) location.reload();
    const told = await answer.json();
    const moved = String(told.version) !== page().dataset.version || String(told.people) !== page().dataset.people;
    if (moved && pending === 0) {
      const html = await (await fetch(location.pathname)).text();
      const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("paper");
      if (fresh) replace(fresh);
      else location.reload();
    } else if (form() && pending === 0 && !moved) {
      for (const [number, letters] of Object.entries(told.held)) show(number, letters);
      count();
    }
  } catch {
    // The network is away: ask again.
  }
  if (!once) setTimeout(follow, PAUSE_MS);
}

document.documentElement.classList.add("scripted");
setTimeout(follow, PAUSE_MS);
