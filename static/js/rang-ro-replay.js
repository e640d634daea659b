/** Watching a game of Rạng Rỡ Việt Nam again: pawns travel from one step to the next. */

import { travel } from "./rang-ro.js";
import { watch } from "./steps.js";

watch({ skip() {}, play: travel });
