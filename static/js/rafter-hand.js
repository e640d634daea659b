/** The piece in the hand at a table of Rafter Five: the fields of the form say where it is, the pictures
 *  follow them, and the server is asked whether that place is free. */

import { busy, draw, piece } from "./rafter-view.js";

const live = document.getElementById("live");
const FARTHEST = { x: 250, y: 220 }; // mm: how far from the raft a piece is drawn
const ASK_AFTER = 140; // ms without another movement before the server is asked about a place
const AGAIN_AFTER = 300; // ms until it is asked again for what is still being worked out

export const form = () => document.querySelector("form#move");
export const ask = () => form()?.querySelector("#ask");
export const top_ = () => document.getElementById("top");
export const iso = () => document.getElementById("iso");
export const placing = () => ask()?.dataset.kind === "place";
export const field = (name) => form().elements[name];

const number = (text) => (text.trim() ? Number(text.replace(",", ".").replace("−", "-")) : NaN);
export const tidy = (value) => String(Math.round(value * 10) / 10 + 0);
const around = (degrees) => ((degrees % 360) + 360) % 360;

const within = (value, most) => Math.max(-most, Math.min(most, value));
const drawable = (at) => ({ x: within(at.x, FARTHEST.x), y: within(at.y, FARTHEST.y), rot: around(at.rot) });
let placed = { hold: null }; // where the piece in the hand was last, for a field that cannot be read

/** Where the piece in the hand is drawn: where the fields say, but never out of the picture. */
export function typed() {
  const { hold } = form().dataset;
  if (placed.hold !== hold) {
    const id = inHand()?.dataset.held;
    const row = JSON.parse(document.getElementById("raft")?.dataset.held ?? "[]").find(([each]) => each === id);
    if (!row) return null;
    placed = { hold, x: row[2], y: row[3], rot: row[4] };
  }
  for (const name of ["x", "y", "rot"]) {
    const value = number(field(name).value);
    if (Number.isFinite(value)) placed[name] = value;
  }
  Object.assign(placed, drawable(placed));
  const { x, y, rot } = placed;
  return { x, y, rot };
}

export const inHand = () => top_().querySelector(".held.on");

let raft = []; // the pieces as they lie, without what is in the hand
let heights = {}; // of what is in the hand, by id, as the server last said
let looked = 0;
let wait = 0;

/** Move the pictures to where the fields say, and ask whether that place is free. */
export function follow({ ask: wanted = true } = {}) {
  const at = typed();
  const group = inHand();
  if (!at || !group) return;
  group.setAttribute("transform", `translate(${at.x} ${-at.y}) rotate(${-at.rot})`);
  grow();
  const kind = chosen("type");
  const radio = form().querySelector(`[name=type][value=${kind}]`);
  if (radio?.dataset.x) Object.assign(radio.dataset, { x: at.x, y: at.y, rot: at.rot });
  sketch();
  if (!wanted) return;
  clearTimeout(wait);
  wait = setTimeout(look, ASK_AFTER);
}

/** The handle stays as large as a fingertip, however small a millimetre is. */
export function grow() {
  const scale = top_().getScreenCTM()?.a ?? 2;
  for (const handle of top_().querySelectorAll(".held .grip")) {
    handle.dataset.at ??= handle.getAttribute("transform");
    handle.setAttribute("transform", `${handle.dataset.at} scale(${Math.max(1, 2 / scale).toFixed(2)})`);
  }
}

export function set(x, y, rot) {
  field("x").value = tidy(within(x, FARTHEST.x));
  field("y").value = tidy(within(y, FARTHEST.y));
  field("rot").value = tidy(around(rot));
  follow();
}

const chosen = (name) => new FormData(form()).get(name) ?? "";

/** The raft from the side with what is in the hand. */
export function sketch() {
  if (busy()) return;
  const rows = held();
  draw(iso(), [...raft, ...rows.map(piece)], { ghosts: new Set(placing() ? rows.filter((row) => !(row[0][0] === "p" && rows.length > 1)).map((row) => row[0]) : []) });
}

/** What is in the hand, as rows: where the fields and the pictures have it by now. */
function held() {
  const rows = JSON.parse(document.getElementById("raft")?.dataset.held ?? "[]");
  if (!placing()) return rows;
  const now = typed();
  const active = inHand()?.dataset.held;
  return rows
    .map((row) => {
      const [id] = row;
      const other = form().querySelector(`[name=type][value=${id[0] === "p" ? "lay" : "man"}][data-x]`);
      const at = id === active && now ? now : other ? { x: Number(other.dataset.x), y: Number(other.dataset.y), rot: Number(other.dataset.rot) } : null;
      const design = id[0] === "c" ? Number(chosen("colour")) : row[1];
      return [id, design, at?.x ?? row[2], at?.y ?? row[3], at?.rot ?? row[4], heights[id] ?? row[5]];
    })
    .reverse();
}

async function look() {
  const ticket = (looked += 1);
  const group = placing() && inHand();
  if (!group) return;
  const { hold, look: address } = form().dataset;
  // What is said of a place is said of one decision: the next may have come meanwhile.
  const late = () => ticket !== looked || !placing() || form().dataset.hold !== hold;
  const body = new FormData(form());
  body.set("csrfmiddlewaretoken", live.dataset.csrf);
  const answer = await fetch(address, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok || answer.redirected || late()) return;
  const found = await answer.json();
  if (late()) return;
  const verdict = document.getElementById("verdict");
  verdict.className = `verdict ${found.ok ? (found.warn ? "warn" : "ok") : "miss"}`;
  if (verdict.lastElementChild.textContent !== found.text) verdict.lastElementChild.textContent = found.text;
  group.classList.toggle("bad", !found.ok);
  if (found.z !== undefined) heights[group.dataset.held] = found.z;
  sketch();
  if (found.later) soon();
}

/** Learners are told what would fall; a worker finds it out, and the page asks until it is known. */
export function soon() {
  clearTimeout(wait);
  wait = setTimeout(look, AGAIN_AFTER);
}

// Where it goes is decided: nothing more is asked about that place.
document.addEventListener("submit", () => clearTimeout(wait), true);

/** The raft lies like this now. */
export function lies(pieces) {
  raft = pieces;
}

/** Other pieces are in the hand: where the server has them. */
export function taken(rows) {
  heights = Object.fromEntries(rows.map((row) => [row[0], row[5]]));
}

/** Make room when the piece hangs out of the picture. */
export function widen() {
  const svg = top_();
  const group = inHand();
  if (!group) return;
  const [left, up, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  const at = typed();
  if (!at) return;
  const one = piece([group.dataset.held, group.dataset.held[0] === "c" ? 0 : Number(group.dataset.held.slice(1)), at.x, at.y, at.rot]);
  const xs = one.outline.map(([x]) => x);
  const ys = one.outline.map(([, y]) => -y);
  const [l, t] = [Math.min(left, ...xs.map((x) => x - 9)), Math.min(up, ...ys.map((y) => y - 9))];
  const [r, b] = [Math.max(left + wide, ...xs.map((x) => x + 9)), Math.max(up + high, ...ys.map((y) => y + 9))];
  svg.setAttribute("viewBox", [l, t, r - l, b - t].map(tidy).join(" "));
}

// --- the rafters: one to lift, five to put up ------------------------------------------------------------------

export function pick(n) {
  const input = form().querySelector(`[name=rafter][value="${n}"]`);
  if (!input) return;
  input.checked = true;
  input.focus({ preventScroll: true });
  mark();
}

export function mark() {
  const value = form() && ask()?.dataset.kind === "lift" ? chosen("rafter") : "";
  for (const post of top_()?.querySelectorAll("[data-rafter]") ?? []) {
    post.classList.toggle("picked", post.dataset.rafter === value);
    post.classList.toggle("can", Boolean(form()?.querySelector(`[name=rafter][value="${post.dataset.rafter}"]`)));
  }
  const go = form()?.querySelector("[data-names]");
  if (!go) return;
  const name = form().querySelector("[name=rafter]:checked")?.closest("label").querySelector("span").firstChild.textContent.trim();
  if (name) go.querySelector("span").textContent = go.dataset.names.replace("{name}", name);
  go.disabled = !name;
}

export function shift(n, dx, dy) {
  field(`x${n}`).value = tidy(within((number(field(`x${n}`).value) || 0) + dx, FARTHEST.x));
  field(`y${n}`).value = tidy(within((number(field(`y${n}`).value) || 0) + dy, FARTHEST.y));
  stand(n);
}

export function stand(n) {
  const [left, up, turn] = ["x", "y", "rot"].map((name) => number(field(name + n).value));
  if (![left, up, turn].every(Number.isFinite)) return;
  const { x, y, rot } = drawable({ x: left, y: up, rot: turn });
  const post = top_().querySelector(`[data-rafter="${n}"]`);
  const [cast, body] = post.querySelectorAll("use");
  body.setAttribute("transform", `translate(${x} ${-y}) rotate(${-rot})`);
  cast.setAttribute("transform", `translate(2 4) translate(${x} ${-y}) rotate(${-rot})`);
  post.querySelector("text").setAttribute("transform", `translate(${x} ${-y})`);
  raft = raft.map((one) => (one.id === `r${n}` ? piece([one.id, one.design, x, y, rot]) : one));
  draw(iso(), raft);
}
