/** Shows turns of Ô ăn quan on a board drawn by the server: a hand lifts, stones land one at a time,
 *  the square looked at is ringed. A turn is a line of words, as games/o_an_quan/board.py writes it:
 *  lB2 lifted, dB1 a stone lands, cB1 won, sQL looked at and the turn is over, pY Yellow puts five
 *  back, hB Blue takes home. The board in the page is already the one after the turn. */

const NAMES = ["QL", "B1", "B2", "B3", "B4", "B5", "QR", "Y5", "Y4", "Y3", "Y2", "Y1"];
const STONE_MS = 180;
const TURN_MS = 1500;
const SLOWER = 3;
const SOUNDS = { d: "stone", p: "stone", c: "win" };
const SVG = "http://www.w3.org/2000/svg";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** An SVG element with attributes and children. */
export function draw(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

export const hole = (board, square) => board.querySelector(`#sq-${square}`);
export const centre = (board, square) => hole(board, square).dataset.at.split(" ").slice(1).map(Number);

const picture = (n) => (n ? `#oaq-${n > 15 ? 16 : n > 10 ? 11 : n}` : "#");

/** What lies on a board, from the line of its position: top row / bottom row / mandarin squares. */
export function read(line) {
  const [yellow, blue, ends] = line.split("/").map((row) => row.split(","));
  const held = { QL: ends[0], QR: ends[1] };
  for (let i = 0; i < 5; i += 1) Object.assign(held, { [`Y${i + 1}`]: yellow[i], [`B${i + 1}`]: blue[i] });
  return Object.fromEntries(NAMES.map((name) => [name, { n: parseInt(held[name], 10), big: held[name].endsWith("q") }]));
}

/** Show counts on the board without the server; the labels stay those of the true position. */
function paint(board, squares) {
  for (const [name, { n, big }] of Object.entries(squares)) {
    const group = hole(board, name);
    group.querySelector(".lot").setAttribute("href", picture(n));
    group.querySelector(".n").textContent = n;
    group.classList.toggle("none", !n && !big);
    for (const part of group.querySelectorAll(".big, .plus")) part.toggleAttribute("hidden", !big);
  }
}

/** One turn as steps: each changes what lies there and says where the hand is. */
function* steps(words, squares) {
  let hand = 0;
  for (const word of words) {
    const [kind, square] = [word[0], word.slice(1)];
    if (kind === "l") {
      hand = squares[square].n;
      squares[square].n = 0;
    } else if (kind === "d") {
      squares[square].n += 1;
      hand -= 1;
    } else if (kind === "c") Object.assign(squares[square], { n: 0, big: false });
    else if (kind === "p") for (let i = 1; i <= 5; i += 1) squares[`${square}${i}`].n += 1;
    else if (kind === "h") for (let i = 1; i <= 5; i += 1) squares[`${square}${i}`].n = 0;
    yield { kind, square, hand };
  }
}

/** Plays turns one after another on the board of the page, whichever that is by then. `find` gives
 *  the board's SVG now, or null; `done` is called whenever nothing is left to show, `hear` at what
 *  can be heard: "stone", "win". How long a turn takes is known to the server too: `showing` in
 *  games/o_an_quan/game.py. */
export class Player {
  constructor(find, done = () => {}, hear = () => {}) {
    Object.assign(this, { find, done, hear, queue: [], now: null, timer: 0, outlined: [] });
  }

  get busy() {
    return this.now !== null;
  }

  /** before: line of the position; turn: its words; truth: called to put the true board back. */
  show({ before, turn, slow = false }) {
    const words = turn.split(" ").filter(Boolean);
    if (!words.length || !this.find()) return;
    this.queue.push({ words, squares: read(before), slow });
    if (!this.busy) this.#next();
  }

  /** The page has a new board: go on there. */
  again() {
    if (this.busy) this.#paint();
    else this.#outline(this.outlined);
  }

  skip() {
    this.queue.length = 0;
    if (this.busy) this.#end();
  }

  #next() {
    const turn = this.queue.shift();
    if (!turn) {
      this.#end();
      return;
    }
    const pause = turn.slow ? STONE_MS * SLOWER : Math.min(STONE_MS, TURN_MS / turn.words.length);
    this.now = { ...turn, steps: steps(turn.words, turn.squares), pause, at: null };
    this.#clear();
    if (still.matches) {
      this.outlined = turn.words;
      this.hear(turn.words.some((word) => word[0] === "c") ? "win" : "stone");
      this.#outline(turn.words);
      this.now = null;
      this.done();
      return;
    }
    this.#paint();
    this.timer = setTimeout(() => this.#step(), pause);
  }

  #step() {
    const { value, done } = this.now.steps.next();
    if (done) {
      this.timer = setTimeout(() => this.#next(), 2 * this.now.pause);
      return;
    }
    this.now.at = value;
    this.#paint();
    if (SOUNDS[value.kind]) this.hear(SOUNDS[value.kind]);
    const longer = value.kind === "s" || value.kind === "c" || value.kind === "l" ? 2 : 1;
    this.timer = setTimeout(() => this.#step(), longer * this.now.pause);
  }

  #paint() {
    const board = this.find();
    if (!board) return;
    board.classList.add("showing");
    paint(board, this.now.squares);
    const at = this.now.at;
    const over = board.querySelector(".over");
    if (!at || !at.square[1]) {
      over.replaceChildren();
      return;
    }
    const [x, y] = centre(board, at.square);
    if (at.kind === "c") hole(board, at.square).classList.add("took");
    if (at.kind === "s" || at.kind === "c") {
      const box = hole(board, at.square).querySelector(".area").cloneNode();
      box.setAttribute("class", at.kind === "s" ? "look stop" : "look");
      over.replaceChildren(box);
    } else {
      const hand = draw("g", { transform: `translate(${x} ${y})`, class: "palm" }, draw("circle", { r: 25, class: "hand" }));
      hand.append(Object.assign(draw("text", { y: 8, class: "hand-n" }), { textContent: at.hand }));
      over.replaceChildren(hand);
    }
  }

  #outline(words) {
    const board = this.find();
    for (const word of words) {
      const square = word.slice(1);
      if (square[1]) hole(board, square)?.classList.add(word[0] === "c" ? "took" : "touched");
    }
  }

  #clear() {
    for (const marked of this.find()?.querySelectorAll(".took, .touched") ?? []) marked.classList.remove("took", "touched");
  }

  #end() {
    clearTimeout(this.timer);
    this.now = null;
    const board = this.find();
    if (board) {
      board.classList.remove("showing");
      board.querySelector(".over").replaceChildren();
      paint(board, truth(board));
      this.#clear();
    }
    this.done();
  }
}

/** What the server drew. */
function truth(board) {
  return Object.fromEntries(
    NAMES.map((name) => [name, { n: Number(hole(board, name).dataset.n), big: "big" in hole(board, name).dataset }]),
  );
}
