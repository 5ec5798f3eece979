// How strong a blow looks and sounds, by its wounds: it ticks, it thumps, or it shakes the table.

import { sound } from "./sound_cues.js";

/** @import { Animator } from "./animator.js" */
/** @import { SoundName } from "../sound/sounds.js" */

const HARD = 3; // wounds
const HUGE = 5;
const SHAKE = 4; // pixels
const STEPS = 4; // of a number that counts

/** Return the kind of the number that rises over what is hit (css/motion.css). @param {number} amount */
export function kindOf(amount) {
  return amount >= HUGE ? "wound float-huge" : amount >= HARD ? "wound float-hard" : "wound";
}

/**
 * Play the sound of a blow of so many wounds, and shake the table.
 *
 * @param {Animator} animator
 * @param {number} amount
 */
export function strike(animator, amount) {
  /** @type {SoundName} */
  const name = amount >= HUGE ? "wound-huge" : amount >= HARD ? "wound-hard" : "wound";
  sound(name);
  if (amount >= HUGE) animator.shake(document.getElementById("table"), SHAKE, 1.8);
}

/**
 * Let a number count to its new value in a few steps; at once where nothing moves.
 *
 * @param {Animator} animator
 * @param {number} from
 * @param {number} to
 * @param {(value: number) => void} write
 */
export async function count(animator, from, to, write) {
  const steps = Math.min(STEPS, Math.abs(to - from));
  for (let step = 1; step < steps; step += 1) {
    if (animator.over) break;
    write(Math.round(from + ((to - from) * step) / steps));
    await animator.pause(0.8 / steps);
  }
  write(to);
}
