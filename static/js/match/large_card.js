// On a phone cards lie small: one that the other side plays is large in the middle of the sea for half a second before it
// lands.

import * as places from "./places.js";

/** @import { Animator } from "./animator.js" */
/** @import { Box } from "./places.js" */
/** @import { Movement } from "./timing.js" */

const HOLD = 3; // beats: half a second
const FLIGHT = 1.2; // beats to the middle, and on from there

/**
 * Measure the middle, and return what finds the movement of a card by way of it to where it is.
 *
 * @param {Animator} animator
 */
export function flightByTheMiddle(animator) {
  const { sea } = animator;
  const width = Math.min(sea.width * 0.52, (sea.height * 0.8 * 5) / 7);
  const height = (width * 7) / 5;
  const middle = { left: sea.left + (sea.width - width) / 2, top: sea.top + (sea.height - height) / 2, width, height };
  /** @param {Box} from @param {Box} to where it is @returns {Movement} */
  return (from, to) => {
    const whole = FLIGHT + HOLD + FLIGHT;
    const frames = [frame(from, to, 0), frame(middle, to, FLIGHT / whole), frame(middle, to, 1 - FLIGHT / whole)];
    const landed = { translate: "0 0", scale: "1", offset: 1 };
    return { frames: [...frames, landed], ...animator.flight(whole) };
  };
}

/**
 * @param {Box} at
 * @param {Box} to
 * @param {number} time
 * @returns {Keyframe}
 */
function frame(at, to, time) {
  const { x, y, scale } = places.offset(at, to) ?? { x: 0, y: 0, scale: 1 };
  return { translate: `${x}px ${y}px`, scale: `${scale}`, offset: time, easing: "ease-in-out" };
}
