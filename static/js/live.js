/** Keeps a screen at the state of its session: a stream that brings fragments, a poll that notices
 *  when one was missed, one clock. Screens put their own behaviour on the events it sends:
 *  `stage` after each change of the stage, `count` with a figure for the host. */

const live = document.getElementById("live");
const banner = document.getElementById("banner");
const POLL = 4000; // a stuck screen heals within 5 s, jitter included
const LONGEST_WAIT = 15000;

let slip = live.dataset.slip;
let last = live.dataset.last;
let source = null;
let failures = 0;
let polls = 0;
let offset = null; // server's clock minus ours, in ms
let bestTrip = Infinity;

export const stage = () => document.querySelector("[data-phase]");
const version = (element) => Number(element?.dataset.version ?? 0) * 10 + Number(element?.dataset.step ?? 0);

/** Bring a fragment in: each of its elements replaces the one of the same id, unless that is newer. */
export function swap(html, { force = false } = {}) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const before = stage()?.dataset.phase;
  const focusLater = [];
  let changed = false;
  for (const fresh of [...template.content.children]) {
    const old = fresh.id && document.getElementById(fresh.id);
    if (!old || (!force && version(fresh) < version(old))) continue;
    for (const place of fresh.querySelectorAll("[data-keep]")) {
      const kept = document.getElementById(place.dataset.keep);
      if (kept) place.replaceWith(kept);
    }
    // A form that is being filled in stays, whatever else on the screen is newer.
    for (const form of force ? [] : fresh.querySelectorAll("[data-hold]")) {
      const held = old.querySelector(`[data-hold="${form.dataset.hold}"]`);
      if (!held) continue;
      const typing = held.contains(document.activeElement) ? document.activeElement : null;
      form.replaceWith(held);
      typing && focusLater.push(typing);
    }
    // So does a menu that was just opened.
    const menu = fresh.dataset.phase === old.dataset.phase && old.querySelector("details.menu[open]");
    if (menu) fresh.querySelector("details.menu")?.setAttribute("open", "");
    old.replaceWith(fresh);
    if (fresh.id === "note" && fresh.textContent) document.getElementById("say").textContent = fresh.textContent;
    changed ||= fresh.matches("[data-phase]");
  }
  fade();
  for (const field of focusLater) field.focus({ preventScroll: true });
  if (changed) settle(before);
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
  if (now.dataset.phase !== before) {
    document.getElementById("say").textContent = now.dataset.say ?? "";
    scrollTo(0, 0);
  }
  tick();
  document.dispatchEvent(new CustomEvent("stage"));
}

/** Ask the server for this screen as it is now. */
export async function refresh() {
  const answer = await fetch(live.dataset.stage, { headers: { "HX-Request": "true" } });
  if (answer.ok) swap(await answer.text());
  else if (answer.status === 404 || answer.status === 403) location.reload();
  return answer.ok;
}

/** What the reader must know now, "" when all is well. */
export function tell(words, kind = "") {
  banner.className = words ? `banner ${kind}` : "";
  banner.textContent = words;
}

// --- the clock ----------------------------------------------------------------------------------

export const serverNow = () => Date.now() + (offset ?? 0);

function learnOffset(serverTime, trip) {
  if (trip >= bestTrip) return;
  bestTrip = trip;
  offset = serverTime + trip / 2 - Date.now();
}

export function tick() {
  const timer = document.querySelector("[data-timer]");
  if (!timer) return;
  const paused = "paused" in timer.dataset;
  for (const note of document.querySelectorAll("[data-when-paused]")) note.hidden = !paused;
  if ("untimed" in timer.dataset) return;
  if (offset === null) offset = Number(timer.dataset.now) - Date.now();
  const left = paused ? Number(timer.dataset.left) : Math.max(0, Number(timer.dataset.closes) - serverNow());
  const seconds = Math.ceil(left / 1000);
  const share = Math.min(1, left / (Number(timer.dataset.total) * 1000));
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

function open() {
  source?.close();
  source = new EventSource(`/live/stream?slip=${encodeURIComponent(slip)}&last=${encodeURIComponent(last)}`);
  source.addEventListener("open", () => (failures = 0));
  source.addEventListener("error", () => {
    source.close();
    failures += 1;
    const wait = Math.min(LONGEST_WAIT, 500 * 2 ** failures);
    setTimeout(open, wait * (0.5 + Math.random() / 2));
  });
  const remember = (event) => {
    if (event.lastEventId) last = event.lastEventId;
  };
  source.addEventListener("swap", (event) => {
    remember(event);
    swap(event.data);
  });
  source.addEventListener("clock", (event) => {
    remember(event);
    setClock(JSON.parse(event.data));
  });
  source.addEventListener("refresh", () => refresh()); // the stream no longer reaches back so far
  for (const name of ["count", "led"]) {
    source.addEventListener(name, (event) => {
      document.dispatchEvent(new CustomEvent(name, { detail: event.data }));
    });
  }
}

// --- the polling twin ---------------------------------------------------------------------------

let lost = false;
let alone = 0;

/** Our own network is well, but nobody leads the room: another trouble, and not this phone's. */
function watch(there) {
  const before = alone;
  alone = there === false ? alone + 1 : 0;
  if (alone === 2) tell(live.dataset.alone);
  else if (before >= 2 && !alone) tell("");
}

async function poll() {
  const sent = performance.now();
  try {
    const answer = await fetch(`/live/version?slip=${encodeURIComponent(slip)}`, { cache: "no-store" });
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
    polls = 0;
    if (lost) {
      lost = false;
      tell(live.dataset.back, "ok");
      setTimeout(() => tell(""), 2500);
    }
  } catch {
    polls += 1;
    if (polls >= 2) {
      lost = true;
      tell(live.dataset.weak);
    }
  }
}

function pollLater() {
  const wait = polls ? Math.min(LONGEST_WAIT, POLL * polls) : POLL;
  setTimeout(async () => {
    await poll();
    pollLater();
  }, wait * (0.8 + Math.random() * 0.4));
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  tick();
  poll();
});
addEventListener("online", () => poll());
addEventListener("pageshow", (event) => event.persisted && refresh());

settle(stage().dataset.phase);
open();
poll();
pollLater();
