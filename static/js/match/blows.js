// How strong a blow looks and sounds, by its wounds: it ticks, it thumps, or it shakes the table.

/** @import { Animator } from "./animator.js" */

const HARD = 3; // wounds
const HUGE = 5;
const SHAKE = 4; // pixels
const STEPS = 4; // of a number that counts
const START_OFFSET = 0.001; // of a movement: what waits shows what was before

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
  animator.hear(amount >= HUGE ? "wound-huge" : amount >= HARD ? "wound-hard" : "wound");
  if (amount >= HUGE) animator.shake(document.getElementById("table"), SHAKE, 1.8);
}

/**
 * Let the number in an element count to its new value in a few steps.
 *
 * @param {Animator} animator
 * @param {HTMLElement} element
 * @param {number} from
 * @param {number} to
 */
export function countTo(animator, element, from, to) {
  const steps = Math.max(1, Math.min(STEPS, Math.abs(to - from)));
  const numbers = Array.from({ length: steps }, (_, step) => Math.round(from + ((to - from) * (step + 1)) / steps));
  return count(animator, element, from, numbers, 0.8 / steps);
}

/**
 * Let the number in an element change to these, one after the other; at once to the last where nothing moves. All are there
 * from the beginning, one under the other, and move past (css/motion.css): the page need not write them.
 *
 * @param {Animator} animator
 * @param {HTMLElement} element
 * @param {number} from
 * @param {number[]} numbers
 * @param {number} beats for each
 * @param {number} [delay] beats until the first
 */
export async function count(animator, element, from, numbers, beats, delay = 0) {
  const last = String(numbers.at(-1) ?? from);
  if (animator.over || !element.isConnected) {
    element.textContent = last;
    return;
  }
  const view = part("count");
  const strip = part("count-numbers");
  strip.append(...[from, ...numbers].map((number) => part("", String(number))));
  view.append(strip);
  element.replaceChildren(view);
  animator.endRemoved(); // what it counted to before
  const { length } = numbers;
  const at = (/** @type {number} */ line) => `0 ${(-100 * line) / (length + 1)}%`;
  const frames = numbers.flatMap((_, index) =>
    [Math.max(START_OFFSET, index / length), (index + 1) / length].map((offset) => ({
      translate: at(index + 1),
      offset,
    })),
  );
  const waiting = [0, START_OFFSET].map((offset) => ({ translate: at(0), offset }));
  const timing = { duration: animator.beat * beats * length, delay: animator.beat * delay, easing: "linear" };
  await animator.adorn(strip, [...waiting, ...frames], timing);
  if (view.isConnected) view.replaceWith(last);
}

/** @param {string} className @param {string} [text] */
function part(className, text = "") {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}
