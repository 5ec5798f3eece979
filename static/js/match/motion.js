// Plays what happened before the new table is shown. It can be skipped at any moment and switched off.

import { Show } from "./show.js";
import { STEPS } from "./steps.js";

const BEAT = 210;
const BRISK = 150; // for long stories
const LONG = 40; // events
const calm = matchMedia("(prefers-reduced-motion: reduce)");

let current = null;

/** Whether animations are wanted here and now. */
export function wanted() {
  return window.prefs.get("motion") === "on" && !calm.matches && !document.hidden;
}

/** Whether something is being played. */
export function playing() {
  return current !== null;
}

/** Jump to the end of what is being played. */
export function skip() {
  current?.skip();
}

/** Play the events of a frame on the table, `speed` times as fast; resolves when its fragment may be swapped in. */
export async function play(events, faces, speed = 1) {
  const table = document.getElementById("table") ?? document.getElementById("draft");
  if (!table || !events?.length || !wanted()) return;
  const visible = events.filter((event) => STEPS[event.type]).length;
  const show = new Show(faces, (visible > LONG ? BRISK : BEAT) / speed);
  current = show;
  document.documentElement.setAttribute("data-playing", "");
  const caption = document.getElementById("caption");
  try {
    for (const event of events) {
      if (show.over) break;
      if (caption && event.say) caption.textContent = event.say;
      await STEPS[event.type]?.(show, event);
    }
  } catch (error) {
    // An animation must never keep the true table from being shown.
    console.error(error);
  } finally {
    current = null;
    show.skip();
    show.clear();
    if (caption) caption.textContent = "";
    document.documentElement.removeAttribute("data-playing");
  }
}

document.addEventListener("visibilitychange", () => document.hidden && skip());
document.addEventListener("keydown", (event) => event.key === "Escape" && skip());
