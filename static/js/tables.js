/** The overview of a class's tables: asked again every few seconds, but not under somebody's finger. */

const place = document.getElementById("tables");
const EVERY = 3000;

async function look() {
  try {
    if (!document.hidden && !place.contains(document.activeElement)) {
      const answer = await fetch(place.dataset.poll, { cache: "no-store" });
      const found = answer.ok && !answer.redirected ? await answer.text() : "";
      if (found) place.innerHTML = found;
    }
  } catch {
    // no network just now: the next round asks again
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
