/** A table of Rafter Five: finger, mouse and keys move the piece in the hand (rafter-hand.js), and what
 *  happened is shown as it would happen. All of it fills the fields of the form, which alone does it
 *  too. */

import { refresh, stage } from "./live.js";
import { ask, field, follow, form, grow, inHand, iso, lies, mark, pick, placing, set, shift, sketch, soon, stand, taken, tidy, top_, typed, widen } from "./rafter-hand.js";
import { above, angle, busy, face, falling, piece, play, read, skip } from "./rafter-view.js";
import { play as sound } from "./sound.js";

const say = document.getElementById("say");
const SLIP = 8; // pixels by which a finger that taps may slip

/** Another piece, or a chest of another colour, is taken into the hand. */
function change(input) {
  if (input.name === "type") {
    for (const group of top_().querySelectorAll(".held")) {
      const on = (group.dataset.held[0] === "p") === (input.value === "lay");
      group.classList.toggle("on", on);
      group.classList.toggle("off", !on);
      if (on) group.parentNode.append(group);
    }
    const go = form().querySelector("[data-go]");
    go.textContent = go.dataset[input.value];
    field("was").value = input.value;
    set(Number(input.dataset.x), Number(input.dataset.y), Number(input.dataset.rot));
  } else if (input.name === "colour") {
    const group = inHand();
    group.setAttribute("class", group.getAttribute("class").replace(/\bg\d\b/, `g${input.value}`));
    group.querySelector(".mark").setAttribute("href", `#rf-g${input.value}`);
    follow();
  } else if (input.name === "rafter") mark();
  else if (["x", "y", "rot"].includes(input.name)) follow();
  else if (/^(x|y|rot)\d$/.test(input.name)) stand(input.name.slice(-1));
}

document.addEventListener("change", (event) => form()?.contains(event.target) && change(event.target));
document.addEventListener("input", (event) => form()?.contains(event.target) && ["x", "y", "rot"].includes(event.target.name) && follow());

// --- finger and mouse -------------------------------------------------------------------------------------

const fingers = new Map();
let grip = null;

function point(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(top_().getScreenCTM().inverse());
  return { x: at.x, y: -at.y };
}

/** Take the other piece of the hand: the plank that is held, or the rafter that is to stand on it. */
const take = (group) => form().querySelector(`[name=type][value=${group.dataset.held[0] === "p" ? "lay" : "man"}]`)?.click();

const bearing = (from, to) => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;

document.addEventListener("pointerdown", (event) => {
  if (busy()) skip();
  if (!event.target.closest?.("#top") || event.button) return;
  const kind = ask()?.dataset.kind;
  const post = event.target.closest("[data-rafter]");
  if (kind === "lift" && post) {
    pick(post.dataset.rafter);
    return;
  }
  if (kind === "setup" && post) {
    grip = { rafter: post.dataset.rafter, last: point(event) };
    form().querySelector(".own").open = true;
  } else if (kind !== "place") return;
  event.preventDefault();
  top_().focus({ preventScroll: true });
  top_().setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, point(event));
  if (kind === "setup") return;
  const off = event.target.closest(".held.off");
  if (off && fingers.size === 1 && !event.target.closest(".held.on")) grip = { other: off, from: point(event) };
  else if (fingers.size === 1) grip = { turn: Boolean(event.target.closest(".held.on .grip")), last: point(event), from: point(event), begun: typed(), moved: false };
});

document.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId) || !grip) return;
  const now = point(event);
  const was = fingers.get(event.pointerId);
  fingers.set(event.pointerId, now);
  if (grip.rafter) {
    shift(grip.rafter, now.x - grip.last.x, now.y - grip.last.y);
    grip.last = now;
    return;
  }
  if (!placing()) return;
  if (grip.other) {
    const slip = Math.max(1.5, SLIP / (top_().getScreenCTM()?.a ?? 1));
    if (fingers.size > 1 || Math.hypot(now.x - grip.from.x, now.y - grip.from.y) < slip) return;
    take(grip.other); // dragged, it is the one that is meant
    grip = { turn: false, last: now, from: grip.from, begun: typed(), moved: true };
  }
  const at = typed() ?? grip.begun;
  if (fingers.size > 1) {
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    grip.free = (grip.free ?? at.rot) + bearing(other, now) - bearing(other, was);
    grip.moved = true;
    set(at.x, at.y, Math.round(grip.free));
  } else if (grip.turn) {
    grip.moved = true;
    set(at.x, at.y, Math.round(bearing(at, now)));
  } else {
    const [dx, dy] = [now.x - grip.from.x, now.y - grip.from.y];
    if (!grip.moved && Math.hypot(dx, dy) < 1.5) return;
    grip.moved = true;
    const half = (value) => Math.round(value * 2) / 2;
    set(half(grip.begun.x + dx), half(grip.begun.y + dy), at.rot);
  }
});

function lift(event) {
  if (!fingers.delete(event.pointerId) || !grip) return;
  // A tap on the plank that is held says where the rafter goes; one on the rafter takes that.
  if (grip.other && grip.other.dataset.held[0] !== "p") take(grip.other);
  else if (!grip.rafter && !grip.moved && !grip.turn && event.type === "pointerup" && placing()) {
    const { rot } = typed() ?? { rot: 0 };
    if (!event.target.closest?.(".held.on")) set(Math.round(grip.from.x), Math.round(grip.from.y), rot);
  }
  if (!fingers.size) {
    grip = null;
    if (placing()) widen();
  } else if (placing()) {
    const [rest] = fingers.values();
    grip = { turn: false, last: rest, from: rest, begun: typed(), moved: true };
  }
}
document.addEventListener("pointerup", lift);
document.addEventListener("pointercancel", lift);

document.addEventListener(
  "wheel",
  (event) => {
    if (!placing() || !event.target.closest?.("#top")) return;
    event.preventDefault();
    const at = typed();
    if (at) set(at.x, at.y, at.rot + Math.sign(event.deltaY) * (event.shiftKey ? 15 : 1) * -1);
  },
  { passive: false },
);

// --- keys ---------------------------------------------------------------------------------------------------------

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || !form()) return;
  if (busy()) skip();
  if (event.target.closest?.("input:not([type=radio]), select, textarea, summary, a, .menu, .scroll-table")) return;
  const kind = ask()?.dataset.kind;
  if (kind === "lift" && /^[1-5]$/.test(event.key)) pick(event.key);
  else if (kind === "place" && STEPS[event.key] && !event.target.matches?.("input[type=radio]")) {
    const by = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
    const at = typed();
    if (at) set(at.x + STEPS[event.key][0] * by, at.y + STEPS[event.key][1] * by, at.rot);
    widen();
  } else if (kind === "place" && ["[", "]", "{", "}"].includes(event.key)) {
    const at = typed();
    const by = event.shiftKey || "{}".includes(event.key) ? 15 : 1;
    if (at) set(at.x, at.y, at.rot + ("[{".includes(event.key) ? by : -by));
  } else if (kind === "place" && event.key === "Escape") {
    for (const name of ["x", "y", "rot"]) field(name).value = field(name).defaultValue;
    follow();
  } else if (event.key === "Enter" && !event.target.closest?.("button")) form().querySelector("[data-go]:not(:disabled)")?.click();
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  // A learner looks at one piece: its row, or the piece itself while nothing is being placed.
  const of = event.target.closest?.("[data-reading]")?.dataset.reading ?? (placing() ? "" : event.target.closest?.("#top [data-id]")?.dataset.id);
  if (of && document.querySelector(`.reading[data-of="${of}"]`))
    for (const one of document.querySelectorAll("#top .reading")) one.classList.toggle("on", one.dataset.of === of);
  const by = event.target.closest?.("[data-by]");
  if (by && placing()) {
    const at = typed();
    if (at) set(at.x, at.y, at.rot + Number(by.dataset.by));
  }
  const turn = event.target.closest?.("[data-turn]");
  if (turn) {
    face(angle() + Number(turn.dataset.turn));
    sketch();
  }
});

// --- turning the picture from the side by dragging it -----------------------------------------------------------

let swing = null;
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.("#iso") && !event.button) swing = { x: event.clientX, yaw: angle(), id: event.pointerId };
});
document.addEventListener("pointermove", (event) => {
  if (swing?.id !== event.pointerId || busy()) return;
  face(swing.yaw + (event.clientX - swing.x) * 0.6);
  sketch();
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (swing = null));

// --- what happened ------------------------------------------------------------------------------------------------

let rows = new Map(); // the raft as it was, with what was held, by id
let order = [];
let shown = 0;
let asked = "";
let keyed = false;

document.addEventListener("keydown", () => (keyed = true), true);
document.addEventListener("pointerdown", () => (keyed = false), true);

/** Once a move, in a polite region: what came of it, then whose decision it is. */
function announce(from) {
  const lines = [...document.querySelectorAll(".log [data-n]")].filter((line) => Number(line.dataset.n) > from).reverse();
  const words = lines.map((line) => line.dataset.say);
  words.push(form() ? document.getElementById("ask-h").textContent : document.getElementById("happened").dataset.waits);
  say.textContent = words.filter(Boolean).join(" ");
}

let all = []; // the rows of the raft as it stands

/** The whole raft: the page brings all of it, a push only what its move has changed. Null when the
 *  page was not at the move before. */
function whole(data, n, paths) {
  const fresh = JSON.parse(data.dataset.pieces);
  if (!("gone" in data.dataset)) return fresh;
  if (n !== shown && n !== shown + 1) return null;
  const gone = new Set([...JSON.parse(data.dataset.gone), ...falling(paths)]);
  const by = new Map(fresh.map((row) => [row[0], row]));
  const settled = (row) => {
    if (!paths[row[0]]) return row;
    const { z, a, b } = read(paths[row[0]]);
    return [...row.slice(0, 5), z, a, b];
  };
  const kept = all.filter(([id]) => !gone.has(id)).map((row) => by.get(row[0]) ?? settled(row));
  const there = new Set(kept.map(([id]) => id));
  return [...kept, ...fresh.filter(([id]) => !there.has(id))];
}

/** What a push leaves to the page: the pieces from above, their list in numbers, the label. */
function fill(list, label) {
  const pile = top_().querySelector(".pile");
  if (!pile.querySelector(":scope > [data-id]")) pile.querySelector(".tbase").insertAdjacentHTML("afterend", list.map((row) => above(piece(row))).join(""));
  iso().setAttribute("aria-label", label);
  const listed = document.getElementById("listed");
  if (!listed) return;
  const names = JSON.parse(listed.dataset.names);
  const one = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1, useGrouping: false });
  const told = (value) => one.format(Number(value.toFixed(1)) + 0).replace("-", "−");
  const called = ([id, design]) => names[id[0] === "c" ? `c${design}` : id] ?? names.p.replace("{n}", design);
  const lines = list.map((row) => {
    const line = document.createElement("tr");
    const [, , x, y, rot, z, a, b] = row;
    const head = Object.assign(document.createElement("th"), { scope: "row", textContent: called(row) });
    const cells = [told(x), told(y), `${told(rot)}°`, told(z), told(100 * Math.hypot(a, b))];
    line.append(head, ...cells.map((text) => Object.assign(document.createElement("td"), { textContent: text })));
    return line;
  });
  listed.querySelector("tbody").replaceChildren(...lines.reverse());
}

function remember(list, more) {
  order = list.map(([id]) => id);
  rows = new Map([...list, ...more].map((row) => [row[0], row]));
}

/** The pieces as they were when the hand let go: those of the page before, less a lifted rafter, with
 *  what was put down. */
function beforehand(moving, list) {
  const known = new Map(rows);
  for (const row of list) if (!known.has(row[0])) known.set(row[0], row);
  const put = moving.put ?? [];
  for (const row of put) known.set(row[0], row);
  const ids = order.filter((id) => id !== moving.lift);
  const plank = [...known.keys()].find((id) => id[0] === "p" && !ids.includes(id) && (moving.paths?.[id] || list.some((row) => row[0] === id)));
  if (put.some(([id]) => id[0] === "r") && plank) ids.push(plank);
  ids.push(...put.map(([id]) => id));
  return ids.every((id) => known.has(id)) ? { first: ids.map((id) => known.get(id)), put: new Set(put.map(([id]) => id)) } : null;
}

function tossed(list) {
  const svg = top_();
  if (!svg) return;
  let group = svg.querySelector(".tossed");
  if (!group) {
    group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "tossed");
    svg.append(group);
  }
  group.innerHTML = list.map((one) => `<g class="t${one.kind} g${one.design}" opacity="${Math.max(0.15, 1 + one.z / 80).toFixed(2)}"><use href="#rf-${one.kind === "c" ? "c" : one.id}" transform="translate(${tidy(one.x)} ${tidy(-one.y)}) rotate(${-one.rot})"/></g>`).join("");
}

function arrive() {
  document.body.classList.add("scripted");
  document.body.classList.toggle("showing", busy()); // another fragment has put the class away
  for (const hidden of document.querySelectorAll(".rot, .turns")) hidden.hidden = false;
  const here = document.getElementById("happened");
  const data = document.getElementById("raft");
  if (!here || !data) return;
  const n = Number(here.dataset.n);
  const happened = JSON.parse(here.dataset.show);
  const list = whole(data, n, happened.paths ?? {});
  if (!list) {
    refresh().catch(() => (stage().dataset.version = "0")); // the next poll tries again
    return;
  }
  all = list;
  if ("gone" in data.dataset) fill(list, data.dataset.label);
  const moving = n === shown + 1 ? happened : {};
  const from = shown;
  const old = moving.paths || moving.put?.length ? beforehand(moving, list) : null;
  lies(list.map(piece));
  const now = form()?.dataset.hold ?? "";
  if (now !== asked) {
    asked = now;
    taken(JSON.parse(data.dataset.held));
    if (keyed && now) (placing() ? top_() : form().querySelector("[name=rafter]:checked, [name=rafter], [data-go]"))?.focus({ preventScroll: true });
  }
  mark();
  if (placing()) {
    grow();
    if ("later" in document.getElementById("verdict").dataset) soon();
  }
  if (shown && n > shown) announce(from);
  remember(list, JSON.parse(data.dataset.held));
  shown = n;
  if (!old) {
    if (!busy()) sketch();
    return;
  }
  document.body.classList.add("showing");
  const fell = new Set(falling(moving.paths));
  if (old.put.size) sound("wood");
  const starts = new Set([...fell].map((id) => read(moving.paths[id]).start));
  for (const start of starts) setTimeout(() => sound("splash"), start + 500);
  play({
    svg: iso,
    first: old.first.map(piece),
    put: old.put,
    paths: moving.paths ?? {},
    ms: fell.size ? moving.ms : Math.min(moving.ms ?? 0, Object.keys(moving.paths ?? {}).length ? 300 : 0),
    each: (places) => fell.size && tossed(places.filter((one) => fell.has(one.id))),
    done: () => {
      document.body.classList.remove("showing");
      top_()?.querySelector(".tossed")?.remove();
      sketch();
    },
  });
}

face(Number(iso()?.dataset.yaw ?? 0));
document.addEventListener("stage", arrive);
shown = Number(document.getElementById("happened")?.dataset.n ?? 0);
arrive();
