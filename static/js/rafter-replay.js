/** A finished game of Rafter Five, watched again: the slider of steps.js, falls played as they were,
 *  the raft turned by buttons or by dragging it. */

import { angle, busy, draw, face, falling, piece, play, skip } from "./rafter-view.js";
import { watch } from "./steps.js";

const iso = () => document.getElementById("iso");
const rows = (id, name) => JSON.parse(document.getElementById(id).dataset[name] || "[]");
const sketch = () => busy() || draw(iso(), [...rows("raft", "pieces"), ...rows("raft", "held")].map(piece));

function show() {
  const moving = JSON.parse(document.getElementById("happened").dataset.show);
  if (!moving.paths) return;
  const put = moving.put ?? [];
  const held = rows("happened", "held");
  const first = [...rows("happened", "before").filter(([id]) => id !== moving.lift), ...(put.some(([id]) => id[0] === "r") ? held : []), ...put].map(piece);
  play({ svg: iso, first, put: new Set(put.map(([id]) => id)), paths: moving.paths, ms: falling(moving.paths).length ? moving.ms : 250, done: sketch });
}

watch({ skip, play: show });

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-turn]");
  if (!button) {
    if (event.target.closest(".iso-box")) skip();
    return;
  }
  event.preventDefault();
  turn(angle() + Number(button.dataset.turn));
});

function turn(degrees) {
  face(degrees);
  document.querySelector("#steps [name=yaw]").value = Math.round(angle());
  sketch();
}

let swing = null;
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.("#iso") && !event.button) swing = { x: event.clientX, yaw: angle(), id: event.pointerId };
});
document.addEventListener("pointermove", (event) => {
  if (swing?.id === event.pointerId && !busy()) turn(swing.yaw + (event.clientX - swing.x) * 0.6);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (swing = null));

face(Number(iso()?.dataset.yaw ?? 0));
