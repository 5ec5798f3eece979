// Choosing cards from a grid: the deck builder, also inside a match, and the choice of a Champion.

import * as grid from "./grid.js";

function onKey(event) {
  // Enter in the search field would press the first button of the form.
  if (event.key === "Enter" && event.target.matches?.("#builder input[type=search]")) event.preventDefault();
}

document.addEventListener("keydown", onKey);
grid.start();
