/** The quest editor: a moment after a change the form is asked what the quest costs now. Without it
 *  the server says the same when the quest is saved. */

const PAUSE_MS = 300;

const told = document.getElementById("quest-cost");
const form = document.getElementById("quest_form");
let timer = 0;
let asked = 0;

async function ask() {
  const mine = ++asked;
  try {
    const response = await fetch(told.dataset.url, { method: "POST", body: new FormData(form) });
    if (!response.ok) throw new Error(response.statusText);
    const { said, warns } = await response.json();
    if (mine !== asked) return;
    told.textContent = said;
    told.classList.toggle("warns", warns);
  } catch {
    if (mine === asked) told.textContent = told.dataset.away;
  }
}

/** A region chosen stands for all its provinces: ticks below it would say otherwise. */
function untick(select) {
  if (!select.value) return;
  for (const box of select.closest("fieldset").querySelectorAll("input:checked")) box.checked = false;
}

form?.addEventListener("change", (event) => {
  const { target } = event;
  if (target.matches(".quest-slot select")) untick(target);
  if (target.matches(".quest-slot input:checked")) {
    target.closest("fieldset").querySelector("select").value = "";
  }
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE_MS);
});
