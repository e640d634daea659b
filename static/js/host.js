/** The projector: one key goes on, actions without a reload, the counter, a sign of life. */

import { refresh, stage, swap, tell } from "./live.js";

const live = document.getElementById("live");
const HERE = 60_000;
let busy = false;

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-host]")) return;
  event.preventDefault();
  if (busy) return;
  busy = true;
  try {
    const body = new FormData(form, event.submitter);
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { "HX-Request": "true" } });
    if (answer.ok || answer.status === 409) swap(await answer.text(), { force: answer.status === 409 });
    else if (answer.redirected || answer.status === 403 || answer.status === 404) location.reload();
    else await refresh();
  } catch {
    tell(live.dataset.weak);
  } finally {
    busy = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!["Space", "ArrowRight", "PageDown"].includes(event.code)) return;
  if (event.target.closest("a, button, summary, input, textarea")) return;
  const button = stage().querySelector('[data-key="go"]');
  if (!button) return;
  event.preventDefault();
  button.click();
});

document.addEventListener("count", (event) => {
  const counter = document.getElementById("count");
  if (counter) counter.textContent = event.detail;
});

function address() {
  for (const place of document.querySelectorAll("[data-address]")) place.textContent = live.dataset.address;
}
document.addEventListener("stage", address);

setInterval(() => {
  const body = new URLSearchParams({ csrfmiddlewaretoken: live.dataset.csrf });
  fetch(live.dataset.here, { method: "POST", body }).catch(() => {});
}, HERE);
