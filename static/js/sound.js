/** The sounds of a board, made here of two oscillators. Off until somebody presses the switch, and
 *  only where there is one to see. */

const KEPT = "sound";
const VOLUME = 0.12;
/** Hertz at the start and at the end, seconds. */
const SOUNDS = {
  stone: [1500, 900, 0.045],
  win: [330, 165, 0.28],
  roll: [620, 240, 0.07],
  hit: [190, 80, 0.2],
  wood: [420, 210, 0.07],
  splash: [640, 90, 0.35],
};

let context = null;
let wanted = read();

function read() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false; // no storage: off on every page
  }
}

function keep() {
  try {
    localStorage.setItem(KEPT, wanted ? "on" : "off");
  } catch {
    // as above
  }
}

/** One sound by its name, if the reader wants any. */
export function play(name) {
  if (!wanted || document.hidden || !document.querySelector("[data-sound]")) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume(); // heard from the reader's next press on
  const [from, to, seconds] = SOUNDS[name];
  const now = context.currentTime;
  const tone = new OscillatorNode(context, { type: "triangle", frequency: from });
  const loud = new GainNode(context, { gain: VOLUME });
  tone.frequency.exponentialRampToValueAtTime(to, now + seconds);
  loud.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  tone.connect(loud).connect(context.destination);
  tone.start(now);
  tone.stop(now + seconds);
}

/** The switch as it stands; it is drawn anew with every push. */
function show() {
  const button = document.querySelector("[data-sound]");
  if (!button) return;
  button.hidden = !("AudioContext" in window);
  button.setAttribute("aria-pressed", String(wanted));
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-sound]")) return;
  wanted = !wanted;
  keep();
  show();
  play("stone");
});
document.addEventListener("stage", show);
show();
