// A list of what follows a frame, in the order that matters. No element here: a test gives its own steps.

/**
 * The reason for its place in the list stands with it. `when` says whether it is due; without it, it always is.
 *
 * @template Moment
 * @typedef {{ when?: (moment: Moment) => boolean, take: (moment: Moment) => void }} Step
 */

/**
 * Take all steps that are due, one after the other. One that fails keeps none of the others from being taken.
 *
 * @template Moment
 * @param {Step<Moment>[]} steps
 * @param {Moment} moment
 */
export function takeSteps(steps, moment) {
  for (const { when, take } of steps) {
    try {
      if (!when || when(moment)) take(moment);
    } catch (error) {
      console.error(error);
    }
  }
}

/**
 * What some matches alone have, such as clocks; its script comes with their pages (templates/matches/play/match.html). `came`: a
 * frame is here; `shown`: its HTML is in place.
 *
 * @typedef {{ came?: (frame: Shown) => void, shown: (frame: Shown) => void }} Extra
 */

/** @type {Extra[]} */
export const extras = [];
