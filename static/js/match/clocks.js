// The players' clocks, by the site's own time, which is in the frames of a match with clocks: [data-clock] holds the seconds
// while a clock stands, [data-until] when it is up where it runs. The last ten seconds of the player's own clock tick.

import { all } from "../dom.js";
import { sound } from "./sound_cues.js";

const SECOND = 1000;
const TICKING = 10; // seconds
const DAY = 86_400;
const HOUR = 3600;

/**
 * `ahead`: milliseconds from this page's steady clock to the site's; `ticked`: the last second that ticked, and its deadline.
 *
 * @type {{ahead: number, next: ReturnType<typeof setTimeout> | undefined, ticked: {until: string, left: number}}}
 */
const state = { ahead: Number.NEGATIVE_INFINITY, next: undefined, ticked: { until: "", left: 0 } };

/**
 * Note the site's time; that in a frame that had to wait is too early, and not used.
 *
 * @param {Exclude<Shown, {type: "error"}>} frame
 * @param {number} arrived when it was here, by the page's steady clock
 */
export function noteTime(frame, arrived) {
  const now = Number(frame.clock) * SECOND - arrived;
  state.ahead = frame.type === "snapshot" ? now : Math.max(state.ahead, now);
}

/** Show all clocks of the page as they stand now, and continue. */
export function showClocks() {
  clearTimeout(state.next);
  if (state.ahead === Number.NEGATIVE_INFINITY) return;
  const clocks = all("[data-clock]");
  for (const clock of clocks) show(clock);
  if (clocks.some((clock) => clock.dataset.until)) state.next = setTimeout(showClocks, untilNextSecond());
}

function siteTime() {
  return (performance.now() + state.ahead) / SECOND;
}

/** Return the milliseconds until the running clock shows another second. */
function untilNextSecond() {
  const until = Number(all("[data-until]")[0]?.dataset.until);
  const left = (until - siteTime()) % 1;
  return Math.max(0.05, left > 0 ? left : 1) * SECOND;
}

/** @param {HTMLElement} clock */
function show(clock) {
  const most = Number(clock.dataset.clock);
  const until = clock.dataset.until;
  const left = until ? Math.max(0, Math.min(most, Math.ceil(Number(until) - siteTime() - 0.05))) : most;
  clock.textContent = words(left);
  const isLow = until !== undefined && left <= TICKING;
  clock.parentElement?.toggleAttribute("data-low", isLow);
  if (until && clock.dataset.own !== undefined) warn(clock, left, until);
}

/** @param {number} left seconds */
function words(left) {
  if (left >= DAY) return `${unit("day", Math.floor(left / DAY))} ${unit("hour", Math.floor((left % DAY) / HOUR))}`;
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(left / HOUR), Math.floor(left / 60) % 60, left % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** @param {string} name @param {number} number */
function unit(name, number) {
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit",
    unit: name,
    unitDisplay: "narrow",
  }).format(number);
}

/**
 * Tick in the last seconds, and announce in words when a minute and when ten seconds are left: each once, and late rather
 * than never if the page was busy at that second.
 *
 * @param {HTMLElement} clock
 * @param {number} left seconds
 * @param {string} until
 */
function warn(clock, left, until) {
  const before = until === state.ticked.until ? state.ticked.left : left + 1;
  if (left === before) return;
  state.ticked = { until, left };
  if (left && left <= TICKING) sound("tick");
  const status = clock.parentElement?.querySelector("[data-warnings]");
  if (!(status instanceof HTMLElement)) return;
  const warnings = Object.entries(JSON.parse(status.dataset.warnings ?? "{}")); // the fewest seconds first
  const said = warnings.find(([seconds]) => left <= Number(seconds) && Number(seconds) < before);
  if (said) status.textContent = said[1];
}
