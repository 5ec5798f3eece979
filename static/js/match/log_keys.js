// The log by keyboard: it is one tab stop, and the arrows go from link to link within it (names of cards, in a replay the
// steps, too). Loaded when the log is focused for the first time.

import { all, around } from "../dom.js";

/** @type {Record<string, number>} */
const KEYS = { ArrowUp: -1, ArrowDown: 1 };

/**
 * The link to begin with: of those in sight the last one upwards, the first one downwards.
 *
 * @param {HTMLElement} log
 * @param {HTMLElement[]} links
 * @param {number} way
 */
function first(log, links, way) {
  const box = log.getBoundingClientRect();
  const seen = links.filter((link) => {
    const { top, bottom } = link.getBoundingClientRect();
    return top >= box.top && bottom <= box.bottom;
  });
  return way < 0 ? seen.at(-1) : seen[0];
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const log = around(event, "#log");
  const way = KEYS[event.key];
  if (!log || !way || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = all("a, button", log);
  const here = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = here < 0 ? first(log, links, way) : links[here + way];
  event.stopPropagation(); // the table has arrows of its own
  if (!next) return;
  event.preventDefault();
  next.focus();
}

document.addEventListener("keydown", onKey, true);
