// The deck builder and the page of a deck: a closer look at cards, arrow keys in the grid, printing.

import * as grid from "./grid.js";
import * as inspect from "./match/inspect.js";

function onKey(event) {
  // Enter in the search field would press the first button of the form.
  if (event.key === "Enter" && event.target.matches?.("input[type=search]")) event.preventDefault();
}

function onClick(event) {
  if (event.target.closest("[data-print]")) window.print();
}

for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick);
grid.start();
if (document.getElementById("inspect")) inspect.start();
