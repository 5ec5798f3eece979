// The pages of decks: a closer look at cards, printing.

import "./builder.js";
import { all, around } from "./dom.js";
import * as inspect from "./match/inspect.js";

for (const button of all("[data-print]")) button.hidden = false;
document.addEventListener("click", (event) => around(event, "[data-print]") && window.print());
if (document.getElementById("inspect")) inspect.start();
