/** Watching a game of Ô ăn quan again. */

import { Player } from "./oaq-show.js";
import { watch } from "./steps.js";

const player = new Player(() => document.querySelector("#board svg.oaq"));
watch({ skip: () => player.skip(), play: () => player.show(document.getElementById("board").dataset) });
