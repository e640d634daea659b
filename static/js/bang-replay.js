/** Watching a game of the dice shoot-out again. */

import { show, skip } from "./bang-show.js";
import { watch } from "./steps.js";

watch({ skip, play: () => show(JSON.parse(document.getElementById("happened").dataset.show)) });
