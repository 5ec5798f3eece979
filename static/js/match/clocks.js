// The players' clocks, by the site's own time, which is in the frames of a match with clocks: [data-clock] holds the seconds
// while a clock stands, [data-until] when it is up where it runs. The last ten seconds of the player's own clock tick.

import { all } from "../dom.js";
import { digits, onTick, tick } from "../ticker.js";
import { sound } from "./sound_cues.js";
import { extras } from "./steps.js";

const SECOND = 1000;
const TICKING = 10; // seconds
const DAY = 86_400;
const HOUR = 3600;

/**
 * `ahead`: milliseconds from this page's steady clock to the site's; `ticked`: the last second that ticked, and its deadline.
 *
 * @type {{ahead: number, ticked: {until: string, left: number}}}
 */
const state = { ahead: Number.NEGATIVE_INFINITY, ticked: { until: "", left: 0 } };

/** Note the site's time, as soon as a frame is here. @param {Shown} frame */
function noteTime(frame) {
  if (frame.type === "error" || frame.clock === undefined) return;
  const arrived = performance.now();
  state.ahead = aheadBy(state.ahead, Number(frame.clock) * SECOND - arrived, frame.type === "snapshot");
}

/**
 * By how many milliseconds the site's clock is ahead, by what was known and what a frame says: one that had to wait says less.
 *
 * @param {number} known
 * @param {number} said
 * @param {boolean} isFirst whether the frame begins a connection, which may be to another server
 */
export function aheadBy(known, said, isFirst) {
  return isFirst ? said : Math.max(known, said);
}

/** Draw the clocks; returns the milliseconds until they show something else. */
function drawClocks() {
  if (state.ahead === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY;
  const clocks = all("[data-clock]");
  for (const clock of clocks) show(clock);
  return clocks.some((clock) => clock.dataset.until) ? untilNextSecond() : Number.POSITIVE_INFINITY;
}

function siteTime() {
  return (performance.now() + state.ahead) / SECOND;
}

/** Return the milliseconds until the running clock shows another second. */
function untilNextSecond() {
  return untilNext(Number(all("[data-until]")[0]?.dataset.until), siteTime());
}

/** Return the milliseconds from `now` until a clock that is up at `until` shows another second. @param {number} until @param {number} now both in seconds */
export function untilNext(until, now) {
  const left = (until - now) % 1;
  return Math.max(0.05, left > 0 ? left : 1) * SECOND;
}

/** Return the seconds that a clock shows: at most `most`, those until `until` where it runs. @param {number} most @param {string | undefined} until @param {number} now */
export function secondsLeft(most, until, now) {
  return until ? Math.max(0, Math.min(most, Math.ceil(Number(until) - now - 0.05))) : most;
}

/** @param {HTMLElement} clock */
function show(clock) {
  const most = Number(clock.dataset.clock);
  const until = clock.dataset.until;
  const left = secondsLeft(most, until, siteTime());
  clock.textContent = words(left, document.documentElement.lang);
  const isLow = until !== undefined && left <= TICKING;
  clock.parentElement?.toggleAttribute("data-low", isLow);
  if (until && clock.dataset.own !== undefined) warn(clock, left, until);
}

/** Return a time as a clock shows it. @param {number} left seconds @param {string} language */
export function words(left, language) {
  if (left >= DAY)
    return `${unit("day", Math.floor(left / DAY), language)} ${unit("hour", Math.floor((left % DAY) / HOUR), language)}`;
  return digits(left);
}

/** @param {string} name @param {number} number @param {string} language */
function unit(name, number, language) {
  return new Intl.NumberFormat(language, {
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
  const said = dueWarning(JSON.parse(status.dataset.warnings ?? "{}"), before, left);
  if (said) status.textContent = said;
}

/**
 * Return the warning that is due when a clock has gone from `before` to `left` seconds: the last one, if it has passed several.
 *
 * @param {Record<string, string>} warnings by the seconds that are left
 * @param {number} before
 * @param {number} left
 */
export function dueWarning(warnings, before, left) {
  const due = Object.entries(warnings).find(([seconds]) => left <= Number(seconds) && Number(seconds) < before);
  return due?.[1];
}

onTick(drawClocks);
extras.push({ came: noteTime, shown: tick });
