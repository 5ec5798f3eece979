// Times that run down: until an opponent who is away may be found absent, by the server's clock.

import { all } from "../dom.js";

const TICK_MS = 1000;

/**
 * `ahead`: milliseconds by which the server's clock is ahead of this one.
 *
 * @type {{ahead: number, ticking: ReturnType<typeof setInterval> | undefined}}
 */
const state = { ahead: 0, ticking: undefined };

/** Update the times on the page after a frame. @param {Shown} frame */
export function countDown(frame) {
  if (frame.type === "snapshot" && frame.now !== undefined) state.ahead = frame.now * 1000 - Date.now();
  clearInterval(state.ticking);
  if (show()) state.ticking = setInterval(show, TICK_MS);
}

/** Write the time that is left into each countdown; return how many there are. */
function show() {
  const times = all("[data-due]");
  for (const time of times) {
    const left = Math.max(0, Math.round(Number(time.dataset.due) - (Date.now() + state.ahead) / 1000));
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
  return times.length;
}
