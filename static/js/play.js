/** The phone: one tap sends, and what could not be sent is tried again until it is. */

import { refresh, stage, swap, tell } from "./live.js";

const live = document.getElementById("live");
const RETRY = [500, 1000, 2000, 4000, 8000];

function clientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Say what was refused, long enough to be read. */
function tellFor(words) {
  if (!words) return;
  tell(words, "miss");
  setTimeout(() => tell(""), 5000);
}

async function send(form, submitter) {
  const body = new FormData(form, submitter);
  body.set("client_id", clientId());
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  submitter?.classList.add("picked");
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { "HX-Request": "true" } });
      if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
      tell("");
      if (answer.status === 404 || answer.status === 410) location.reload();
      else if (answer.status === 403) await refresh();
      else {
        swap(await answer.text(), { force: answer.status !== 200 });
        tellFor(stage().dataset.error);
      }
      return;
    } catch {
      tell(live.dataset.unsent);
      const wait = RETRY[Math.min(attempt, RETRY.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
      if (!document.contains(form)) return;
    }
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-answer]")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
