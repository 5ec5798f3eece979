// The projector shows one page of an event at a time, and turns it on its own.

import { all } from "./dom.js";

const TURNED_AFTER_MS = 12000;
let shown = 0;

function show() {
  const parts = all("[data-wall]");
  for (const [number, part] of parts.entries()) part.hidden = number !== shown % parts.length;
}

function turn() {
  shown += 1;
  show();
}

show();
setInterval(turn, TURNED_AFTER_MS);
document.addEventListener("htmx:after:swap", show);
