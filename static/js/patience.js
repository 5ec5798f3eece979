// How long an answer may take before a line counts as dead: by what the line itself has shown.

const MAX_ANSWERS = 5; // answers that count
const TIMES = 2; // the slowest of them
const MAX_MS = 20000;

export class Patience {
  #least;
  /** @type {number[]} */
  #answers = [];

  /** @param {number} least milliseconds, also for a line that nothing is known of */
  constructor(least) {
    this.#least = least;
  }

  /** Note how long the line took for an answer. @param {number} ms */
  note(ms) {
    this.#answers = [...this.#answers, ms].slice(-MAX_ANSWERS);
  }

  /** An answer did not come in time; if the line was only slow, the next may take twice as long. */
  fail() {
    this.note(this.ms());
  }

  /** How many milliseconds to wait. @param {number} [least] */
  ms(least = this.#least) {
    return Math.min(MAX_MS, Math.max(least, TIMES * Math.max(0, ...this.#answers)));
  }
}
