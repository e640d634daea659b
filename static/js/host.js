/** The projector: one key goes on, actions without a reload, the counter, a sign of life. */

import { refresh, stage, swap, tell } from "./live.js";

const live = document.getElementById("live");
const HERE = 60_000;
const sheet = document.getElementById("person");
let busy = false;

/** What can be done about one person, over the screen instead of on a page of its own. */
document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-person]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) {
    location.assign(link.href);
    return;
  }
  sheet.querySelector("h2").textContent = link.textContent;
  sheet.querySelector("div").innerHTML = await answer.text();
  sheet.showModal();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-host]")) return;
  event.preventDefault();
  if (busy) return;
  busy = true;
  sheet.close();
  form.closest("details.menu")?.removeAttribute("open");
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
  if (event.target.closest("input, textarea, dialog, details[open]")) return;
  if (event.code === "Space" && event.target.closest("button, summary")) return; // it presses those
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
document.addEventListener("stage", () => {
  address();
  busy = false; // the push was quicker than the reply: the next press is meant for what is shown now
});

setInterval(() => {
  const body = new URLSearchParams({ csrfmiddlewaretoken: live.dataset.csrf });
  fetch(live.dataset.here, { method: "POST", body }).catch(() => {});
}, HERE);

document.addEventListener("led", (event) => {
  document.getElementById("led").hidden = event.detail === live.dataset.browser;
});

/** Grey dots: whose phone is silent. */
setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch(live.dataset.present, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const { away } = await answer.json();
  for (const person of document.querySelectorAll("[data-pk]")) {
    person.classList.toggle("away", away.includes(Number(person.dataset.pk)));
  }
}, 5000);
