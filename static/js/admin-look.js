/** Names for what Django's own scripts draw in the admin: search boxes for related rows (Select2),
 *  two-list choosers. Without it they work, but a screen reader meets them nameless. */

/** The words of a field's label, without the colon. */
function labelOf(field) {
  return field.labels?.[0]?.textContent.trim().replace(/:$/, "") ?? "";
}

/** Select2 puts a box beside its hidden select; the box gets the select's name. */
function nameBox(select) {
  const box = select.nextElementSibling;
  const name = labelOf(select);
  if (!name || !box?.classList.contains("select2-container")) return;
  const selection = box.querySelector(".select2-selection");
  const shown = box.querySelector(".select2-selection__rendered");
  const text = [...shown.querySelectorAll(".select2-selection__choice")].map((each) => each.title);
  const value = shown.tagName === "UL" ? text.join(", ") : shown.title;
  selection.removeAttribute("aria-labelledby");
  // Which list the box has opened; Select2 says it by aria-owns only.
  if (selection.hasAttribute("aria-owns")) selection.setAttribute("aria-controls", selection.getAttribute("aria-owns"));
  else selection.removeAttribute("aria-controls");
  selection.setAttribute("aria-label", value ? `${name}: ${value}` : name);
  // A text box inside a combo box, and a list with a button among its rows, say nothing more.
  if (shown.tagName === "UL") {
    for (const part of [shown, ...shown.querySelectorAll(":scope > li")]) part.setAttribute("role", "presentation");
  } else {
    shown.removeAttribute("role");
    shown.removeAttribute("aria-readonly");
  }
  box.querySelector(".select2-search__field")?.setAttribute("aria-label", name);
}

function nameAll() {
  for (const select of document.querySelectorAll("select.admin-autocomplete")) nameBox(select);
  const open = document.querySelector("select.admin-autocomplete + .select2-container--open");
  const field = document.querySelector(".select2-dropdown .select2-search__field");
  if (open && field) field.setAttribute("aria-label", labelOf(open.previousElementSibling));
  for (const sign of document.querySelectorAll(".search-label-icon[aria-label]")) sign.setAttribute("role", "img");
}

let waiting = false;
function soon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    nameAll();
  });
}

// Their lists open inside the page's main part, not after its end.
const select2 = globalThis.django?.jQuery?.fn.select2;
if (select2) select2.defaults.set("dropdownParent", django.jQuery("#content"));

if (document.querySelector("select.admin-autocomplete, .selectfilter")) {
  nameAll();
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true, attributeFilter: ["aria-owns"] });
  addEventListener("load", soon);
}
