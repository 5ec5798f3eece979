// The keys, and the buttons of the help, that read the table aloud (read.js).

import { around } from "../dom.js";
import { lazy } from "../fragments.js";

const READ = "holtef"; // the keys of read.js
const reading = lazy("match/read");

/** Read something aloud if a key asks for it; letters are keys of the table only, or of the help's buttons. @param {Event} event */
export async function readAloud(event) {
  const button = around(event, "[data-read]");
  const isFree = document.activeElement === document.body || around(event, "#main");
  const key = event instanceof KeyboardEvent && isFree && !around(event, "input, textarea, select") ? event.key : "";
  const wanted = button && event.type === "click" ? button.dataset.read : key.toLowerCase();
  if (wanted && READ.includes(wanted)) (await reading()).read(wanted);
}
