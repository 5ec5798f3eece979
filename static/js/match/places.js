// The places of things on the table, as elements and as rectangles of the window.

import { all } from "../dom.js";
import { countLanes } from "./lane_room.js";

/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/** @typedef {{x: number, y: number}} Point */

/** @param {Box} rect @returns {Point} */
export function centre(rect) {
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

/**
 * The rectangle of a whole card where a creature stands: on phones it lies there as a tile, and stands up to act.
 *
 * @param {Box} rect
 * @returns {Box}
 */
export function cardBox(rect) {
  if (rect.height > rect.width * 1.1 || !rect.width) return rect;
  const width = Math.min(92, Math.max(60, rect.width * 0.5));
  const height = (width * 7) / 5;
  const { x, y } = centre(rect);
  return { left: x - width / 2, top: y - height / 2, width, height };
}

/**
 * Return how far a rectangle is from another, and how much larger; null where they are the same, or one is not there.
 *
 * @param {Box} rect
 * @param {Box} other
 */
export function offset(rect, other) {
  if (!rect.width || !other.width) return null;
  const [a, b] = [centre(rect), centre(other)];
  const [x, y, scale] = [a.x - b.x, a.y - b.y, rect.width / other.width];
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02) return null;
  return { x, y, scale };
}

/**
 * The keyframes of a way from one such distance to another: an arc if it is far.
 *
 * @param {{x: number, y: number, scale: number}} a
 * @param {{x: number, y: number, scale: number}} b
 * @returns {Keyframe[]}
 */
export function arc(a, b) {
  const height = Math.hypot(a.x - b.x, a.y - b.y) > 120 ? -24 : 0;
  return [
    { translate: `${a.x}px ${a.y}px`, scale: `${a.scale}` },
    { translate: `${(a.x + b.x) / 2}px ${(a.y + b.y) / 2 + height}px`, scale: `${(a.scale + b.scale) / 2}` },
    { translate: `${b.x}px ${b.y}px`, scale: `${b.scale}` },
  ];
}

/** The first element that matches, or null. @param {string} selector @returns {HTMLElement | null} */
function one(selector) {
  return document.querySelector(/** @type {"div"} */ (selector));
}

/**
 * @param {string} seat
 * @param {string} lane
 */
export function laneRow(seat, lane) {
  return one(`#realm-${seat}-${lane} .realm-row`);
}

/**
 * @param {string} seat
 * @param {string} lane
 */
export function creatures(seat, lane) {
  const row = laneRow(seat, lane);
  return row ? all(":scope > .creature", row) : [];
}

/** @param {CreaturePlace} place */
export function creature({ player, lane, index }) {
  return creatures(player, lane)[index] ?? null;
}

/** @param {string} seat */
export function handRow(seat) {
  return one(`#hand-${seat} .hand-row`);
}

/**
 * @param {string} seat
 * @param {number} place
 */
export function held(seat, place) {
  const row = handRow(seat);
  return row ? (all(":scope > .held", row)[place] ?? null) : null;
}

/** Copies of the cards that an element shows; a back is a card itself. @param {HTMLElement} element */
export function cardsOf(element) {
  const isBack = element.matches(".card-back");
  const shown = isBack ? [element] : [...element.children].filter((child) => !child.matches(".forecast"));
  const copies = shown.map((child) => /** @type {HTMLElement} */ (child.cloneNode(!isBack)));
  if (isBack) copies[0].className = "card card-back";
  return copies;
}

/** @param {string} seat */
export function champion(seat) {
  return one(`#hand-${seat} .champion-seat .held`);
}

/** The automaton's cards. @param {string} seat */
export function pile(seat) {
  return one(`#hand-${seat} .pile`);
}

/** A player's fortress, in the hand or on the pile. @param {string} seat */
export function fortress(seat) {
  return one(`#hand-${seat} .held-fortress`) ?? pile(seat);
}

/** The rectangle of the sea, where the lanes lie: the middle of the table. @returns {Box} */
export function sea() {
  return (one(".sea") ?? one("#main") ?? document.documentElement).getBoundingClientRect();
}

/** Return whether the lanes are columns, the viewer's realm below. */
export function isUpright() {
  return matchMedia("(orientation: portrait)").matches;
}

/** Return whether this player sits at the far edge of the table. @param {string} seat */
export function isFar(seat) {
  return one(`.seat-far #hand-${seat}`) !== null;
}

/** The HP of a player's fortress, as the table shows it. @param {string} seat */
export function shownHp(seat) {
  return Number(one(`#table [data-hp="${seat}"]`)?.textContent ?? 0);
}

/**
 * Show how much HP a fortress has.
 *
 * @param {string} seat
 * @param {number} value
 */
export function showHp(seat, value) {
  for (const number of all(`[data-hp="${seat}"], #hand-${seat} .card-hp`)) number.textContent = String(value);
}

/** The automaton's mana on its name plate, as it is counted. @param {{tally?: string}} event */
export function countMana({ tally }) {
  const plate = one("#bar-B .mana-next span");
  if (plate && tally) plate.textContent = tally;
}

/** Recount the cards to the right of the fortress. @param {string} seat */
export function countHp(seat) {
  const row = handRow(seat);
  const index = row ? all(":scope > *", row).findIndex((card) => card.matches(".held-fortress")) : -1;
  if (row && index >= 0) showHp(seat, row.children.length - 1 - index);
}

/**
 * Put a creature at the rear of a lane.
 *
 * @param {HTMLElement} row
 * @param {HTMLElement} element
 */
export function addToRear(row, element) {
  const last = all(":scope > .creature", row).at(-1);
  if (last) last.after(element);
  else row.prepend(element);
}

/** The rows in which elements stand. @param {Element[]} elements */
export function rowsOf(elements) {
  return new Set(elements.flatMap(({ parentElement }) => parentElement ?? []));
}

/** Write into each row how many pieces it holds, which sets the size of its cards. @param {Iterable<Element>} rows */
export function recount(rows) {
  for (const row of rows) {
    const zone = row.parentElement;
    if (!zone) continue;
    const pieces = zone.matches(".realm") ? zone.querySelectorAll(".creature") : row.children;
    const count = String(pieces.length);
    if (zone.dataset.count !== undefined && zone.dataset.count !== count) zone.dataset.count = count;
  }
  countLanes();
}
