/** The phone: one tap sends. What cannot be sent is kept with its time, through reloads too, and
 *  sent when the network is back. */

import { patience, refresh, serverNow, stage, swap, tell, trouble } from "./live.js";

const live = document.getElementById("live");
const RETRY = [500, 1000, 2000, 4000, 8000];
const OUTBOX = `outbox:${location.pathname}`;

function clientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// --- the outbox: one answer at most, for there is one question at a time ---------------------------

let waiting = read();
let sending = false;

function read() {
  try {
    return JSON.parse(localStorage.getItem(OUTBOX));
  } catch {
    return null; // no storage on this phone: the answer lives as long as the page
  }
}

function keep(answer) {
  waiting = answer;
  try {
    if (answer) localStorage.setItem(OUTBOX, JSON.stringify(answer));
    else localStorage.removeItem(OUTBOX);
  } catch {
    // as above
  }
}

let wake = () => {}; // ends the pause before the next try

function pause(milliseconds) {
  return new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, milliseconds);
  });
}

async function flush() {
  if (sending || !waiting) return;
  sending = true;
  for (let attempt = 0; waiting; attempt += 1) {
    try {
      const body = new URLSearchParams(waiting.fields);
      body.set("csrfmiddlewaretoken", live.dataset.csrf);
      const headers = { "HX-Request": "true" };
      const answer = await fetch(waiting.url, { method: "POST", body, headers, signal: patience() });
      if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
      keep(null);
      trouble("unsent", "");
      if (answer.status === 404 || answer.status === 410) location.reload();
      else if (answer.status === 403) await refresh();
      else {
        swap(await answer.text(), { force: answer.status !== 200 });
        const { error } = stage().dataset;
        if (error) tell(error, "miss");
      }
    } catch {
      if (waiting) trouble("unsent", live.dataset.unsent);
      await pause(RETRY[Math.min(attempt, RETRY.length - 1)] * (0.5 + Math.random() / 2));
    }
  }
  sending = false;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-answer]")) return;
  event.preventDefault();
  const fields = [...new FormData(form, event.submitter)].filter(([name]) => name !== "client_id");
  fields.push(["client_id", clientId()], ["at", String(Math.round(serverNow()))]);
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  event.submitter?.classList.add("picked");
  keep({ url: form.getAttribute("action"), fields });
  flush();
});

addEventListener("online", () => wake());
document.addEventListener("reached", () => wake());
flush();

// --- the next picture, fetched while there is time --------------------------------------------------

let fetched = "";

function fetchAhead() {
  const { ahead } = stage().dataset;
  if (!ahead || ahead === fetched) return;
  fetched = ahead;
  // Not all phones of a class at one moment.
  setTimeout(() => (new Image().src = ahead), Math.random() * 1500);
}

document.addEventListener("stage", fetchAhead);
fetchAhead();
