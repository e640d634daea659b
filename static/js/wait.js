/** A waiting page: asks every few seconds whether it may go on, and goes by itself. */

const place = document.getElementById("wait").dataset;
const EVERY = 4000;

async function ask() {
  try {
    const answer = await fetch(place.poll, { cache: "no-store" });
    if (answer.ok) {
      const { go } = await answer.json();
      if (go) {
        location.assign(go);
        return;
      }
    }
  } catch {
    // no network just now: the next round asks again
  }
  setTimeout(ask, EVERY * (0.8 + Math.random() * 0.4));
}

document.addEventListener("visibilitychange", () => document.hidden || location.reload());
setTimeout(ask, EVERY * Math.random());
