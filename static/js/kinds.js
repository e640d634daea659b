/** Answers that are more than a tap. Each form works without this by its own fields; here they get
 *  a quicker hand. It also serves questions that arrive later. */

const parts = {};

/** Things to order: moved by buttons or dragged; the lists of places follow. */
parts.order = (root) => {
  const rows = () => [...root.children];
  const said = document.createElement("p");
  Object.assign(said, { className: "vh", role: "status" });
  root.after(said);

  function number() {
    rows().forEach((row, at) => {
      row.querySelector("select").value = String(at + 1);
      row.querySelector("b").textContent = `${at + 1}`;
      row.querySelector("[data-move=up]").disabled = at === 0;
      row.querySelector("[data-move=down]").disabled = at === rows().length - 1;
    });
  }
  function tell(row) {
    const text = row.querySelector("label").textContent;
    said.textContent = `${text}: ${root.dataset.at} ${rows().indexOf(row) + 1}/${rows().length}`;
  }
  function mover(row, way) {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", className: "btn plain move", textContent: way === "up" ? "↑" : "↓" });
    made.setAttribute("aria-label", `${root.dataset[way]}: ${row.querySelector("label").textContent}`);
    made.dataset.move = way;
    made.addEventListener("click", () => {
      const other = way === "up" ? row.previousElementSibling : row.nextElementSibling;
      if (!other) return;
      if (way === "up") other.before(row);
      else other.after(row);
      number();
      tell(row);
      (made.disabled ? row.querySelector("[data-move]:not(:disabled)") : made)?.focus();
    });
    return made;
  }
  for (const row of rows()) {
    row.prepend(document.createElement("b"));
    row.querySelector("select").hidden = true;
    row.append(mover(row, "up"), mover(row, "down"));
    drag(row, rows, () => {
      number();
      tell(row);
    });
  }
  root.classList.add("on");
  number();
};

/** Lets a row be dragged past its neighbours by its words or its number. */
function drag(row, rows, done) {
  let held = null;
  row.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button, select") || event.button !== 0) return;
    held = event.pointerId;
    row.setPointerCapture(held);
    row.classList.add("held");
  });
  row.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held) return;
    for (const other of rows()) {
      const box = other.getBoundingClientRect();
      if (other === row || event.clientY < box.top || event.clientY > box.bottom) continue;
      const middle = box.top + box.height / 2;
      const below = row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (below && event.clientY > middle) other.after(row);
      else if (!below && event.clientY < middle) other.before(row);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    row.addEventListener(end, (event) => {
      if (event.pointerId !== held) return;
      held = null;
      row.classList.remove("held");
      done();
    });
  }
}

/** Pairs: a tap on the left, a tap on its partner; the lists behind them follow. */
parts.match = (root) => {
  const rows = [...root.children];
  const lists = rows.map((row) => row.querySelector("select"));
  const words = rows.map((row) => row.querySelector("label").textContent);
  const free = () => lists.findIndex((list) => !list.value);
  let open = 0; // the row that waits for its partner, -1 for none

  function part(text, press) {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", className: "pair-part" });
    made.append(document.createElement("b"), Object.assign(document.createElement("span"), { textContent: text }));
    made.addEventListener("click", () => {
      press();
      show();
    });
    return made;
  }
  function pair(value) {
    const had = lists.findIndex((list) => list.value === value);
    const at = open >= 0 ? open : free();
    if (had >= 0) lists[had].value = "";
    if (at >= 0 && at !== had) lists[at].value = value;
    open = free();
  }
  const lefts = rows.map((row, at) => part(words[at], () => (open = open === at ? -1 : at)));
  const options = [...lists[0].options].slice(1);
  const rights = options.map((option) => part(option.textContent, () => pair(option.value)));

  function show() {
    lists.forEach((list, at) => {
      const chosen = list.value ? list.selectedOptions[0].textContent : "";
      lefts[at].querySelector("b").textContent = chosen && `${at + 1}`;
      lefts[at].setAttribute("aria-pressed", String(open === at));
      lefts[at].setAttribute("aria-label", chosen ? `${words[at]} – ${chosen}` : words[at]);
      lefts[at].classList.toggle("paired", Boolean(chosen));
    });
    rights.forEach((right, index) => {
      const at = lists.findIndex((list) => list.value === options[index].value);
      right.querySelector("b").textContent = at < 0 ? "" : `${at + 1}`;
      right.classList.toggle("paired", at >= 0);
    });
  }
  const [frame, partners] = ["match-frame", "partners"].map((name) => {
    return Object.assign(document.createElement("div"), { className: name });
  });
  rows.forEach((row, at) => {
    for (const old of row.children) old.hidden = true;
    row.append(lefts[at]);
  });
  partners.append(...rights);
  root.before(frame);
  frame.append(root, partners);
  root.classList.add("on");
  show();
};

/** A map beside the list: a tap chooses, and the first one on a small screen comes nearer. */
parts.pin = async (root) => {
  const list = root.querySelector("select");
  const frame = root.querySelector(".pin-map");
  const svg = await map(root);
  if (!svg) return;
  const regions = frame.classList.contains("regions");
  const offered = new Set([...list.options].map((option) => option.value));
  frame.append(svg);
  frame.hidden = false;
  const whole = svg.getAttribute("viewBox");
  const back = document.createElement("button");
  Object.assign(back, { type: "button", className: "btn plain back", textContent: root.dataset.whole, hidden: true });
  frame.append(back);
  svg.setAttribute("aria-hidden", "true"); // the list says the same

  const placeOf = (shape) => (regions ? REGIONS[shape.classList[0]] : shape.dataset.province);
  function show() {
    for (const shape of svg.querySelectorAll(".provinces path"))
      shape.classList.toggle("picked", placeOf(shape) === list.value);
  }
  function nearer(event) {
    const [x0, y0, width, height] = whole.split(" ").map(Number);
    const box = svg.getBoundingClientRect();
    const scale = Math.max(width / box.width, height / box.height);
    if (scale < 1.6 || !back.hidden) return;
    const x = x0 + width / 2 + (event.clientX - box.left - box.width / 2) * scale;
    const y = y0 + height / 2 + (event.clientY - box.top - box.height / 2) * scale;
    const [w, h] = [box.width * scale, box.height * scale].map((side) => side / 3);
    svg.setAttribute("viewBox", `${x - w / 2} ${y - h / 2} ${w} ${h}`);
    back.hidden = false;
  }
  svg.addEventListener("click", (event) => {
    const shape = event.target.closest("[data-province]");
    if (shape) {
      const path = svg.querySelector(`path[data-province="${shape.dataset.province}"]`);
      const place = placeOf(path);
      if (offered.has(place)) list.value = place;
      show();
    }
    nearer(event);
  });
  back.addEventListener("click", () => {
    svg.setAttribute("viewBox", whole);
    back.hidden = true;
  });
  list.addEventListener("change", show);
  show();
};

const REGIONS = {
  "r-nmm": "northern-midlands-mountains",
  "r-rrd": "red-river-delta",
  "r-nc": "north-central",
  "r-scc": "south-central-coast",
  "r-ch": "central-highlands",
  "r-se": "southeast",
  "r-md": "mekong-delta",
};

/** The map, kept by the browser; on a weak network it is asked for again while it is wanted. */
async function map(root) {
  for (let wait = 1000; document.contains(root); wait = Math.min(2 * wait, 8000)) {
    try {
      const answer = await fetch(root.dataset.map, { cache: "force-cache" });
      if (!answer.ok) throw new Error(String(answer.status));
      const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
      return document.adoptNode(parsed.querySelector("svg"));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return null;
}

function enhance() {
  for (const [name, make] of Object.entries(parts)) {
    for (const root of document.querySelectorAll(`[data-kind-part="${name}"]:not([data-on])`)) {
      root.dataset.on = "";
      make(root);
    }
  }
}

document.addEventListener("stage", enhance);
enhance();
