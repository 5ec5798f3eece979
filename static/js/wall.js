// The projector shows one page of a tournament at a time, and turns it on its own.

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

/** The ring round the time that is left: how much of the break that is. */
function drawRings() {
  for (const ring of all("[data-whole]")) {
    const [minutes, seconds] = (all("strong", ring)[0]?.textContent ?? "").split(":").map(Number);
    ring.style.setProperty("--share", String((60 * minutes + seconds) / Number(ring.dataset.whole)));
  }
}

show();
setInterval(drawRings, 1000);
setInterval(turn, TURNED_AFTER_MS);
document.addEventListener("htmx:after:swap", show);
