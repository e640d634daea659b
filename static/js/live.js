/** Keeps a screen at the state of its session: a stream that brings fragments, a poll that notices
 *  when one was missed, one clock. Screens put their own behaviour on the events it sends:
 *  `stage` after each change of the stage, `count` with a figure for the host. */

const live = document.getElementById("live");
const banner = document.getElementById("banner");
const POLL = 4000; // a stuck screen heals within 5 s, jitter included
const LONGEST_WAIT = 15000;
const SETTLE = 400; // for so long answers take no tap after they were moved

const PATIENCE = 10_000; // a request that a changed network has swallowed never comes back by itself

// Where a silent page is missed (at a game table) it says that nobody looks at it just now.
const discreet = "present" in live.dataset;

let slip = live.dataset.slip;
let last = live.dataset.last;

/** How long to wait for the next try of the stream, in ms, after so many failures in a row: half as
 *  long again each time up to a bound, so that the wait is never much longer than the outage was, and
 *  a part of it by chance, so that a class does not return at one stroke. It never gives up. */
export function backOff(failures, chance = Math.random()) {
  return Math.min(LONGEST_WAIT, 500 * 1.5 ** failures) * (0.5 + chance / 2);
}

/** From one version poll to the next, in ms. */
export function pollWait(failures, chance = Math.random()) {
  return Math.min(LONGEST_WAIT, POLL * Math.max(1, failures) * (0.8 + chance * 0.4));
}

/** What a request may take; nothing on browsers that cannot stop one. */
export const patience = () => AbortSignal.timeout?.(PATIENCE);

export const stage = () => document.querySelector("[data-phase]");
let said = stage().dataset.say; // by who reads the page
const version = (element) => Number(element?.dataset.version ?? 0) * 10 + Number(element?.dataset.step ?? 0);

// The screen brought in last, until something is sent from it. A move's answer and its push are the same:
// brought in twice, the second would take a button from under the finger that is on it.
let newest = "";
document.addEventListener("submit", () => (newest = ""), true);

/** Bring a fragment in: each of its elements replaces the one of the same id, unless that is newer.
 *  What a push leaves out stays as it is on the page (`data-keep`: its id); what must be there and is
 *  not (`data-must`) is asked for. */
export function swap(html, { force = false } = {}) {
  if (!force && html === newest) return;
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const sign of template.content.querySelectorAll("svg[data-i]")) drawSign(sign);
  const before = stage()?.dataset.phase;
  const focusLater = [];
  let changed = false;
  let lacking = false;
  for (const fresh of [...template.content.children]) {
    const old = fresh.id && document.getElementById(fresh.id);
    if (!old || (!force && version(fresh) < version(old))) continue;
    // A form that is being filled in stays, whatever else on the screen is newer.
    for (const form of force ? [] : fresh.querySelectorAll("[data-hold]")) {
      const held = old.querySelector(`[data-hold="${form.dataset.hold}"]`);
      if (!held) continue;
      const typing = held.contains(document.activeElement) ? document.activeElement : null;
      form.replaceWith(held);
      typing && focusLater.push(typing);
    }
    // After the forms: one that stays has kept its own parts.
    for (const place of fresh.querySelectorAll("[data-keep]")) {
      const kept = document.getElementById(place.dataset.keep);
      if (kept) place.replaceWith(kept);
      else if ("must" in place.dataset) lacking = true;
    }
    // What was opened or closed by hand stays so.
    for (const drawer of old.querySelectorAll("details[data-stay]")) {
      const again = fresh.querySelector(`details[data-stay="${drawer.dataset.stay}"]`);
      if (!again) continue;
      again.open = drawer.open;
      if (drawer.contains(document.activeElement)) focusLater.push(alike(document.activeElement, again) ?? again.querySelector("summary"));
    }
    // So does a menu that was just opened.
    const menu = fresh.dataset.phase === old.dataset.phase && old.querySelector("details.menu[open]");
    if (menu) {
      const again = fresh.querySelector("details.menu");
      again?.setAttribute("open", "");
      if (again && menu.contains(document.activeElement)) focusLater.push(again.querySelector("summary"));
    }
    old.replaceWith(fresh);
    if (fresh.id === "note" && fresh.textContent) document.getElementById("say").textContent = fresh.textContent;
    changed ||= fresh.matches("[data-phase]");
  }
  fade();
  for (const field of focusLater) field.focus({ preventScroll: true });
  if (changed) {
    newest = html;
    settle(before);
  }
  if (lacking) refresh().catch(() => {});
}

/** The element of a drawer drawn anew that is what this one was in the old. */
function alike(element, drawer) {
  const trace = (each) => [each.name, each.value, each.getAttribute("href"), each.textContent.trim()].join("\n");
  return [...drawer.querySelectorAll(element.tagName)].find((each) => trace(each) === trace(element));
}

/** A push says of a sign only which it is. */
function drawSign(svg) {
  svg.setAttribute("class", "i");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${live.dataset.sprite}#i-${svg.dataset.i}`);
  svg.removeAttribute("data-i");
  svg.append(use);
}

function fade() {
  for (const toast of document.querySelectorAll("[data-fades]")) {
    delete toast.dataset.fades;
    setTimeout(() => toast.remove(), 12_000);
  }
}

function settle(before) {
  const now = stage();
  document.body.className = now.dataset.body.trim();
  for (const field of now.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = live.dataset.csrf;
  for (const form of now.querySelectorAll("form[method=post]:not(:has([name=csrfmiddlewaretoken]))")) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "csrfmiddlewaretoken", value: live.dataset.csrf });
    form.prepend(field);
  }
  if (now.dataset.phase !== before || now.dataset.say !== said) {
    said = now.dataset.say;
    document.getElementById("say").textContent = said ?? "";
  }
  if (now.dataset.phase !== before) scrollTo(0, 0);
  tick();
  document.dispatchEvent(new CustomEvent("stage"));
}

// --- what is under a finger stays there until the press is over -------------------------------------

const PRESSABLE = "button, a, label, summary, input, select";
const PRESS_OVER = 100; // ms from lifting the finger until the click has surely come
const LONGEST_PRESS = 1000;
let pressed = 0; // the timer by which a press that is under way is over
let putOff = [];

/** Swap it in, but not while something is being pressed: the browser makes no click of a press whose
 *  target was exchanged half-way. */
function bring(html) {
  if (pressed) putOff.push(html);
  else swap(html);
}

function release() {
  pressed = 0;
  const waiting = putOff;
  putOff = [];
  waiting.forEach((html) => swap(html));
}

function pressFor(milliseconds) {
  clearTimeout(pressed);
  pressed = setTimeout(release, milliseconds);
}

addEventListener("pointerdown", (event) => event.target.closest?.(PRESSABLE) && pressFor(LONGEST_PRESS), true);
addEventListener("keydown", (event) => event.key === " " && pressFor(LONGEST_PRESS), true); // a click when it is let go
for (const end of ["pointerup", "pointercancel", "keyup"]) addEventListener(end, () => pressed && pressFor(PRESS_OVER), true);

/** Ask the server for this screen as it is now. */
export async function refresh() {
  const headers = { "HX-Request": "true" };
  const answer = await fetch(live.dataset.stage, { headers, signal: patience() });
  if (answer.ok) bring(await answer.text());
  else if (answer.status === 404 || answer.status === 403) location.reload();
  return answer.ok;
}

// --- what the reader must know -------------------------------------------------------------------

const troubles = { unsent: "", weak: "", alone: "" }; // the gravest first
let passing = 0;

const gravest = () => Object.values(troubles).find(Boolean) ?? "";

function show(words, kind = "") {
  if (banner.textContent === words) return; // said once
  if (!words !== !banner.textContent) moved();
  banner.className = words ? `banner ${kind}` : "";
  banner.textContent = words;
}

/** The banner pushes the screen down and lets it up again: a thumb that was on its way to one answer
 *  must not come down on the next. */
function moved() {
  const main = document.getElementById("main");
  main?.classList.add("moved");
  setTimeout(() => main?.classList.remove("moved"), SETTLE);
}

/** What is wrong until it is mended (words ""): of several the gravest is shown. */
export function trouble(name, words) {
  troubles[name] = words;
  if (!passing) show(gravest());
}

/** What needs to be read only once. */
export function tell(words, kind = "", milliseconds = 5000) {
  clearTimeout(passing);
  show(words, kind);
  passing = setTimeout(() => {
    passing = 0;
    show(gravest());
  }, milliseconds);
}

// --- the clock: one for the whole page ------------------------------------------------------------

let offset = null; // server's clock minus ours, in ms
let bestTrip = Infinity;
let measuring = false;
let drift = Date.now() - performance.now();
let shown = {}; // the closing time and the figure last seen

export const serverNow = () => Date.now() + (offset ?? 0);

function learnOffset(serverTime, trip) {
  if (trip >= bestTrip) return;
  bestTrip = trip;
  offset = serverTime + trip / 2 - Date.now();
}

/** Whether this device's clock was set, or one of its two clocks slept: what was measured is void. */
function jumped() {
  const before = drift;
  drift = Date.now() - performance.now();
  return Math.abs(drift - before) > 200;
}

/** Seconds to show for so many ms left: small corrections of the measured clock, one second at most,
 *  never make it count up. */
export function figure(left, before) {
  const seconds = Math.ceil(left / 1000);
  return seconds === before + 1 ? before : seconds;
}

export function tick() {
  const timer = document.querySelector("[data-timer]");
  if (jumped()) {
    bestTrip = Infinity;
    measuring = true;
    pollNow();
  }
  if (!timer || measuring) return;
  const paused = "paused" in timer.dataset;
  for (const note of document.querySelectorAll("[data-when-paused]")) note.hidden = !paused;
  if ("untimed" in timer.dataset) return;
  if (offset === null) offset = Number(timer.dataset.now) - Date.now();
  const total = Number(timer.dataset.total ?? Infinity) * 1000;
  const now = Math.max(serverNow(), Number(timer.dataset.opens ?? 0)); // it stands until it opens
  // Measured a little off, a clock that has just begun would show more than the whole time.
  const ahead = Math.min(total, Number(timer.dataset.closes) - now);
  const left = paused ? Number(timer.dataset.left) : Math.max(0, ahead);
  const seconds = figure(left, shown.closes === timer.dataset.closes ? shown.seconds : NaN);
  shown = { closes: timer.dataset.closes, seconds };
  const share = Math.min(1, left / total);
  timer.querySelector("b").textContent = seconds;
  timer.querySelector(".t1").setAttribute("stroke-dashoffset", String(100 - 100 * share));
  timer.classList.toggle("late", seconds <= 5);
}

function setClock(clock) {
  const timer = document.querySelector("[data-timer]");
  const now = stage();
  if (!timer || clock.v < Number(now.dataset.version)) return;
  now.dataset.version = clock.v;
  if (!clock.untimed) {
    timer.dataset.closes = clock.closes;
    timer.dataset.left = clock.left_ms;
    timer.dataset.total = clock.total;
  }
  timer.toggleAttribute("data-paused", clock.paused);
  tick();
  document.dispatchEvent(new CustomEvent("clock", { detail: clock }));
}

setInterval(tick, 250);

// --- the stream ---------------------------------------------------------------------------------

let source = null;
let failures = 0;
let again = 0;

function open() {
  clearTimeout(again);
  source?.close();
  source = new EventSource(`/live/stream?slip=${encodeURIComponent(slip)}&last=${encodeURIComponent(last)}`);
  source.addEventListener("open", () => {
    if (failures) document.dispatchEvent(new CustomEvent("reached"));
    failures = 0;
  });
  source.addEventListener("error", () => {
    source.close();
    failures += 1;
    again = setTimeout(open, backOff(failures));
  });
  const remember = (event) => {
    if (event.lastEventId) last = event.lastEventId;
  };
  source.addEventListener("swap", (event) => {
    remember(event);
    bring(event.data);
  });
  source.addEventListener("clock", (event) => {
    remember(event);
    setClock(JSON.parse(event.data));
  });
  source.addEventListener("refresh", () => refresh().catch(() => {})); // the stream no longer reaches back so far
  for (const name of ["count", "led"]) {
    source.addEventListener(name, (event) => {
      document.dispatchEvent(new CustomEvent(name, { detail: event.data }));
    });
  }
}

// --- the polling twin ---------------------------------------------------------------------------

let polls = 0; // that failed in a row
let alone = 0;

/** Our own network is well, but nobody leads the room: another trouble, and not this phone's. It is
 *  said when asked twice. */
function watch(there) {
  const over = stage().dataset.phase === "podium"; // nobody needs to lead any more
  alone = there === false && !over ? alone + 1 : 0;
  trouble("alone", alone > 1 ? live.dataset.alone : "");
}

/** In the background a browser lets a page ask once a minute only: the server is told to count on it. */
function versionAddress(hidden) {
  const word = hidden ? `&hidden=${discreet ? "kept" : 1}` : "";
  return `/live/version?slip=${encodeURIComponent(slip)}${word}`;
}

async function poll() {
  const sent = performance.now();
  try {
    const answer = await fetch(versionAddress(document.hidden), { cache: "no-store", signal: patience() });
    if (answer.status === 403) {
      location.reload();
      return;
    }
    if (answer.ok) {
      const news = await answer.json();
      learnOffset(news.now, performance.now() - sent);
      if (news.slip) slip = news.slip;
      watch(news.there);
      if (news.v > Number(stage().dataset.version)) await refresh();
    } else if (!(await refresh())) throw new Error("away");
    if (polls > 1) tell(live.dataset.back, "ok", 2500);
    if (polls && source?.readyState !== EventSource.OPEN) again = later(again); // the outage is over
    polls = 0;
    trouble("weak", "");
    document.dispatchEvent(new CustomEvent("reached"));
  } catch {
    polls += 1;
    if (polls > 1) trouble("weak", live.dataset.weak);
  }
  measuring = false;
  tick();
}

/** The stream's next try within a second, whatever it was waiting for. */
function later(timer) {
  clearTimeout(timer);
  return setTimeout(open, Math.random() * 1000);
}

let next = 0;

/** Ask now, and from now on at the usual pace: not at the one that an outage has slowed down. */
async function pollNow() {
  await poll();
  clearTimeout(next);
  next = setTimeout(pollNow, alone === 1 ? pollWait(0) / 2 : pollWait(polls));
}

/** The page is looked at again, or the network is back: everything at once, as it is now. */
function wake() {
  failures = 0;
  if (source?.readyState !== EventSource.OPEN) open();
  tick();
  pollNow();
}

// A page that is left is hidden too, but nobody waits for it a minute long.
let left = false;
addEventListener("pagehide", () => {
  left = true;
  if (document.hidden) fetch(versionAddress(false), { keepalive: true }).catch(() => {});
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) wake();
  else if (!left) pollNow();
});
document.addEventListener("resume", wake); // a browser had stopped this page altogether
addEventListener("online", wake);
addEventListener("offline", () => {
  polls = Math.max(polls, 2);
  trouble("weak", live.dataset.weak);
});
addEventListener("pageshow", (event) => {
  left = false;
  if (event.persisted) wake();
});

settle(stage().dataset.phase);
open();
pollNow();
