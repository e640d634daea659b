/** The raft of Rafter Five from the side: drawn from places and rest planes, turned by hand, and moved
 *  along the paths that the server sends. The same projection as games/rafter_five/isometric.py. */

const [WIDE, TALL, SUNK, SEA] = [0.866, 0.5, 0.4, -72];
const LEAST = [-96, -54, 96, 78];
const SHADE = 0.16;
const BASE = [[-55, -33], [55, -33], [55, 33], [-55, 33]];
const DROP = 170; // ms in which a piece is put down
const RIPPLE = 450;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const shapes = JSON.parse(document.getElementById("rf-shapes")?.dataset.shapes ?? "{}");

let yaw = 0;
let [cos, sin] = [1, 0];

export const angle = () => yaw;

export function face(degrees) {
  yaw = ((degrees % 360) + 360) % 360;
  [cos, sin] = [Math.cos((yaw * Math.PI) / 180), Math.sin((yaw * Math.PI) / 180)];
}

const turned = (x, y) => [x * cos - y * sin, x * sin + y * cos];

function seen(x, y, z) {
  const [u, v] = turned(x, y);
  return [(u + v) * WIDE, (u - v) * TALL - (z >= 0 ? z : z * SUNK)];
}

/** A piece from a row of the page: id, design, x, y, angle, height, two slopes. */
export function piece([id, design, x, y, rot, z = 0, a = 0, b = 0]) {
  const kind = id[0];
  const [flat, height, lines] = shapes[kind === "c" ? "c" : kind + design];
  const [c, s] = [Math.cos((rot * Math.PI) / 180), Math.sin((rot * Math.PI) / 180)];
  const at = (px, py) => [x + px * c - py * s, y + px * s + py * c];
  const outline = [];
  for (let n = 0; n < flat.length; n += 2) outline.push(at(flat[n], flat[n + 1]));
  const grain = [];
  for (let n = 0; n < lines.length; n += 3) grain.push([at(lines[n], lines[n + 2]), at(lines[n + 1], lines[n + 2])]);
  return { id, kind, design, x, y, rot, z, a, b, outline, height, grain };
}

/** The same piece elsewhere: shifted in plan, in another plane. */
function moved(one, dx, dy, z, a, b) {
  const shift = ([x, y]) => [x + dx, y + dy];
  return { ...one, x: one.x + dx, y: one.y + dy, z, a, b, outline: one.outline.map(shift), grain: one.grain.map((line) => line.map(shift)) };
}

const heightAt = (one, [x, y], up) => one.z + up + one.a * (x - one.x) + one.b * (y - one.y);
const f = (value) => Math.round(value * 10) / 10;
const path = (points) => `M${points.map(([x, y]) => `${f(x)} ${f(y)}`).join("L")}z`;

function faces(outline, low, high) {
  let [left, right] = ["", ""];
  outline.forEach((start, n) => {
    const m = (n + 1) % outline.length;
    const [dx, dy] = turned(outline[m][0] - start[0], outline[m][1] - start[1]);
    if (dx + dy <= 0) return;
    const side = path([low[n], low[m], high[m], high[n]]);
    if (dy - dx < 0) left += side;
    else right += side;
  });
  return `<path class="f-l" d="${left}"/><path class="f-r" d="${right}"/><path class="f-t" d="${path(high)}"/>`;
}

const ring = (one, up) => one.outline.map((point) => seen(...point, heightAt(one, point, up)));

/** How light its wood is: the higher, the lighter. */
const levelOf = (one) => Math.min(7, Math.floor(Math.max(0, one.z) / 2 + 0.5));

function solid(one, css) {
  const high = ring(one, one.height);
  const body = faces(one.outline, ring(one, 0), high);
  const [x, y] = seen(one.x, one.y, one.z + one.height);
  let more = "";
  if (one.kind === "p") {
    const lines = one.grain.map((line) => `M${line.map((point) => seen(...point, heightAt(one, point, one.height)).map(f).join(" ")).join("L")}`);
    more = `<path class="grain" d="${lines.join("")}"/>`;
  } else if (one.kind === "r") more = `<text x="${f(x)}" y="${f(y + 3)}">${one.design}</text>`;
  else more = `<use href="#rf-g${one.design}" class="mark" x="-3.7" y="-3.7" width="7.4" height="7.4" transform="translate(${f(x)} ${f(y)}) scale(1 .62)"/>`;
  const kind = one.kind === "c" ? `c g${one.design}` : one.kind === "p" ? `p w${levelOf(one)}` : "r";
  return `<g class="ip ${kind} ${css}">${body}${more}</g>`;
}

/** A piece from above, with its shadow: what games/rafter_five/board.py draws. */
export function above(one) {
  const name = one.kind === "c" ? "c" : one.id;
  const at = (rot) => `translate(${f(one.x)} ${f(-one.y)})${rot ? ` rotate(${f(-rot)})` : ""}`;
  const by = Math.min(9, 0.3 * Math.max(2, one.z + one.height));
  const cast = `<use class="cast" href="#rf-${name}" transform="translate(${f(by * 0.6)} ${f(by)}) ${at(one.rot)}"/>`;
  const body = `<use href="#rf-${name}" transform="${at(one.rot)}"/>`;
  if (one.kind === "p") return `<g class="tp w${levelOf(one)}" data-id="${one.id}">${cast}${body}</g>`;
  if (one.kind === "r") return `<g class="tr" data-id="${one.id}" data-rafter="${one.design}">${cast}${body}<text transform="${at(0)}" y="3.4">${one.design}</text></g>`;
  return `<g class="tc g${one.design}" data-id="${one.id}">${cast}${body}<use href="#rf-g${one.design}" class="mark" x="-3" y="-3" width="6" height="6" transform="${at(0)}"/></g>`;
}

// --- what is in front of what -----------------------------------------------------------------------

/** The widest gap between two outlines along the sides of the first, and which way it leads. */
function gap(one, other, sign) {
  let [widest, way] = [-Infinity, 0];
  one.forEach(([x1, y1], n) => {
    const [x2, y2] = one[(n + 1) % one.length];
    const [nx, ny] = [y2 - y1, x1 - x2];
    const length = Math.hypot(nx, ny) || 1;
    const least = Math.min(...other.map(([x, y]) => (x - x1) * nx + (y - y1) * ny)) / length;
    if (least <= widest) return;
    const [u, v] = turned(nx, ny);
    [widest, way] = [least, (sign * (u - v)) / length];
  });
  return [widest, way];
}

/** −1 when the first, the earlier of the list, is to be drawn first. */
function before(one, other) {
  const [a, b] = [gap(one.outline, other.outline, 1), gap(other.outline, one.outline, -1)];
  const [widest, way] = a[0] > b[0] ? a : b;
  if (widest < -0.02) return -1;
  return Math.abs(way) < 1e-6 ? 0 : way > 0 ? -1 : 1;
}

function backToFront(raft) {
  const boxes = raft.map((one) => {
    const points = [...ring(one, 0), ...ring(one, one.height)];
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
  const behind = raft.map(() => new Set());
  for (let n = 0; n < raft.length; n += 1)
    for (let m = 0; m < n; m += 1) {
      const [a, b] = [boxes[m], boxes[n]];
      if (a[0] > b[2] || b[0] > a[2] || a[1] > b[3] || b[1] > a[3]) continue;
      const order = before(raft[m], raft[n]);
      if (order < 0) behind[n].add(m);
      else if (order > 0) behind[m].add(n);
    }
  const left = raft.map((_, n) => n);
  const drawn = [];
  while (left.length) {
    const free = left.findIndex((n) => !left.some((m) => behind[n].has(m)));
    drawn.push(raft[left.splice(Math.max(0, free), 1)[0]]);
  }
  return drawn;
}

// --- the picture --------------------------------------------------------------------------------------

function shadows(raft, level) {
  const own = level < 0 ? path(BASE.map(([x, y]) => seen(x - level * SHADE * cos, y + level * SHADE * sin, level))) : "";
  return own + raft
    .filter((one) => one.z + one.height > level)
    .map((one) => {
      const by = (one.z + one.height - level) * SHADE;
      return path(one.outline.map(([x, y]) => seen(x + by * cos, y - by * sin, level)));
    })
    .join("");
}

function box(raft) {
  const points = raft.flatMap((one) => [...ring(one, 0), ...ring(one, one.height)]);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(LEAST[0], ...xs.map((x) => x - 8)), Math.min(LEAST[1], ...ys.map((y) => y - 8)), Math.max(LEAST[2], ...xs.map((x) => x + 8)), Math.max(LEAST[3], ...ys.map((y) => y + 8))];
}

/** Draw pieces; `ghosts` are the ids of what is still in the hand; `within` keeps the frame of others. */
export function draw(svg, raft, { ghosts = new Set(), within = raft, ripples = "" } = {}) {
  if (!svg) return;
  const [left, top, right, bottom] = box(within);
  svg.setAttribute("viewBox", [left, top, right - left, bottom - top].map(f).join(" "));
  svg.dataset.yaw = yaw;
  const sea = right - left <= LEAST[2] - LEAST[0] ? 128 : 1.25 * Math.max(-left, right);
  svg.querySelector(".sea ellipse").setAttribute("rx", f(sea));
  svg.querySelector(".sea ellipse").setAttribute("ry", f(sea * 0.52));
  const high = BASE.map(([x, y]) => seen(x, y, 0));
  svg.querySelector(".bx").innerHTML = `<g class="base">${faces(BASE, BASE.map(([x, y]) => seen(x, y, SEA)), high)}</g>`;
  svg.querySelector("clipPath path").setAttribute("d", path(high));
  svg.querySelector(".on-sea").setAttribute("d", shadows(raft, SEA));
  svg.querySelector(".on-base").setAttribute("d", shadows(raft.filter((one) => one.z > -2), 0));
  // What has slid off on the far side goes down behind the pillar.
  const sunk = (one) => one.z < -3 && turned(one.x, one.y)[0] - turned(one.x, one.y)[1] < 0;
  const far = raft.filter(sunk);
  const near = raft.filter((one) => !sunk(one));
  const all = (some) => backToFront(some).map((one) => solid(one, ghosts.has(one.id) ? "new" : "")).join("");
  let back = svg.querySelector(".far");
  if (!back) {
    back = document.createElementNS("http://www.w3.org/2000/svg", "g");
    back.setAttribute("class", "far");
    svg.querySelector(".bx").before(back);
  }
  back.innerHTML = ripples + all(far);
  svg.querySelector(".ps").innerHTML = all(near);
}

// --- what moves -----------------------------------------------------------------------------------------

// As games/rafter_five/collapse.py has it: ms in which a piece tips and then slides, and how much steeper
// it is at the end.
const [TIP, SLIDE, TURN_OVER] = [160, 340, 7];

const plane = (z, a, b) => ({ z: z / 10, a: a / 1000, b: b / 1000 });

/** A path of `collapse.paths`: of a piece that settles three numbers, of one that falls six. */
export function read(path) {
  if (path.length === 3) return { falls: false, start: 0, dx: 0, dy: 0, ...plane(...path) };
  const [start, dx, dy, ...limit] = path;
  return { falls: true, start, dx, dy, ...plane(...limit) };
}

/** The ids of what falls. */
export const falling = (paths) => Object.keys(paths ?? {}).filter((id) => read(paths[id]).falls);

const between = (part, from, to) => from + part * (to - from);

/** Where a piece is after so many ms: shift in plan, height, slopes. `whole`: ms in which all settle. */
function along(one, path, ms, whole) {
  const part = path.falls ? (ms - path.start) / TIP : ms / whole;
  if (part <= 1) return [0, 0, ...["z", "a", "b"].map((name) => between(Math.max(0, part), one[name], path[name]))];
  if (!path.falls) return [0, 0, path.z, path.a, path.b];
  const slid = Math.min(1, (ms - path.start - TIP) / SLIDE);
  const steeper = between(slid, 1, TURN_OVER);
  return [path.dx * slid, path.dy * slid, between(slid * slid, path.z, SEA), path.a * steeper, path.b * steeper];
}

let running = null;

export const busy = () => running !== null;

/** End what is being shown. */
export function skip() {
  if (!running) return;
  cancelAnimationFrame(running.frame);
  const { done } = running;
  running = null;
  done();
}

/** Show a move on `svg()`, wherever it is by then: `first` are the pieces before it let go, `put` the
 *  ids of those just put down, `paths` by id. Calls `each` a frame with the places, and `done`. */
export function play({ svg, first, put = new Set(), paths, ms, each = () => {}, done }) {
  skip();
  if (still.matches || document.hidden) {
    done();
    return;
  }
  const lead = put.size ? DROP : 0;
  const ways = Object.fromEntries(Object.entries(paths).map(([id, path]) => [id, read(path)]));
  const gone = first.filter((one) => ways[one.id]?.falls);
  const whole = lead + ms + (gone.length ? RIPPLE : 0);
  const begun = performance.now();
  running = { done, frame: 0 };
  const step = (now) => {
    const at = now - begun;
    const ripples = [];
    const raft = [];
    for (const one of first) {
      const way = ways[one.id];
      if (at < lead) {
        const up = put.has(one.id) ? 12 * (1 - at / lead) ** 2 : 0;
        raft.push(moved(one, 0, 0, one.z + up, one.a, one.b));
      } else if (!way) raft.push(one);
      else {
        const past = at - lead - way.start - TIP - SLIDE;
        if (past <= 0 || !way.falls) raft.push(moved(one, ...along(one, way, at - lead, ms)));
        else {
          const [x, y] = seen(one.x + way.dx, one.y + way.dy, SEA);
          const part = Math.min(1, past / RIPPLE);
          ripples.push(`<ellipse class="ripple" cx="${f(x)}" cy="${f(y)}" rx="${f(6 + 22 * part)}" ry="${f(3 + 11 * part)}" opacity="${(1 - part).toFixed(2)}"/>`);
        }
      }
    }
    draw(svg(), raft, { within: first, ripples: ripples.join("") });
    each(raft);
    if (at >= whole) skip();
    else running.frame = requestAnimationFrame(step);
  };
  running.frame = requestAnimationFrame(step);
}
