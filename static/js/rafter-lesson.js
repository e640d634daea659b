/** The lesson of Rafter Five: the piece slides with the slider, and falls as it would fall. Without
 *  this the same form loads the page anew. */

import { angle, busy, draw, face, falling, piece, play, skip } from "./rafter-view.js";

const form = () => document.getElementById("lesson");
const iso = () => document.getElementById("iso");
const rows = (name) => JSON.parse(document.getElementById("raft").dataset[name]).map(piece);
const sketch = () => busy() || draw(iso(), rows("pieces"), { within: rows("before") });
let wanted = 0;

async function load(fields) {
  const ticket = (wanted += 1);
  const query = new URLSearchParams({ ...fields, yaw: String(Math.round(angle())) });
  const address = `${form().getAttribute("action")}?${query}`;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok || ticket !== wanted) return;
  const template = document.createElement("template");
  template.innerHTML = await answer.text();
  const held = document.activeElement?.id;
  skip();
  form().replaceWith(template.content.querySelector("#lesson"));
  if (held) document.getElementById(held)?.focus({ preventScroll: true });
  history.replaceState(null, "", address);
  arrive();
}

function arrive() {
  const moving = JSON.parse(document.getElementById("raft").dataset.show);
  if (!moving.paths) {
    sketch();
    return;
  }
  play({ svg: iso, first: rows("before"), paths: moving.paths, ms: falling(moving.paths).length ? moving.ms : 250, done: sketch });
}

document.addEventListener("input", (event) => event.target.matches("#at") && load({ at: event.target.value }));

document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  const { name, value } = event.submitter ?? {};
  const at = document.getElementById("at").value;
  load(name === "let" ? { at, let: "1" } : { at: name === "at" ? value : at });
});

let swing = null;
document.addEventListener("pointerdown", (event) => {
  if (busy()) skip();
  if (event.target.closest?.("#iso") && !event.button) swing = { x: event.clientX, yaw: angle(), id: event.pointerId };
});
document.addEventListener("pointermove", (event) => {
  if (swing?.id !== event.pointerId || busy()) return;
  face(swing.yaw + (event.clientX - swing.x) * 0.6);
  sketch();
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (swing = null));

face(Number(iso()?.dataset.yaw ?? 0));
arrive();
