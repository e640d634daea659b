/** The atlas and its pages: the row of the people on the map, printing. */

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

// The list stays when another people is chosen, so that nobody loses their place in it.
document.addEventListener("htmx:pushedIntoHistory", () => {
  const chosen = new URLSearchParams(location.search).get("group");
  for (const row of document.querySelectorAll("[data-group]")) {
    if (row.dataset.group === chosen) row.ariaCurrent = "true";
    else row.removeAttribute("aria-current");
  }
});
