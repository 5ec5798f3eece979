// The pages of decks: a closer look at cards, printing.

import "./builder.js";
import * as inspect from "./match/inspect.js";

function onClick(event) {
  if (event.target.closest("[data-print]")) window.print();
}

for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
document.addEventListener("click", onClick);
if (document.getElementById("inspect")) inspect.start();
