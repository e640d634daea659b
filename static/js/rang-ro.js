/** Rạng Rỡ Việt Nam: the map fills in the form beside it. A vehicle shows where it goes and for how
 *  much; a tap on a province chooses it; plus and minus change what is near. */

import { draw, ends, price } from "./rang-ro-draw.js";
import { play } from "./sound.js";

const FAR = 800; // provinces too small to be named one by one
let by = ""; // the vehicle chosen
let home = null; // the frame as it came

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const near = () => document.getElementById("rr-near");
const picker = () => document.querySelector("#ask [data-pick]");

function frame() {
  const [x, y, width, height] = near().getAttribute("viewBox").split(" ").map(Number);
  return { x, y, width, height };
}

/** Letters and pieces keep their size on the screen, however much of the map is shown. */
function show(next) {
  const map = near();
  const scale = next.height / frame().height;
  map.classList.toggle("far", next.height > FAR);
  map.setAttribute("viewBox", [next.x, next.y, next.width, next.height].map(Math.round).join(" "));
  for (const each of all("[transform]", map)) {
    const moved = each.getAttribute("transform").replace(/scale\(([\d.]+)\)/, (_whole, k) => `scale(${(k * scale).toFixed(3)})`);
    each.setAttribute("transform", moved);
  }
  const seen = document.querySelector("#rr-whole .seen");
  if (seen) for (const side of ["x", "y", "width", "height"]) seen.setAttribute(side, Math.round(next[side]));
}

function scaled(factor) {
  const now = frame();
  const height = Math.min(1900, Math.max(160, now.height * factor));
  const width = (now.width * height) / now.height;
  show({ x: now.x + (now.width - width) / 2, y: now.y + (now.height - height) / 2, width, height });
}

/** The frame that holds these places. */
function around(points) {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const ratio = home.width / home.height;
  const high = Math.max(Math.max(...ys) - Math.min(...ys) + 160, (Math.max(...xs) - Math.min(...xs) + 160) / ratio, home.height);
  const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
  return { x: middle.x - (high * ratio) / 2, y: middle.y - high / 2, width: high * ratio, height: high };
}

function middle(shape) {
  const box = shape.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Only where this vehicle goes is lit, with its own fare. */
function choose(vehicle, wide = true) {
  by = vehicle;
  const select = picker();
  for (const button of all(".ways [data-by]")) button.setAttribute("aria-pressed", String(button.dataset.by === by));
  for (const group of all("optgroup", select)) group.hidden = group.disabled = group.dataset.by !== by;
  const options = new Map(all(`optgroup[data-by=${by}] option`, select).map((option) => [ends(option), option]));
  for (const shape of all(".reach .can", near())) shape.classList.toggle("off", !options.has(shape.dataset.to));
  for (const label of all(".pl[data-at]", near())) {
    const option = options.get(label.dataset.at);
    label.classList.toggle("can", Boolean(option));
    const cost = label.querySelector(".cost");
    if (!cost) continue;
    cost.classList.toggle("off", !option);
    if (option) cost.querySelector("text").textContent = parseInt(price(option), 10);
  }
  if (select.selectedOptions[0]?.parentElement.dataset.by !== by) select.value = "";
  picked();
  if (by === "car" || !wide) show(home);
  else {
    const points = all(".reach .can:not(.off)", near()).map(middle);
    if (points.length) show(around(points));
  }
}

/** The form says what is chosen; the map and the button show it. */
function picked() {
  const select = picker();
  if (!select) return;
  const option = select.selectedOptions[0];
  const to = option ? ends(option) : "";
  for (const shape of all(".reach .can", near())) shape.classList.toggle("picked", shape.dataset.to === to);
  for (const label of all(".pl[data-at]", near())) label.classList.toggle("picked", label.dataset.at === to);
  const go = document.querySelector("#ask [data-go]");
  if (go) go.textContent = to ? `${go.dataset.go}, ${price(option)}` : go.dataset.go;
}

function tapped(slug) {
  const select = picker();
  if (!select) return;
  const option = all("option", select).find((one) => ends(one) === slug && !one.parentElement.disabled);
  if (!option) return;
  option.selected = true;
  const travel = document.querySelector(".acts5 [value=move]");
  if (travel) travel.checked = true;
  picked();
}

document.addEventListener("click", (event) => {
  const vehicle = event.target.closest(".ways [data-by]");
  if (vehicle) return choose(vehicle.dataset.by);
  const step = event.target.closest("[data-zoom]");
  if (step) return scaled(step.dataset.zoom === "in" ? 1 / 1.4 : 1.4);
  const whole = event.target.closest("#rr-whole");
  if (whole && near()) return goThere(whole, event);
  const shape = event.target.closest("[data-to], [data-at]");
  if (shape && near()?.contains(shape)) tapped(shape.dataset.to ?? shape.dataset.at);
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-pick]")) picked();
});

/** The near map shows what was pointed at on the whole one. */
function goThere(whole, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(whole.getScreenCTM().inverse());
  const now = frame();
  show({ ...now, x: x - now.width / 2, y: y - now.height / 2 });
}

/** The map can be moved with a finger or the mouse. */
let grip = null;
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest(".zoom") || event.target.closest("button")) return;
  grip = { x: event.clientX, y: event.clientY, frame: frame() };
});
document.addEventListener("pointermove", (event) => {
  if (!grip || !near()) return;
  const box = near().getBoundingClientRect();
  const unit = Math.max(grip.frame.width / box.width, grip.frame.height / box.height);
  const dx = (event.clientX - grip.x) * unit;
  const dy = (event.clientY - grip.y) * unit;
  if (Math.hypot(dx, dy) < 6 * unit) return;
  show({ ...grip.frame, x: grip.frame.x - dx, y: grip.frame.y - dy });
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (grip = null));

// --- what moved -----------------------------------------------------------------------------------

const still = matchMedia("(prefers-reduced-motion: reduce)");
let stood = null; // where each pawn stood on each map, and which flags there were

function pieces(map) {
  const pawns = new Map(all("[data-pawn]", map).map((pawn) => [pawn.dataset.pawn, pawn]));
  const flags = new Map(all("[data-flag]", map).map((flag) => [flag.dataset.flag, flag]));
  return { pawns, flags };
}

const css = (piece) => piece.getAttribute("transform").replace(/translate\(([-\d.]+) ([-\d.]+)\)/, "translate($1px,$2px) ");

/** A pawn travels from where it stood, a new flag goes up: both short, and told in the log as well. */
export function travel() {
  const now = {};
  let planted = false;
  for (const id of ["rr-whole", "rr-near"]) {
    const map = document.getElementById(id);
    if (!map) continue;
    const { pawns, flags } = pieces(map);
    const before = stood?.[id];
    for (const [seat, pawn] of before ? pawns : []) {
      const from = before.pawns.get(seat);
      const to = css(pawn);
      if (from && from !== to && !still.matches) pawn.animate([{ transform: from }, { transform: to }], { duration: 900, easing: "ease-in-out" });
    }
    for (const [name, flag] of before ? flags : []) {
      if (before.flags.has(name)) continue;
      planted = true;
      if (!still.matches) flag.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 700, delay: 500, fill: "backwards" });
    }
    now[id] = { pawns: new Map([...pawns].map(([seat, pawn]) => [seat, css(pawn)])), flags: new Set(flags.keys()) };
  }
  const number = document.querySelector(".qsheet")?.dataset.number ?? "";
  const over = document.querySelector(".ranking") !== null;
  if (stood) {
    if (over && !stood.over) play("win");
    else if (planted) play("stone");
    else if (number && number !== stood.number) play("roll");
  }
  stood = { ...now, number, over };
}

// --- what is new -----------------------------------------------------------------------------------

let asked = null; // what the reader was asked last
let sent = false; // the reader has just answered by this page

document.addEventListener("submit", (event) => {
  sent ||= event.target.matches("[data-answer]");
});

/** Something new is asked: back to the map, said aloud with what has just happened, and whoever goes
 *  by keys need not look for it. */
function look() {
  const kind = document.getElementById("rr")?.dataset.kind ?? "";
  const heading = document.querySelector("#q-h, #ask-h, .now .waits");
  const words = heading?.textContent.trim() ?? "";
  const key = `${kind} ${words}`;
  if (asked !== null && key !== asked) {
    const line = document.querySelector(".log .new")?.textContent.trim() ?? "";
    const say = document.getElementById("say");
    if (say) say.textContent = `${line} ${words}`.trim();
    if (kind) {
      scrollTo(0, 0);
      if (sent && document.activeElement === document.body) document.getElementById("ask")?.focus({ preventScroll: true });
    }
  }
  asked = key;
  sent = false;
}

function arrive() {
  const map = near();
  if (!map) return;
  draw();
  look();
  travel();
  home = frame();
  for (const tools of all(".zooms")) tools.hidden = false;
  const ways = document.querySelector(".ways");
  if (!ways) {
    by = "";
    picked();
    return;
  }
  ways.hidden = false;
  const select = picker();
  const first = select.selectedOptions[0]?.parentElement.dataset.by || by;
  const open = all("[data-by]:not([disabled])", ways).map((button) => button.dataset.by);
  if (open.length) choose(open.includes(first) ? first : open[0], false);
}

document.addEventListener("stage", arrive);
arrive();
