/** The export page of the admin: tick or untick every column at once. */

for (const button of document.querySelectorAll("[data-columns]")) {
  const boxes = button.form.querySelectorAll(".selectable-field-export-row input[type=checkbox]");
  button.hidden = false;
  button.addEventListener("click", () => {
    const all = [...boxes].every((box) => box.checked);
    for (const box of boxes) box.checked = !all;
  });
}
