/** Live checks in a question form: a moment after a change the form is asked about, what is wrong
 *  stands at its field, and the preview shows what was typed, where the page has one. Without it the
 *  server says the same when the form is saved. */

const PAUSE_MS = 400;

const script = document.getElementById("live-check");
const form = document.getElementById("question_form");
const count = document.getElementById("problem-count");
const preview = document.getElementById("preview");
const touched = new Set();
let timer = 0;
let asked = 0;

/** What an editor has not come to yet is counted, but not held against them. */
function isDue(problem) {
  if ("stored" in script.dataset) return true;
  if (problem.id === "choices") return [...touched].some((id) => id.startsWith("id_choices"));
  return problem.code !== "missing" || touched.has(problem.id);
}

function clear() {
  for (const list of form.querySelectorAll(".errorlist")) list.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}

function placeFor(id) {
  const field = document.getElementById(id);
  if (!field) return null;
  if (field.tagName === "FIELDSET") return { field: null, before: field.querySelector("h2, legend").nextSibling, parent: field };
  // A list of related rows stands in a frame with its icons; the message belongs above the frame.
  const frame = field.closest(".related-widget-wrapper") ?? field;
  return { field, before: frame, parent: frame.parentElement };
}

function show(problems) {
  clear();
  for (const problem of problems) {
    const place = isDue(problem) && placeFor(problem.id);
    if (!place) continue;
    const listId = `live-${problem.id}`;
    let list = document.getElementById(listId);
    if (!list) {
      list = document.createElement("ul");
      list.className = "errorlist live";
      list.id = listId;
      place.parent.insertBefore(list, place.before);
    }
    const item = document.createElement("li");
    item.textContent = problem.message;
    list.append(item);
    if (place.field) {
      place.field.setAttribute("aria-invalid", "true");
      place.field.setAttribute("aria-describedby", listId);
    }
  }
  const n = problems.length;
  const { none, one, many } = count.dataset;
  count.textContent = n === 0 ? none : n === 1 ? one : many.replace("{n}", n);
}

async function check() {
  const mine = ++asked;
  const data = new FormData(form);
  for (const [name, value] of [...data]) if (value instanceof File) data.delete(name);
  let found;
  try {
    const response = await fetch(script.dataset.url, { method: "POST", body: data });
    if (!response.ok) throw new Error(response.status);
    found = await response.json();
  } catch {
    if (mine === asked) count.textContent = count.dataset.away;
    return;
  }
  if (mine !== asked) return;
  if (preview && found.preview) preview.innerHTML = found.preview;
  form.classList.add("live-on");
  show(found.problems);
}

function soon(event) {
  touched.add(event.target.id);
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE_MS);
}

/** Where one answer is right, marking another unmarks the first. */
function keepOneRight(event) {
  const box = event.target;
  if (!box.name?.endsWith("-is_right") || !box.checked || form.elements.kind.value === "multiple") return;
  for (const other of form.querySelectorAll("[name$='-is_right']")) if (other !== box) other.checked = false;
}

/** The editor of the kind that is chosen, and no other. */
function showKind() {
  for (const part of form.querySelectorAll("[data-kinds]"))
    part.hidden = !part.dataset.kinds.split(" ").includes(form.elements.kind.value);
}

if (form.elements.kind) {
  showKind();
  form.elements.kind.addEventListener("change", showKind);
}
form.addEventListener("change", keepOneRight);
form.addEventListener("input", soon);
form.addEventListener("change", soon);
if (!form.querySelector(".errorlist")) check();
