/** Opening a room: what was chosen stays chosen when another deck is looked for. */

const choice = document.getElementById("open");
const NAMES = ["play", "scoring", "team_count", "size"];

function chosen() {
  const fields = new FormData(choice);
  return NAMES.map((name) => [name, fields.get(name)]);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("nav a.chip");
  if (!link) return;
  const address = new URL(link.href);
  for (const [name, value] of chosen()) address.searchParams.set(name, value);
  link.href = address.href;
});

document.querySelector("form.find").addEventListener("formdata", (event) => {
  for (const [name, value] of chosen()) event.formData.set(name, value);
});
