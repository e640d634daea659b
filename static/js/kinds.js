/** Answers that are more than a tap. Each form works without this by its own fields; here they get
 *  a quicker hand. It also serves questions that arrive later. */

const parts = {};

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
