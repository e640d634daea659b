/** Answers that are more than a tap. Each form works without this by its own fields; here they get
 *  a quicker hand. It also serves questions that arrive later. */

const parts = {};

function enhance() {
  for (const [name, make] of Object.entries(parts)) {
    for (const root of document.querySelectorAll(`[data-kind-part="${name}"]:not([data-on])`)) {
      root.dataset.on = "";
      make(root);
    }
  }
}

document.addEventListener("stage", enhance);
enhance();
