/** Choosing a move of Ô ăn quan on the board: tap a square and an arrow, drag, or keys. The form
 *  beside the board stays the one that is sent; without this it has five buttons and two. */

import { Player, centre, draw, hole } from "./oaq-show.js";
import { play } from "./sound.js";

const DRAG = 28; // px to a side before a drag counts
const say = document.getElementById("say");
const board = () => document.querySelector("#board svg.oaq");
const form = () => document.getElementById("move");
const player = new Player(board, settle, play);

let picked = ""; // square
let way = ""; // "left" or "right", as seen
let undone; // how often moves had been taken back by then
let turn = null; // the last turn that was shown or stood on the page
let hints = null; // { for: decision, moves: { B2a: … } }

const can = () => [...(board()?.querySelectorAll(".can") ?? [])].map((group) => group.id.slice(3));
const buttons = () => [...(form()?.querySelectorAll("[name=way]") ?? [])];
const buttonOf = (side) => buttons().find((button) => button.dataset.side === side);
const fill = (text, name) => text.replace("{n}", name);

/** Squares from the reader's left. */
const inOrder = () => can().sort((one, other) => centre(board(), one)[0] - centre(board(), other)[0]);

// --- what is shown --------------------------------------------------------------------------------

/** A new board is in the page: show the turn that led to it, then let choose. */
function arrive() {
  const frame = document.getElementById("board");
  if (!frame || !board()) return;
  const last = frame.dataset.ply;
  const back = document.querySelector("[data-phase]")?.dataset.undone;
  if (back !== undone) player.skip(); // what went is not shown once more
  else if (turn !== null && last !== turn && frame.dataset.turn) {
    player.show(frame.dataset);
    const words = document.querySelector(".log .new");
    if (words) say.textContent = words.dataset.say ?? words.textContent;
  } else player.again();
  turn = last;
  undone = back;
  if (form()?.dataset.hold !== hints?.for) hints = null;
  if (!can().includes(picked)) picked = way = "";
  enhance();
  settle();
}

/** Buttons and squares follow what is shown and what is chosen. */
function settle() {
  const here = form();
  if (here) {
    here.inert = player.busy;
    here.classList.toggle("on", true);
  }
  for (const group of board()?.querySelectorAll(".can") ?? []) group.setAttribute("tabindex", player.busy ? "-1" : "0");
  mark();
}

function enhance() {
  for (const name of can()) {
    const group = hole(board(), name);
    group.setAttribute("role", "button");
    group.setAttribute("aria-pressed", "false");
  }
  for (const list of form()?.querySelectorAll(".squares") ?? []) list.hidden = true;
}

function mark() {
  const svg = board();
  const here = form();
  if (!svg) return;
  svg.querySelector(".ways")?.remove();
  for (const name of can()) {
    hole(svg, name).classList.toggle("picked", name === picked);
    hole(svg, name).setAttribute("aria-pressed", String(name === picked));
  }
  for (const button of buttons()) button.disabled = player.busy || !picked;
  if (!here || player.busy) return;
  const title = here.querySelector("[data-ask]");
  title.textContent = picked ? fill(title.dataset.way, picked[1]) : title.dataset.ask;
  for (const button of buttons()) {
    button.classList.toggle("plain", button.dataset.side !== way);
  }
  if (picked) here.querySelector(`[name=square][value="${picked}"]`).checked = true;
  if (picked) svg.append(draw("g", { class: "ways" }, arrow("left"), arrow("right")));
  foresee();
}

function arrow(side) {
  const [x, y] = centre(board(), picked);
  const sign = side === "right" ? 1 : -1;
  const made = draw(
    "g",
    { class: `way${side === way ? " on" : ""}`, transform: `translate(${x + sign * 84} ${y + 20})scale(${sign} 1)`, "aria-hidden": "true" },
    draw("circle", { r: 47, class: "grip" }),
    draw("circle", { r: 37 }),
    draw("path", { d: "M-18 0h34M3-15l15 15-15 15" }),
  );
  made.addEventListener("click", () => go(side));
  made.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && look(side));
  return made;
}

// --- hints: where a turn would go -------------------------------------------------------------------

async function fetchHints() {
  const here = form();
  const wanted = here?.dataset.hold;
  if (!here?.dataset.hints || hints?.for === wanted) return;
  hints = { for: wanted, moves: {} };
  const answer = await fetch(here.dataset.hints, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) {
    hints = null;
    return;
  }
  hints = { for: wanted, moves: (await answer.json()).moves };
  foresee();
}

function foresee() {
  const here = form();
  const words = here?.querySelector("[data-foresee]");
  const over = board()?.querySelector(".over");
  if (!words || !over) return;
  over.replaceChildren();
  words.textContent = "";
  if (!picked || player.busy) return;
  for (const side of ["left", "right"]) {
    const seen = hints?.moves[picked + buttonOf(side).value];
    if (!seen) continue;
    const line = Object.assign(document.createElement("span"), { textContent: seen.say });
    line.className = side === way ? "on" : "";
    words.append(line);
    if (side === way) path(over, seen.turn.split(" "));
    if (seen.points) badge(over, side, seen.points);
  }
}

/** The order of sowing, squares lifted and squares won. */
function path(over, turnWords) {
  const shown = new Map();
  let n = 0;
  for (const word of turnWords) {
    const square = word.slice(1);
    if (word[0] === "d") shown.set(square, (n += 1));
    if (word[0] === "c") {
      const box = hole(board(), square).querySelector(".area").cloneNode();
      box.setAttribute("class", "would");
      over.append(box);
    }
  }
  for (const [square, order] of shown) {
    const [x, y] = centre(board(), square);
    const end = square[0] === "Q";
    const at = end ? `translate(${x} ${y + 130})` : `translate(${x - 31} ${y - 44})`;
    over.append(draw("g", { class: "step", transform: at }, draw("circle", { r: 15 }), Object.assign(draw("text", { y: 6.5 }), { textContent: order })));
  }
}

function badge(over, side, points) {
  const [x, y] = centre(board(), picked);
  const at = `translate(${x + (side === "right" ? 84 : -84)} ${y - 34})`;
  over.append(draw("g", { class: "gain", transform: at }, draw("circle", { r: 20 }), Object.assign(draw("text", { y: 8 }), { textContent: `+${points}` })));
}

// --- choosing ---------------------------------------------------------------------------------------

function pick(square) {
  if (player.busy) {
    player.skip();
    return;
  }
  if (!can().includes(square)) return;
  picked = picked === square ? "" : square;
  way = "";
  fetchHints();
  mark();
  if (picked) say.textContent = form().querySelector("[data-ask]").textContent;
}

function look(side) {
  if (way === side) return;
  way = side;
  mark();
}

function go(side) {
  const button = buttonOf(side);
  if (!picked || !button || player.busy) return;
  way = side;
  button.disabled = false;
  form().requestSubmit(button);
  picked = way = "";
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#board")) return;
  if (player.busy) player.skip();
  else {
    const group = event.target.closest(".can");
    if (group && !dragged) pick(group.id.slice(3));
  }
});

let held = null;
let dragged = false;
document.addEventListener("pointerdown", (event) => {
  dragged = false;
  const group = event.target.closest?.("#board .can");
  held = group && event.button === 0 ? { square: group.id.slice(3), x: event.clientX, id: event.pointerId } : null;
});
document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.id || player.busy) return;
  const moved = event.clientX - held.x;
  if (Math.abs(moved) < DRAG) return;
  dragged = true;
  if (picked !== held.square) {
    picked = held.square;
    fetchHints();
  }
  way = "";
  look(moved > 0 ? "right" : "left");
});
document.addEventListener("pointerup", (event) => {
  if (held && dragged && event.pointerId === held.id) go(way);
  held = null;
});
document.addEventListener("pointercancel", () => {
  held = null;
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !board()) return;
  if (event.target.closest("input:not([type=radio]), textarea, select, dialog, summary")) return;
  if (player.busy) {
    if (event.key !== "Tab") player.skip();
    return;
  }
  const order = inOrder();
  const at = order.indexOf(picked || event.target.id?.slice(3));
  const side = { ArrowLeft: "left", ArrowRight: "right" }[event.key];
  if (event.key === "r") read();
  else if (!form() || !order.length) return;
  else if (/^[1-5]$/.test(event.key)) {
    const own = [...board().querySelectorAll(".own")].map((group) => group.id.slice(3));
    own.sort((one, other) => centre(board(), one)[0] - centre(board(), other)[0]);
    if (own[event.key - 1] !== picked) pick(own[event.key - 1]);
    hole(board(), picked)?.focus();
  } else if (side && picked) {
    look(side);
    buttonOf(side).focus();
  } else if (side) {
    const next = at < 0 ? (side === "left" ? order.length - 1 : 0) : (at + (side === "left" ? -1 : 1) + order.length) % order.length;
    hole(board(), order[next]).focus();
  } else if ((event.key === "Enter" || event.key === " ") && event.target.closest?.(".can")) pick(event.target.id.slice(3));
  else if (event.key === "Escape" && picked) {
    const back = hole(board(), picked);
    picked = way = "";
    mark();
    back.focus();
  } else if (event.key === "h") fetchHints();
  else return;
  event.preventDefault();
});

/** The whole board, in the order of the ring. */
function read() {
  say.textContent = [...board().querySelectorAll(".hole")].map((group) => group.getAttribute("aria-label")).join("; ");
}

document.addEventListener("focusin", (event) => {
  const button = event.target.closest?.("#move [name=way]");
  if (button && picked) look(button.dataset.side);
});

document.addEventListener("submit", (event) => {
  if (event.target.id === "move") picked = way = "";
});

document.addEventListener("stage", arrive);
arrive();
