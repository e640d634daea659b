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
      const sent = waiting;
      const body = new URLSearchParams(waiting.fields);
      body.set("csrfmiddlewaretoken", live.dataset.csrf);
      const headers = { "HX-Request": "true" };
      const answer = await fetch(waiting.url, { method: "POST", body, headers, signal: patience() });
      if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
      if (waiting !== sent) continue; // changed meanwhile: the later one has a higher turn
      keep(null);
      trouble("unsent", "");
      if (answer.status === 404 || answer.status === 410) location.reload();
      else if (answer.status === 403) await refresh();
      else {
        swap(await answer.text(), { force: !answer.ok });
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
  const turn = form.elements.turn; // there where an answer may be changed
  if (turn) turn.value = String(Math.max(Number(turn.value), nextTurn()));
  const fields = [...new FormData(form, event.submitter)].filter(([name]) => name !== "client_id");
  fields.push(["client_id", clientId()], ["at", String(Math.round(serverNow()))]);
  if (turn) {
    turn.value = String(Number(turn.value) + 1);
    asked = stage();
    for (const button of form.querySelectorAll(".picked")) button.classList.remove("picked");
  } else for (const button of form.querySelectorAll("button")) button.disabled = true;
  event.submitter?.classList.add("picked");
  keep({ url: form.getAttribute("action"), fields });
  flush();
});

/** After an answer that is still to be sent. */
function nextTurn() {
  const [, last = -1] = waiting?.fields.find(([name]) => name === "turn") ?? [];
  return Number(last) + 1;
}

// --- a change of answer ----------------------------------------------------------------------------

let asked = null; // the screen an answer was given on: without network it comes back as it was

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-change]");
  if (!link) return;
  event.preventDefault();
  const answer = await fetch(`${live.dataset.stage}?change=1`, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok) swap(await answer.text(), { force: true });
  else if (asked?.querySelector("[name=round]").value === link.dataset.change) bringBack();
  else tell(live.dataset.weak);
  stage().querySelector(".reply :is(button, select, input:not([type=hidden]))")?.focus();
});

function bringBack() {
  const now = stage();
  Object.assign(asked.dataset, { version: now.dataset.version, step: "1" });
  const clock = now.querySelector("[data-timer]");
  if (clock) asked.querySelector("[data-timer]").replaceWith(clock);
  now.replaceWith(asked);
  document.body.className = asked.dataset.body.trim();
}

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
