/** A game table: actions without a reload, who is connected, the link to copy. */

import { patience, refresh, stage, swap, tell } from "./live.js";

const live = document.getElementById("live");
const PRESENT = 5000;
let busy = false;
let undone = stage().dataset.undone;
let refused = stage().dataset.error ?? "";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-do]")) return;
  event.preventDefault();
  if (busy) return;
  busy = true;
  try {
    const body = new FormData(form, event.submitter);
    if (body.has("version")) body.set("version", stage().dataset.version); // what the reader sees
    body.set("csrfmiddlewaretoken", live.dataset.csrf);
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { "HX-Request": "true" }, signal: patience() });
    const go = answer.headers.get("HX-Redirect");
    if (go) location.assign(go);
    else if (answer.status === 403 || answer.status === 404 || answer.status === 410) location.reload();
    else if (answer.status < 500) {
      swap(await answer.text(), { force: !answer.ok });
      refuse(stage().dataset.error);
    } else {
      tell(live.dataset.weak);
      await refresh();
    }
  } catch {
    tell(live.dataset.weak);
  } finally {
    busy = false;
  }
});

/** Say what was refused, long enough to be read. */
function refuse(words) {
  if (!words) return;
  tell(words, "miss");
  setTimeout(() => tell(""), 5000);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.querySelector("[data-copy-from]");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // plain HTTP on the local network has no clipboard of its own
  }
  button.lastChild.textContent = live.dataset.copied;
});

/** A push brings the newest lines only: the whole log grows by them. */
function grow() {
  const whole = document.getElementById("whole-log");
  if (!whole) {
    if (document.querySelector("[data-keep=whole-log]")) refresh();
    return;
  }
  if (whole.dataset.undone !== stage().dataset.undone) {
    refresh(); // lines are to go
    return;
  }
  const last = Number(whole.dataset.last);
  const fresh = [...document.querySelectorAll(".log [data-n]")].filter((line) => Number(line.dataset.n) > last).reverse();
  if (fresh.length && (Number(fresh[0].dataset.n) > last + 1 || fresh.some((line) => !line.dataset.say))) {
    refresh(); // some were missed
    return;
  }
  for (const line of fresh) {
    const row = document.createElement("li");
    const words = document.createElement("span");
    const sign = line.querySelector(".sign");
    if (sign) row.append(sign.cloneNode(true));
    const code = line.querySelector("code");
    if (code) words.append(Object.assign(document.createElement("b"), { textContent: code.textContent }), " ");
    words.append(line.dataset.say);
    row.append(words);
    whole.append(row);
    whole.dataset.last = line.dataset.n;
  }
}

function arrive() {
  busy = false;
  if (stage().dataset.undone !== undone) tell(live.dataset.undone, "ok", 3000);
  undone = stage().dataset.undone;
  // A move that was judged later is refused by a push.
  const error = stage().dataset.error ?? "";
  if (error !== refused) refuse(error);
  refused = error;
  grow();
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const note of document.querySelectorAll(".noscript-error")) note.hidden = true;
}

/** Whose device is silent. */
async function look() {
  if (document.hidden || !live.dataset.present) return;
  const answer = await fetch(live.dataset.present, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const { away } = await answer.json();
  for (const seat of document.querySelectorAll("[data-seat]")) {
    const gone = away.includes(Number(seat.dataset.seat));
    seat.classList.toggle("away", gone);
    for (const note of seat.querySelectorAll("[data-away]")) note.hidden = !gone;
  }
}

setInterval(look, PRESENT);
document.addEventListener("stage", arrive);
arrive();
refuse(stage().dataset.error);
