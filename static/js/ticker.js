// The one ticker of a page: what runs down is drawn when another second shows. A page loads it with the first notice of the host that
// the server will stop, a board when an opponent is away: those times ([data-left], [data-due]) are drawn from here. A match with
// clocks (match/clocks.js) has it from the beginning.

const SECOND_MS = 1000;
const OVERDUE_MS = 90000; // a notice that still stands so long after its moment is out of date
/** @type {WeakMap<HTMLElement, {left: string | undefined, at: number}>} */
const deadlines = new WeakMap();
/** @type {Set<() => number>} */
const drawings = new Set([drawNotices, drawDue]);
let ahead = 0; // milliseconds by which the server's clock is ahead of this one
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;

/** From now on `draw` is called, and again after as many milliseconds as it returns: Infinity if nothing runs. @param {() => number} draw */
export function onTick(draw) {
  drawings.add(draw);
}

/** Draw everything as it is now, and continue as long as something runs. */
export function tick() {
  clearTimeout(next);
  const wait = Math.min(...[...drawings].map((draw) => draw()));
  if (wait < Number.POSITIVE_INFINITY) next = setTimeout(tick, wait);
}

/** Draw until when an opponent may be away, by the server's clock. @param {number} ms by which it is ahead of this one */
export function countDown(ms) {
  ahead = ms;
  tick();
}

/** Return a time as minutes and seconds, with hours if there are some. @param {number} left seconds */
export function digits(left) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** When the server stops, by this browser's clock. @param {HTMLElement} element */
function deadline(element) {
  const { left } = element.dataset;
  const known = deadlines.get(element);
  if (known && known.left === left) return known.at;
  const at = Date.now() + Number(left) * SECOND_MS;
  deadlines.set(element, { left, at });
  return at;
}

function drawDue() {
  const times = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-due]"));
  const now = (Date.now() + ahead) / SECOND_MS;
  for (const time of times) time.textContent = digits(Math.max(0, Math.round(Number(time.dataset.due) - now)));
  return times.length ? SECOND_MS : Number.POSITIVE_INFINITY;
}

function drawNotices() {
  const notices = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"));
  for (const element of notices) {
    const ms = deadline(element) - Date.now();
    element.textContent = digits(Math.max(0, Math.round(ms / SECOND_MS)));
    if (ms < -OVERDUE_MS) element.closest(".banner")?.remove();
  }
  return notices.length ? SECOND_MS : Number.POSITIVE_INFINITY;
}

tick();
