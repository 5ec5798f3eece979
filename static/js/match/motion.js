// Plays what happened before the new table is shown, step by step: as fast as the viewer likes, or not at all. One press of
// Skip, or of the table, ends a step; pressed twice it ends all, as Skip does when it is held.

import { around } from "../dom.js";
import { Animator } from "./animator.js";
import { ANIMATIONS, STEPS } from "./event_animations.js";
import { isAbout, withdraw } from "./fortress_animations.js";

const BEAT = 165; // milliseconds
const BRISK = 135; // where there is much to show
const LONG = 45; // events
const TWICE_MS = 400; // between two presses of Skip that are meant for all
const HOLD_MS = 450; // a press of Skip that is meant for all
const GUARD_MS = 500; // after Skip has gone: the status line's buttons, which lie where it was, take no pointer
const SEEN_MS = 1000; // what is shown for less than this has gone before anybody aims at Skip

/** @type {Animator | null} */
let current = null;
let isEnding = false; // all that is left is to be skipped
let pressed = 0; // when Skip was pressed last
let holding = 0;
let guard = 0;

/** Return the speed as a multiple of the normal one; 0 where nothing shall move. */
export function speed() {
  const chosen = Number(window.prefs.get("speed"));
  return window.prefs.still() || !(chosen > 0) ? 0 : chosen;
}

/** Return whether animations are wanted here and now. */
export function wanted() {
  return speed() > 0 && !document.hidden;
}

/** Return whether something is being played. */
export function playing() {
  return current !== null;
}

/** Jump to the end of what is being played. */
export function skip() {
  isEnding = current !== null;
  current?.skip();
}

/** Jump to the end of the step that is being played; on a second request, to the end of all. @param {MouseEvent} event */
function skipStep({ detail, timeStamp }) {
  if (detail > 1 || timeStamp - pressed < TWICE_MS) skip();
  else current?.skip();
  pressed = timeStamp;
}

/**
 * Return an animator of this pace. Without movement it changes the table at once.
 *
 * @param {Faces} faces
 * @param {number} [events] how many there are to show
 */
export function animatorFor(faces, events = 1) {
  const times = wanted() ? speed() : 0;
  return new Animator(faces, times ? (events > LONG ? BRISK : BEAT) / times : 0);
}

/**
 * Play the events of a frame on the table; resolves when its fragment may be swapped in.
 *
 * @param {GameEvent[]} events
 * @param {Faces} faces
 * @param {Animator | null} [begun] the animator that has shown the first of them already
 */
export async function play(events, faces, begun = null) {
  const table = document.getElementById("table") ?? document.getElementById("draft");
  if (!table || !events.length || !wanted()) return;
  const visible = events.filter((event) => event.type in ANIMATIONS).length;
  const animator = begun ?? animatorFor(faces, visible);
  Object.assign(animator.faces, faces);
  animator.coming = [...events];
  current = animator;
  isEnding = false;
  const begin = performance.now();
  try {
    const shown = showAll(animator); // reads where things are, before the page is changed
    document.documentElement.setAttribute("data-playing", "");
    await shown;
  } catch (error) {
    // An animation must never keep the true table from being shown.
    console.error(error);
  } finally {
    current = null;
    animator.skip();
    animator.clear();
    caption("");
    document.documentElement.removeAttribute("data-playing");
    if (pressed > begin || performance.now() - begin > SEEN_MS) guardButtons();
  }
}

/** A press meant for Skip must not end the turn: for a moment "Attack!" takes none (board.css); the keyboard does. */
function guardButtons() {
  clearTimeout(guard);
  document.documentElement.setAttribute("data-guarded", "");
  guard = window.setTimeout(() => document.documentElement.removeAttribute("data-guarded"), GUARD_MS);
}

/** @param {Animator} animator */
async function showAll(animator) {
  let before = "";
  for (let event = animator.coming.shift(); event && !isEnding; event = animator.coming.shift()) {
    if (begins(event, before)) beginStep(animator, event);
    before = event.type;
    animator.said = "";
    const shown = ANIMATIONS[event.type]?.(animator, event);
    const said = animator.said || event.say;
    if (said) caption(said);
    await shown;
  }
  if (isEnding) return;
  withdraw(animator);
  await animator.pause(animator.forward ? 1.2 : 0.4);
}

/**
 * A reveal by the automaton and what it does with the card are one step.
 *
 * @param {GameEvent} event
 * @param {string} before the type of the event before it
 */
function begins({ type }, before) {
  return STEPS.has(type) && before !== "revealed";
}

/** @param {Animator} animator @param {GameEvent} event */
function beginStep(animator, event) {
  animator.goOn();
  if (animator.forward && !isAbout(animator, event)) withdraw(animator);
}

/** Show the sentence of the current event. @param {string} text */
function caption(text) {
  const line = document.getElementById("caption");
  if (line) line.textContent = text;
}

/** @param {PointerEvent} event */
function onDown(event) {
  if (current && around(event, ".skip")) holding = window.setTimeout(skip, HOLD_MS);
}

/** Handle a click on the table while something is played, which does what Skip does; true if there was something. @param {MouseEvent} event */
export function onClick(event) {
  if (!current) return false;
  skipStep(event);
  return true;
}

document.addEventListener("pointerdown", onDown, { capture: true });
document.addEventListener("pointerup", () => clearTimeout(holding), { capture: true });
document.addEventListener("pointercancel", () => clearTimeout(holding), { capture: true });
document.addEventListener("visibilitychange", () => document.hidden && skip());
document.addEventListener("keydown", (event) => event.key === "Escape" && skip());
