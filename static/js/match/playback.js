// Plays what happened before the new table is shown, step by step: as fast as the viewer likes, or not at all. One press of
// Skip, or of the table, ends a step; pressed twice it ends all, as Skip does when it is held.

import { around } from "../dom.js";
import { onEscape } from "../escape.js";
import { Animator } from "./animator.js";
import { fortress } from "./creature_animations.js";
import { ANIMATIONS, STEPS, TOGETHER, WRITTEN } from "./event_animations.js";

/** @import { EventAnimation } from "./animator.js" */

const BEAT = 165; // milliseconds
const BRISK = 135; // where there is much to show
const LONG = 45; // events
const TWICE_MS = 400; // between two presses of Skip that are meant for all
const HOLD_MS = 450; // a press of Skip that is meant for all
const GUARD_MS = 500; // after Skip has gone: the status line's buttons, which lie where it was, refuse a pointer
const SEEN_MS = 1000; // what is shown for less than this has gone before anybody aims at Skip

class Playback {
  /** @type {Animator | null} */
  #current = null;
  #isEnding = false; // all that is left is to be skipped
  #pressed = 0; // when Skip was pressed last
  #holding = 0;
  #guard = 0;

  constructor() {
    document.addEventListener("pointerdown", (event) => this.#onDown(event), { capture: true });
    for (const type of ["pointerup", "pointercancel"])
      document.addEventListener(type, () => clearTimeout(this.#holding), { capture: true });
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
    onEscape("film", () => this.skip());
  }

  /** The speed as a multiple of the normal one; 0 where nothing shall move. */
  get speed() {
    const chosen = Number(window.prefs.get("speed"));
    return window.prefs.still() || !(chosen > 0) ? 0 : chosen;
  }

  /** Whether animations are wanted here and now. */
  get isWanted() {
    return this.speed > 0 && !document.hidden;
  }

  /** Whether what was played last was skipped as a whole. */
  get wasSkipped() {
    return this.#isEnding;
  }

  /** Jump to the end of what is being played; returns whether something is. */
  skip() {
    this.#isEnding = this.#current !== null;
    this.#current?.skip();
    return this.#isEnding;
  }

  /** Jump to the end of the step that is being played; on a second request, to the end of all. @param {MouseEvent} event */
  #skipStep({ detail, timeStamp }) {
    if (detail > 1 || timeStamp - this.#pressed < TWICE_MS) this.skip();
    else this.#current?.skip();
    this.#pressed = timeStamp;
  }

  /**
   * Return an animator of this pace. Without movement it changes the table at once.
   *
   * @param {Faces} faces
   * @param {number} [events] how many there are to show
   * @param {boolean} [isStill]
   */
  animatorFor(faces, events = 1, isStill = false) {
    const times = this.isWanted && !isStill ? this.speed : 0;
    return new Animator(faces, times ? (events > LONG ? BRISK : BEAT) / times : 0);
  }

  /**
   * Play the events of a frame on the table; resolves when its fragment may be swapped in.
   *
   * @param {GameEvent[]} events
   * @param {Faces} faces
   * @param {Animator | null} [begun] the animator that has shown the first of them already
   */
  async play(events, faces, begun = null) {
    const table = document.getElementById("table") ?? document.getElementById("draft");
    if (!table || !events.length || !this.isWanted) return;
    const visible = events.filter((event) => event.type in ANIMATIONS).length;
    const animator = begun ?? this.animatorFor(faces, visible);
    Object.assign(animator.faces, faces);
    animator.begin(events);
    this.#current = animator;
    this.#isEnding = false;
    const begin = performance.now();
    try {
      const shown = this.#showAll(animator, lastBlow(events)); // reads where things are, before the page is changed
      document.documentElement.setAttribute("data-playing", "");
      await shown;
    } catch (error) {
      // An animation must never keep the true table from being shown.
      console.error(error);
    } finally {
      this.#current = null;
      animator.skip();
      animator.clear();
      caption("");
      document.documentElement.removeAttribute("data-playing");
      if (this.#pressed > begin || performance.now() - begin > SEEN_MS) this.#guardButtons();
    }
  }

  /** A press meant for Skip must not end the turn: for a moment "Attack!" refuses pointers (main.js). */
  #guardButtons() {
    clearTimeout(this.#guard);
    document.documentElement.setAttribute("data-guarded", "");
    this.#guard = window.setTimeout(() => document.documentElement.removeAttribute("data-guarded"), GUARD_MS);
  }

  /** @param {Animator} animator @param {GameEvent | null} blow the last of the match, shown at half speed */
  async #showAll(animator, blow) {
    const { beat } = animator;
    let before = "";
    for (let event = animator.next(); event && !this.#isEnding; event = animator.next()) {
      const isStep = begins(event, before);
      if (isStep ? !(event.type === "rested" && before === "rested") : isSeen(event, before)) await animator.reach();
      if (this.#isEnding) return;
      if (isStep) animator.goOn();
      if (isStep && animator.forward && !isAbout(animator, event)) await withdraw(animator);
      if (event === blow) animator.beat = beat * 2;
      else if (event.type === "fort_fell") animator.beat = beat;
      before = event.type;
      const { say } = lastOf(animator, event);
      const { ahead } = animator;
      const animate = /** @type {EventAnimation | undefined} */ (ANIMATIONS[event.type]);
      const shown = animate?.(animator, event);
      if (say) animator.cue(() => this.#current === animator && caption(say), ahead, "words");
      await shown;
    }
    if (animator.forward) await animator.reach();
    if (this.#isEnding) return;
    await withdraw(animator);
    await animator.pause(0.4);
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    if (this.#current && around(event, ".skip")) this.#holding = window.setTimeout(() => this.skip(), HOLD_MS);
  }

  /** Handle a click on the table while something is played, which does what Skip does; true if there was something. @param {MouseEvent} event */
  onClick(event) {
    if (!this.#current) return false;
    this.#skipStep(event);
    return true;
  }
}

/** Return the attack that brings down a Fort, null where none falls. @param {GameEvent[]} events */
function lastBlow(events) {
  const fall = events.findIndex(({ type }) => type === "fort_fell");
  const attacks = events.slice(0, Math.max(fall, 0)).filter(({ type }) => type === "attack");
  return attacks.at(-1) ?? null;
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

/**
 * Whether all before an event must be seen before it is shown. What falls returns in the same change of the page.
 *
 * @param {GameEvent} event
 * @param {string} before the type of the event before it
 */
function isSeen({ type }, before) {
  return type in ANIMATIONS && !WRITTEN.has(type) && !(type === TOGETHER && before === "destroyed");
}

/** Whether the next step is about the fortress that has come forward. @param {Animator} animator @param {GameEvent} event */
function isAbout(animator, event) {
  const seat = animator.forward?.seat;
  if (event.type === "attack") return "fortress" in event.target && event.target.player === seat;
  if (event.type === "turn_began") return false;
  return event.type === "rested" || ("player" in event && event.player === seat);
}

/** The fortress that has come forward goes back to its hand. @param {Animator} animator */
async function withdraw(animator) {
  if (animator.forward) (await fortress()).withdraw(animator);
}

/** The last of the events that are shown with this one. @param {Animator} animator @param {GameEvent} event */
function lastOf(animator, event) {
  return (event.type === TOGETHER && animator.alike(TOGETHER).at(-1)) || event;
}

/** Show the sentence of the current event. @param {string} text */
function caption(text) {
  const line = document.getElementById("caption");
  if (line) line.textContent = text;
}

export const playback = new Playback();
