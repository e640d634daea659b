/** Shows what happened at a table of the dice shoot-out on seats and dice that the server has drawn as
 *  they are now. Each part is short and over by itself; a tap or a key ends it. With reduced motion
 *  nothing moves: the log says the same. */

import { play } from "./sound.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const TUMBLE = 700;
const STEP = 420;
const MOST = 5; // parts of one move that are shown one after another, so that nothing takes long
const SVG = "http://www.w3.org/2000/svg";
let timers = [];

const ring = () => document.getElementById("ring");
const seatOf = (n) => document.querySelector(`[data-seat="${n}"]:is(.bseat, .mine)`);

function later(wait, act) {
  timers.push(setTimeout(act, wait));
}

/** Take away everything that is still moving. */
export function skip() {
  timers.forEach(clearTimeout);
  timers = [];
  for (const gone of document.querySelectorAll(".float, .rain, .sweep, .shotline")) gone.remove();
  for (const moving of document.querySelectorAll(".tumble, .hit, .fell")) moving.classList.remove("tumble", "hit", "fell");
  settle();
}

export const busy = () => timers.length > 0;

function once(element, name, milliseconds) {
  if (!element) return;
  element.classList.add(name);
  later(milliseconds, () => element.classList.remove(name));
}

function float(seat, words, kind = "", picture = null) {
  const card = seatOf(seat);
  if (!card) return;
  const label = Object.assign(document.createElement("span"), { className: `float ${kind}`, textContent: words });
  label.setAttribute("aria-hidden", "true");
  if (picture) label.append(picture);
  (card.querySelector("summary") ?? card).append(label);
  later(1250, () => label.remove());
}

function symbol(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "bs");
  svg.setAttribute("viewBox", "0 0 24 24");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#bs-${name}`);
  svg.append(use);
  return svg;
}

const FACES = ["one", "two", "arrow", "gatling", "dynamite"];
let turning = []; // dice whose picture is not yet the true one

function settle() {
  for (const die of turning) die.querySelector(".bdie use")?.setAttribute("href", `#bd-${die.dataset.face}`);
  turning = [];
}

/** Dice roll for a while and come to lie as the server says. */
function throwDice({ dice }) {
  play("roll");
  for (const n of dice) {
    const die = document.querySelector(`.tray [data-die="${n}"]`);
    if (!die || die.dataset.face === "blank") continue;
    const use = die.querySelector(".bdie use");
    turning.push(die);
    once(die, "tumble", TUMBLE);
    const turn = (at) => use.setAttribute("href", `#bd-${FACES[(n + at * 2) % FACES.length]}`);
    turn(0);
    for (let at = 1; at < 5; at += 1) later(at * 110, () => turn(at));
  }
  later(560, settle);
}

function rain({ losses }) {
  const area = document.createElement("div");
  area.className = "rain";
  for (let n = 0; n < 9; n += 1) area.append(symbol("arrow"));
  ring()?.append(area);
  later(1500, () => area.remove());
  later(500, () => losses.forEach(([seat, lost]) => lost && hurt(seat, lost)));
}

function hurt(seat, n) {
  play("hit");
  once(seatOf(seat), "hit", 500);
  float(seat, `−${n}`);
}

function aim({ seat, shots }) {
  const area = ring()?.getBoundingClientRect();
  if (!area) return;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "shotline");
  const middle = (n) => {
    const box = seatOf(n)?.getBoundingClientRect();
    return box && [box.x + box.width / 2 - area.x, Math.min(box.y + box.height / 2 - area.y, area.height)];
  };
  for (const [, , target] of shots) {
    const [from, to] = [middle(seat), middle(target)];
    if (!from || !to) continue;
    const line = document.createElementNS(SVG, "line");
    for (const [name, value] of Object.entries({ x1: from[0], y1: from[1], x2: to[0], y2: to[1] })) line.setAttribute(name, Math.round(value));
    svg.append(line);
  }
  ring().append(svg);
  later(900, () => svg.remove());
}

function sweep() {
  const wave = Object.assign(document.createElement("div"), { className: "sweep" });
  ring()?.append(wave);
  later(900, () => wave.remove());
}

const PARTS = {
  throw: [throwDice, TUMBLE],
  take: [({ seat, n }) => float(seat, `+${n}`, "plain", symbol("arrow")), STEP],
  return: [({ seat, n, why }) => why !== "out" && n && float(seat, `−${n}`, "good", symbol("arrow")), STEP],
  storm: [rain, 900],
  dynamite: [({ seat }) => once(seatOf(seat), "hit", 500), 200],
  shots: [aim, 350],
  gatling: [sweep, 350],
  lose: [({ seat, n }) => n && hurt(seat, n), 160],
  heal: [({ seat, n }) => n && float(seat, `+${n}`, "good"), 160],
  out: [({ seat }) => once(seatOf(seat), "fell", 900), 300],
};

/** Show a move: what happened as `[kind, facts]`, in its order. */
export function show(events) {
  if (still.matches) return;
  skip();
  let wait = 0;
  for (const [kind, facts] of events.slice(0, MOST * 3)) {
    const [act, length] = PARTS[kind] ?? [];
    if (!act) continue;
    if (wait) later(wait, () => act(facts));
    else act(facts);
    wait = Math.min(wait + length, 1500);
  }
}
