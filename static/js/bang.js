/** A table of the dice shoot-out: dice and targets by tap and by keys, what happened, what to say.
 *  Every choice is a plain field of the form; without this script the form alone does it. */

import { busy, show, skip } from "./bang-show.js";

const say = document.getElementById("say");
const form = () => document.querySelector("form#move");
const ask = () => document.getElementById("ask");
const kind = () => (form() ? ask()?.dataset.kind : "");
const seats = () => [...document.querySelectorAll(".bseat[data-alive], .mine[data-alive]")];
const sets = () => [...document.querySelectorAll("#ask .targets")];

// --- after one's own throw: a press meant for the button before it must not answer -----------------

/** Milliseconds for which the answers rest after a throw: the dice tumble, then they are read. */
const REST = 1100;
let resting = 0; // the timer, 0 when the answers are live

function wake() {
  clearTimeout(resting);
  resting = 0;
  if (ask()) ask().inert = false;
}

/** Also what every press meanwhile does: whoever hammers on the button does not get through. */
function rest() {
  clearTimeout(resting);
  resting = setTimeout(wake, REST);
  if (ask()) ask().inert = true;
}

// --- dice: which are kept -------------------------------------------------------------------------

function countDice() {
  const button = form()?.querySelector("[value=reroll]");
  if (!button) return;
  const boxes = [...document.querySelectorAll(".tray input[type=checkbox]")];
  const again = boxes.filter((box) => !box.checked).length;
  const { nothing, all } = button.dataset;
  const words = again ? (again === 5 ? all : button.dataset.again.replace("{n}", again)) : nothing;
  button.querySelector("span").textContent = words;
  button.disabled = !again;
  const warning = form().querySelector("[data-warn-arrows]");
  warning.hidden = !again || Number(warning.dataset.warnArrows) > again;
}

// --- targets: one die after the other, on the seats or in the list ----------------------------------

let current = 0;

const chosen = (set) => set?.querySelector("input:checked")?.value ?? "";
const offered = (set) => new Map([...(set?.querySelectorAll("input") ?? [])].map((input) => [input.value, input]));

/** Show the die that is being aimed, and what is chosen so far on the seats. */
function mark() {
  const all = sets();
  const set = all[current];
  const able = offered(set);
  const loads = {};
  for (const one of all) if (chosen(one)) loads[chosen(one)] = (loads[chosen(one)] ?? 0) + 1;
  for (const card of document.querySelectorAll(".bseat, .mine")) {
    const seat = card.dataset.seat;
    card.classList.toggle("can", able.has(seat));
    card.classList.toggle("picked", able.has(seat) && chosen(set) === seat);
    const aimed = card.querySelector(".aimed");
    aimed.hidden = !loads[seat];
    aimed.textContent = all.length > 1 && loads[seat] ? `×${loads[seat]}` : "✓";
  }
  document.getElementById("ring").classList.toggle("choosing", all.length > 0);
  if (!all.length) return;
  all.forEach((one, n) => one.classList.toggle("cur", n === current));
  for (const die of document.querySelectorAll(".tray .die")) {
    die.classList.toggle("cur", die.dataset.die === set?.dataset.die);
    const own = all.find((one) => one.dataset.die === die.dataset.die);
    die.classList.toggle("done", Boolean(own && chosen(own)));
    die.tabIndex = own ? 0 : -1;
  }
  const heading = document.getElementById("ask-h");
  if (heading.dataset.ask) heading.textContent = set ? heading.dataset.ask.replace("%(face)s", set.dataset.name) + (all.length > 1 ? ` (${current + 1}/${all.length})` : "") : heading.dataset.all;
  const done = form().querySelector("[data-done]");
  done.disabled = kind() !== "start" && all.some((one) => !chosen(one));
}

/** Take a seat for the current die, and go on to the next one that has none. */
function pick(seat) {
  const set = sets()[current];
  const input = offered(set).get(String(seat));
  if (!input) return false;
  input.checked = true;
  advance();
  return true;
}

function advance() {
  const all = sets();
  const next = all.findIndex((one) => !chosen(one));
  if (next >= 0) current = next;
  mark();
  if (next >= 0) say.textContent = document.getElementById("ask-h").textContent;
  else {
    const done = form().querySelector("[data-done]");
    say.textContent = done.textContent;
    if (document.activeElement?.closest?.(".ring, .mine")) done.focus({ preventScroll: true });
  }
}

/** Kit Carlson: a tap takes one arrow more off a seat, and after the last one none. */
function takeArrow(seat) {
  const select = form().querySelector(`[name=kit${seat}]`);
  if (!select) return;
  const all = [...form().querySelectorAll(".kit select")];
  const most = Number(form().querySelector(".kit").dataset.most);
  const used = all.reduce((sum, one) => sum + Number(one.value), 0);
  const next = Number(select.value) + 1;
  select.value = next < select.options.length && used < most ? next : 0;
  markKit();
}

function markKit() {
  for (const card of document.querySelectorAll(".bseat, .mine")) {
    const select = form()?.querySelector(`[name=kit${card.dataset.seat}]`);
    card.classList.toggle("can", Boolean(select));
    const aimed = card.querySelector(".aimed");
    aimed.hidden = !Number(select?.value ?? 0);
    aimed.textContent = `−${select?.value}`;
  }
}

document.addEventListener("click", (event) => {
  if (event.target.closest("a, button, input, select, label")) return;
  // What is inert passes a press on to what it lies in.
  if (resting && event.target.contains(ask())) return rest();
  if (busy()) skip();
  const card = event.target.closest(".bseat summary, .mine .head")?.closest("[data-seat]");
  const die = event.target.closest(".tray .die");
  if (die && sets().some((set) => set.dataset.die === die.dataset.die)) {
    current = sets().findIndex((set) => set.dataset.die === die.dataset.die);
    mark();
  } else if (die && !die.matches("label")) document.querySelector(".legend").open = true;
  else if (card && kind() === "gatling") {
    event.preventDefault();
    takeArrow(card.dataset.seat);
  } else if (card && sets().length && pick(card.dataset.seat)) event.preventDefault();
  else if (!event.target.closest(".bseat, .legend")) close();
});

function close() {
  for (const open of document.querySelectorAll(".bseat[open], .legend[open]")) open.open = false;
}

document.addEventListener("change", (event) => {
  if (event.target.closest(".tray")) {
    if (busy()) skip();
    wake(); // who chooses dice has seen them
    countDice();
  } else if (event.target.closest(".kit")) markKit();
  else if (event.target.closest("#ask .targets")) advance();
});

// --- keys -------------------------------------------------------------------------------------------

function walk(step) {
  const all = seats();
  // Spot 0, the reader's own, comes first in the table's order; on the page it comes last.
  all.sort((one, other) => one.matches(".mine") - other.matches(".mine") || 0);
  const at = all.findIndex((card) => card.contains(document.activeElement));
  const next = all[(at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step + all.length) % all.length];
  (next.querySelector("summary, [data-own]") ?? next).focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !document.getElementById("ring")) return;
  const typing = event.target.closest("select, textarea, input:not([type=checkbox], [type=radio])");
  if (typing) return;
  const key = event.key.toLowerCase();
  const answer = form()?.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (resting && (answer || key === "enter")) {
    event.preventDefault();
    return rest();
  }
  if (busy()) skip();
  const card = event.target.closest("[data-seat]");
  if (/^[1-5]$/.test(key)) {
    const die = document.querySelector(`.tray [data-die="${key - 1}"]`);
    const box = die?.querySelector("input[type=checkbox]");
    if (box) {
      box.checked = !box.checked;
      box.focus({ preventScroll: true });
      wake();
      countDice();
    } else if (sets().some((set) => set.dataset.die === String(key - 1))) {
      current = sets().findIndex((set) => set.dataset.die === String(key - 1));
      mark();
      say.textContent = document.getElementById("ask-h").textContent;
    } else return;
  } else if (key === "arrowleft" || key === "arrowright") {
    if (event.target.matches("input[type=radio]")) return;
    walk(key === "arrowleft" ? 1 : -1); // clockwise is to the left of who sits below
  } else if (key === "escape") close();
  else if (key === "enter" && card && (sets().length || kind() === "gatling")) {
    if (kind() === "gatling") takeArrow(card.dataset.seat);
    else if (!pick(card.dataset.seat)) return;
  } else if (key === "enter" && event.target === document.body && form()) {
    form().querySelector("[data-done]:not(:disabled)")?.click();
  } else {
    if (!answer) return;
    if (!event.repeat) answer.click();
  }
  event.preventDefault();
});

// --- what happened, what is said ----------------------------------------------------------------------

const happened = () => document.getElementById("happened");
let shown = Number(happened()?.dataset.n ?? 0);
let heard = Math.max(0, ...[...document.querySelectorAll("[data-said]")].map((line) => Number(line.dataset.said)));
let asked = form()?.dataset.hold ?? "";

/** In a polite region, once a move: what came of it, then whose decision it is. */
function announce() {
  const from = shown;
  const lines = [...document.querySelectorAll(".log [data-n]")].filter((line) => Number(line.dataset.n) > from).reverse();
  const words = lines.map((line) => line.dataset.say);
  words.push(form() ? document.getElementById("ask-h").textContent : happened().dataset.waits);
  for (const warning of document.querySelectorAll("#ask .warning:not([hidden]) span")) words.push(warning.textContent);
  say.textContent = words.filter(Boolean).join(" ");
}

function bubbles() {
  for (const line of document.querySelectorAll("[data-said]")) {
    const id = Number(line.dataset.said);
    if (id <= heard) continue;
    heard = id;
    const card = document.querySelector(`[data-seat="${line.dataset.by}"]:is(.bseat, .mine)`);
    if (!card || document.body.classList.contains("muted")) continue;
    const bubble = Object.assign(document.createElement("span"), { className: "bubble", textContent: line.querySelector("q").textContent });
    bubble.setAttribute("aria-hidden", "true");
    (card.querySelector("summary") ?? card).append(bubble);
    setTimeout(() => bubble.remove(), 4000);
  }
}

const open = new Set(); // drawers that the reader has opened stay so

document.addEventListener(
  "toggle",
  (event) => {
    const name = event.target.dataset?.stay;
    if (name) open[event.target.open ? "add" : "delete"](name);
  },
  true,
);

function mute() {
  let wanted = false;
  try {
    wanted = localStorage.getItem("muted") === "1";
  } catch {
    // no storage on this phone: nothing is hidden
  }
  document.body.classList.toggle("muted", wanted);
  for (const box of document.querySelectorAll("[data-mute]")) {
    box.checked = wanted;
    box.closest(".mute").hidden = false;
  }
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-mute]")) return;
  try {
    localStorage.setItem("muted", event.target.checked ? "1" : "0");
  } catch {
    return;
  }
  mute();
});

function arrive() {
  document.body.classList.add("scripted");
  for (const drawer of document.querySelectorAll("details[data-stay]")) if (open.has(drawer.dataset.stay)) drawer.open = true;
  const now = form()?.dataset.hold ?? "";
  if (now !== asked) {
    asked = now;
    current = 0;
  }
  const first = sets().findIndex((set) => !chosen(set));
  if (first > 0 && !chosen(sets()[current] ?? null) === false) current = first;
  countDice();
  if (resting && ask()) ask().inert = true; // the answers as they were drawn anew meanwhile
  if (kind() === "gatling") markKit();
  else if (document.getElementById("ring")) mark();
  mute();
  bubbles();
  const here = happened();
  if (!here) return;
  const n = Number(here.dataset.n);
  if (n > shown) {
    announce();
    shown = n;
    const events = JSON.parse(here.dataset.show);
    if (events.some(([what, facts]) => what === "throw" && String(facts.seat) === document.querySelector(".mine")?.dataset.seat)) rest();
    show(events);
  }
}

document.addEventListener("stage", arrive);
arrive();
if (happened() && "play" in happened().dataset) show(JSON.parse(happened().dataset.show)); // a lesson
