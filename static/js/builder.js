// Choosing cards from a grid: the deck builder, also inside a match, and the choice of a Champion.

import { around } from "./dom.js";
import * as grid from "./grid.js";

/** @param {KeyboardEvent} event */
function onKey(event) {
  // Enter in the search field would press the first button of the form.
  if (event.key === "Enter" && around(event, "#builder input[type=search]")) event.preventDefault();
}

document.addEventListener("keydown", onKey);
grid.start();
