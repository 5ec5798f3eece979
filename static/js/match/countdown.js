// Times that run down: until an opponent who is away may be found absent, by the server's clock.

import { all } from "../dom.js";

const TICK_MS = 1000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;

/**
 * Write the time that is left into each countdown, and continue as long as there is one.
 *
 * @param {number} ahead milliseconds by which the server's clock is ahead of this one
 */
export function countDown(ahead) {
  clearTimeout(next);
  const times = all("[data-due]");
  for (const time of times) {
    const left = Math.max(0, Math.round(Number(time.dataset.due) - (Date.now() + ahead) / 1000));
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
  if (times.length) next = setTimeout(countDown, TICK_MS, ahead);
}
