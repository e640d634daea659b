/** Choosing which part of a picture is shown, by dragging: the frame's corners, the frame itself and,
 *  where there is one, the focal point. The numbers stay where they are, in fields of the form, and
 *  say the same to a keyboard; without this script they are filled in by hand.
 *
 *  A `[data-crop]` names the file input (`data-file`), the fields (`data-fields`: six ids of percent
 *  fields, left top right bottom x y; or one id of a field that takes "left,top,right,bottom" as
 *  shares), and the address of a picture that is already there (`data-src`). */

const WHOLE = { left: 0, top: 0, right: 1, bottom: 1, x: 0.5, y: 0.5 };
const SIDES = Object.keys(WHOLE);
/** The smallest frame, as a share of a side; the server refuses less than a tenth. */
const LEAST = 0.1;
/** Pixels of the longer side in which a chosen file is drawn. */
const DRAWN = 960;

const between = (low, value, high) => Math.min(Math.max(value, low), high);

class Fields {
  constructor(ids) {
    this.inputs = ids.map((id) => document.getElementById(id));
    this.isOne = ids.length === 1;
  }

  read() {
    if (this.isOne) {
      const shares = this.inputs[0].value.split(",").map(Number);
      return shares.length === 4 && !shares.some(Number.isNaN)
        ? { ...WHOLE, left: shares[0], top: shares[1], right: shares[2], bottom: shares[3] }
        : { ...WHOLE };
    }
    const read = SIDES.map((side, at) => [side, parseFloat(this.inputs[at].value) / 100]);
    return Object.fromEntries(read.map(([side, v]) => [side, Number.isNaN(v) ? WHOLE[side] : between(0, v, 1)]));
  }

  write(frame) {
    if (this.isOne) {
      this.inputs[0].value = SIDES.slice(0, 4).map((side) => frame[side].toFixed(3)).join(",");
      return;
    }
    SIDES.forEach((side, at) => { this.inputs[at].value = (frame[side] * 100).toFixed(1); });
  }
}

class Crop {
  constructor(root) {
    this.root = root;
    this.stage = root.querySelector(".crop-stage");
    this.canvas = root.querySelector("canvas");
    this.box = root.querySelector(".crop-box");
    this.point = root.querySelector(".crop-point");
    this.card = root.querySelector(".crop-card canvas");
    this.fields = new Fields(root.dataset.fields.split(" "));
    this.frame = this.fields.read();
    this.image = null;
    const file = document.getElementById(root.dataset.file);
    file?.addEventListener("change", () => this.choose(file.files[0]));
    for (const input of this.fields.inputs) input.addEventListener("change", () => this.reread());
    for (const button of root.querySelectorAll("[data-shape]")) {
      button.addEventListener("click", () => this.shape(Number(button.dataset.shape)));
    }
    this.stage.addEventListener("pointerdown", (event) => this.drag(event));
    if (root.dataset.src) this.load(root.dataset.src);
  }

  /** A file that is no picture stays with the server, which says so. */
  async choose(file) {
    this.root.hidden = true;
    if (!file) return;
    try {
      this.draw(await createImageBitmap(file, { imageOrientation: "from-image" }));
    } catch {
      return;
    }
    this.frame = { ...WHOLE };
    this.fields.write(this.frame);
    this.show();
  }

  load(src) {
    const image = new Image();
    image.addEventListener("load", () => { this.draw(image); this.show(); });
    image.src = src;
  }

  draw(image) {
    const scale = Math.min(1, DRAWN / Math.max(image.width, image.height));
    this.canvas.width = Math.max(1, Math.round(image.width * scale));
    this.canvas.height = Math.max(1, Math.round(image.height * scale));
    this.canvas.getContext("2d").drawImage(image, 0, 0, this.canvas.width, this.canvas.height);
    this.root.hidden = false;
  }

  reread() {
    this.frame = this.fields.read();
    this.show();
  }

  show() {
    const { left, top, right, bottom, x, y } = this.frame;
    const percent = (share) => `${share * 100}%`;
    Object.assign(this.box.style, {
      left: percent(left), top: percent(top), width: percent(right - left), height: percent(bottom - top),
    });
    if (!this.point) return;
    Object.assign(this.point.style, { left: percent(x), top: percent(y) });
    this.showCard();
  }

  /** The same part as the server cuts out: `photos.Frame.card`. */
  showCard() {
    const { width, height } = this.canvas;
    const { left, top, right, bottom, x, y } = this.frame;
    const shape = this.card.width / this.card.height;
    const [w, h] = [(right - left) * width, (bottom - top) * height];
    const [wide, high] = [Math.min(w, h * shape), Math.min(h, w / shape)];
    const fromX = between(left * width, x * width - wide / 2, right * width - wide);
    const fromY = between(top * height, y * height - high / 2, bottom * height - high);
    const to = this.card.getContext("2d");
    to.clearRect(0, 0, this.card.width, this.card.height);
    to.drawImage(this.canvas, fromX, fromY, wide, high, 0, 0, this.card.width, this.card.height);
  }

  set(frame) {
    this.frame = { ...this.frame, ...frame };
    this.fields.write(this.frame);
    this.show();
  }

  /** The largest frame of that shape around the middle of the present one; 0 is the whole picture. */
  shape(ratio) {
    if (!ratio) {
      this.set({ left: 0, top: 0, right: 1, bottom: 1 });
      return;
    }
    const of = ratio * (this.canvas.height / this.canvas.width);
    const [w, h] = [Math.min(1, of), Math.min(1, 1 / of)];
    const { left, top, right, bottom } = this.frame;
    const l = between(0, (left + right - w) / 2, 1 - w);
    const t = between(0, (top + bottom - h) / 2, 1 - h);
    this.set({ left: l, top: t, right: l + w, bottom: t + h });
  }

  drag(start) {
    const what = start.target.dataset.grip ?? (start.target === this.box ? "move" : "");
    if (!what) return;
    start.preventDefault();
    const area = this.stage.getBoundingClientRect();
    const from = { ...this.frame };
    const move = (event) => {
      const dx = (event.clientX - start.clientX) / area.width;
      const dy = (event.clientY - start.clientY) / area.height;
      this.set(this.moved(what, from, dx, dy));
    };
    const stop = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", stop);
      window.removeEventListener("pointercancel", stop);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", stop);
    window.addEventListener("pointercancel", stop);
  }

  moved(what, from, dx, dy) {
    if (what === "point") return { x: between(0, from.x + dx, 1), y: between(0, from.y + dy, 1) };
    if (what === "move") {
      const x = between(-from.left, dx, 1 - from.right);
      const y = between(-from.top, dy, 1 - from.bottom);
      return { left: from.left + x, right: from.right + x, top: from.top + y, bottom: from.bottom + y };
    }
    const to = {};
    if (what.includes("w")) to.left = between(0, from.left + dx, from.right - LEAST);
    if (what.includes("e")) to.right = between(from.left + LEAST, from.right + dx, 1);
    if (what.includes("n")) to.top = between(0, from.top + dy, from.bottom - LEAST);
    if (what.includes("s")) to.bottom = between(from.top + LEAST, from.bottom + dy, 1);
    return to;
  }
}

for (const root of document.querySelectorAll("[data-crop]")) new Crop(root);
