// Plays what happened before the new table is shown. It can be skipped at any moment and switched off.

import { Animator } from "./animator.js";
import { ANIMATIONS } from "./event_animations.js";

const BEAT = 210;
const BRISK = 150; // where there is much to show
const LONG = 40; // events
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Animator | null} */
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

/**
 * Play the events of a frame on the table, `speed` times as fast; resolves when its fragment may be swapped in.
 *
 * @param {GameEvent[]} events
 * @param {Faces} faces
 * @param {number} [speed]
 */
export async function play(events, faces, speed = 1) {
  const table = document.getElementById("table") ?? document.getElementById("draft");
  if (!table || !events.length || !wanted()) return;
  const visible = events.filter((event) => event.type in ANIMATIONS).length;
  const animator = new Animator(faces, (visible > LONG ? BRISK : BEAT) / speed);
  current = animator;
  document.documentElement.setAttribute("data-playing", "");
  const caption = document.getElementById("caption");
  try {
    for (const event of events) {
      if (animator.over) break;
      if (caption && event.say) caption.textContent = event.say;
      await ANIMATIONS[event.type]?.(animator, event);
    }
  } catch (error) {
    // An animation must never keep the true table from being shown.
    console.error(error);
  } finally {
    current = null;
    animator.skip();
    animator.clear();
    if (caption) caption.textContent = "";
    document.documentElement.removeAttribute("data-playing");
  }
}

document.addEventListener("visibilitychange", () => document.hidden && skip());
document.addEventListener("keydown", (event) => event.key === "Escape" && skip());
