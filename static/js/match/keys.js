// The keyboard: arrows move over the table (or, with a card picked, over the places where it may go), Escape lays the
// card back, U undoes the last play, ? opens the help, and letters read the table aloud (read.js). Enter and Space press, because
// all pieces are buttons.

import { all, around } from "../dom.js";
import { onEscape } from "../escape.js";
import * as focus from "./focus.js";
import { current, drop, places } from "./play.js";
import { readAloud } from "./read_keys.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Element} element
 * @returns {[number, number]}
 */
function middle(element) {
  const rect = element.getBoundingClientRect();
  return [rect.left + rect.width / 2, rect.top + rect.height / 2];
}

/**
 * The element nearest to `from` in a direction; sideways distance counts double.
 *
 * @param {Element} from
 * @param {[number, number]} direction
 * @param {HTMLElement[]} elements
 */
function nearest(from, [dx, dy], elements) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of elements) {
    const [ex, ey] = middle(element);
    const along = (ex - x) * dx + (ey - y) * dy;
    if (along < 4) continue;
    const across = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    const distance = along + 2 * across;
    if (distance < least) [best, least] = [element, distance];
  }
  return best;
}

function stops() {
  if (current()) return places();
  return all("#table .creature, #table .held:not([inert]), .stage .offer").filter(
    (element) => element.getClientRects().length,
  );
}

/**
 * @param {KeyboardEvent} event
 * @param {[number, number]} direction
 */
function moveFocus(event, direction) {
  const from = /** @type {HTMLElement | null | undefined} */ (
    document.activeElement?.closest(".creature, .held, .berth, .offer")
  );
  if (!from) {
    if (focus.enter()) event.preventDefault();
    return;
  }
  const candidates = stops();
  const isOutside = current() && !candidates.includes(from);
  const next = nearest(from, direction, candidates) ?? (isOutside ? candidates[0] : null);
  event.preventDefault();
  next?.focus();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const direction = ARROWS[event.key];
  if (direction) {
    moveFocus(event, direction);
  } else if (event.key === "u" || event.key === "U") {
    if (!around(event, "input, textarea, select, [contenteditable]")) document.getElementById("undo")?.click();
  } else if (event.key === "?") {
    if (!around(event, "input, textarea, select")) document.getElementById("help-button")?.click();
  } else {
    readAloud(event);
  }
}

/** Lay the picked card back; returns whether one was picked. */
function layBack() {
  const picked = current();
  drop();
  picked?.element.focus();
  return picked !== null;
}

/** Listen to the keyboard. */
export function start() {
  onEscape("picked card", layBack);
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", readAloud);
}
