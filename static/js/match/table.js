// The table has one owner. Three things change it, each by a verb: what the player has just done (`now`), what has happened, told
// event by event (`byEvent`), and what the server says (`byFrame`), which always wins: whatever the other two have changed is put
// back before htmx swaps a frame in, so that it meets the table as the server knows it.

import { Zones } from "./zones.js";

/** @import { Animator } from "./animator.js" */

/**
 * What is shown of an action before its answer: by which animator, which event will confirm it, and what a refusal does. That is
 * called before the table is put back, and what it returns after it.
 *
 * @typedef {{animator: Animator, event: string, refuse?: () => () => void}} Early
 */

/**
 * What changes the table, each at the owner's request alone. `begin` returns what shows an action that is being sent (without a
 * movement if it `isAgain`), or null if nothing on the table does; `end` ends what else shows it. `play` shows the events of a
 * frame, by the animator that has begun with them.
 *
 * @typedef {object} Changes
 * @property {(action: Action, isAgain: boolean) => (() => Early) | null} begin
 * @property {() => void} end
 * @property {(events: GameEvent[], faces: Faces, begun: Animator | null) => Promise<void>} play
 */

export class Table {
  #changes;
  /** @type {Zones | null} */
  #said = null; // as the server last described them, while something else changes them
  /** @type {Early | null} */
  #early = null; // the player's action that has no answer yet

  /** @param {Changes} changes */
  constructor(changes) {
    this.#changes = changes;
  }

  /**
   * Show at once what the player has just done; the server's frame confirms it, or a refusal takes it back.
   *
   * @param {Action} action
   * @param {boolean} [isAgain] it was seen: nothing moves
   */
  now(action, isAgain = false) {
    const change = this.#changes.begin(action, isAgain);
    if (!change) return;
    this.#said ??= new Zones();
    this.#early = change();
  }

  /**
   * Show what has happened, without what the player has seen already. Resolves when all of it is seen.
   *
   * @param {GameEvent[]} events
   * @param {Faces} faces
   */
  async byEvent(events, faces) {
    this.#said ??= new Zones();
    this.#changes.end();
    await this.#changes.play(left(events, this.#early), faces, this.#early?.animator ?? null);
  }

  /** The table is about to become what the server says. @param {string} content the HTML that htmx is about to swap in */
  byFrame(content) {
    this.#changes.end();
    this.#early?.animator.clear();
    this.#early = null;
    this.#said?.putBack(content);
    this.#said = null;
  }

  /** The server has said more of the table that is there, such as who has left it: what the player has done stays. @param {string} content */
  alsoByFrame(content) {
    this.#said?.update(content);
  }

  /** The server has refused what the player has done. */
  takeBack() {
    const early = this.#early;
    const end = early?.refuse?.();
    early?.animator.skip();
    this.byFrame("");
    end?.();
  }
}

/**
 * The events that are still to be shown. An incantation is aimed already, but not yet cast.
 *
 * @param {GameEvent[]} events
 * @param {Early | null} early
 */
function left(events, early) {
  const known = early && early.event !== "cast" ? events.findIndex(({ type }) => type === early.event) : -1;
  return events.filter((_, index) => index !== known);
}
