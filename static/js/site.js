/** What every page gains from a script: a menu that closes, the theme, passwords that show, a way
 *  back without a question. Without it all of them still work or are not shown. */

const YEAR = 31_536_000;

// Asked of the document each time: on a live screen the menu is another one after every push.
const openMenus = () => document.querySelectorAll("details.menu[open]");
document.addEventListener("click", (event) => {
  if (event.target.closest("dialog")) return; // it stands above the menu it was opened from
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

for (const group of document.querySelectorAll("[data-themes]")) {
  const buttons = group.querySelectorAll("button");
  const current = document.documentElement.dataset.theme ?? "auto";
  const show = (theme) => {
    for (const button of buttons) button.ariaPressed = String(button.value === theme);
  };
  group.hidden = false;
  show(current);
  group.addEventListener("click", (event) => {
    const theme = event.target.closest("button")?.value;
    if (!theme) return;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    show(theme);
  });
}

for (const button of document.querySelectorAll("[data-shows]")) {
  const field = document.getElementById(button.dataset.shows);
  button.hidden = false;
  button.addEventListener("click", () => {
    const hidden = field.type === "password";
    field.type = hidden ? "text" : "password";
    button.ariaPressed = String(hidden);
  });
}

// A form that was refused: who comes back to it later is not asked whether to send it again.
for (const refused of document.querySelectorAll("[data-instead]")) {
  history.replaceState(null, "", refused.dataset.instead);
}
