/** A page that waits for a file: it is asked for anew until the file is there. Without scripts the
 *  page reloads itself. */

const PAUSE_MS = 1000;

async function look() {
  const before = document.getElementById("making");
  if (!before || !("poll" in before.dataset)) return;
  try {
    const response = await fetch(location.href);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const now = page.getElementById("making");
    if (now && now.textContent !== before.textContent) before.replaceWith(document.adoptNode(now));
    if (now && !("poll" in now.dataset) && now.querySelector("a") === null) location.reload();
  } catch {
    // The network is away: ask again.
  }
  setTimeout(look, PAUSE_MS);
}

setTimeout(look, PAUSE_MS);
