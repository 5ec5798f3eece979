// The position of the enlarged card: next to its card, and away from the likely next press.

import { all } from "../dom.js";
import { choicesOf, elementOf, placeOf, seat, sourceOf } from "./choices.js";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Area */

const WIDTH = 280;
const EDGE = 8;

/**
 * @param {Area} a
 * @param {Area} b
 */
function overlap(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(width, 0) * Math.max(height, 0);
}

/** Return where the next press may go: the places of a picked card, or of the inspected card. @param {HTMLElement} piece */
function nextPlaces(piece) {
  const open = all("#table [data-open]");
  const source = sourceOf(piece);
  const places =
    open.length || !source ? open : choicesOf(source).map((choice) => elementOf(placeOf(choice.action), seat()));
  return places.filter((place) => place !== null).map((place) => place.closest(".realm-near") ?? place);
}

/** The column of the log if it is next to the table: nothing that is played is pressed there. @returns {Area[]} */
function besideTable() {
  const log = document.getElementById("log-panel");
  if (!log || getComputedStyle(log).position !== "static") return [];
  const { left, top, right } = log.getBoundingClientRect();
  return right - left < WIDTH ? [] : [{ left, top, right, bottom: innerHeight }]; // not there, or folded away
}

/** @returns {Area[]} */
function overTable() {
  const sea = document.querySelector("#table .sea")?.getBoundingClientRect();
  const { left, top, right, bottom } = sea ?? { left: 0, top: 60, right: innerWidth, bottom: innerHeight };
  if (innerWidth > innerHeight) {
    return [
      { left: right - WIDTH - EDGE, top, right: right - EDGE, bottom },
      { left: left + EDGE, top, right: left + EDGE + WIDTH, bottom },
    ];
  }
  const middle = (top + bottom) / 2;
  const [start, end] = [left + EDGE, right - EDGE];
  return [
    { left: start, top: Math.min(top, 48), right: end, bottom: middle },
    { left: start, top: middle, right: end, bottom },
  ];
}

/**
 * Place the panel `box`, which is about `piece`, where it covers the least of what matters.
 *
 * @param {HTMLElement} box
 * @param {HTMLElement} piece
 */
export function position(box, piece) {
  const kept = [piece, ...nextPlaces(piece)].map((element) => element.getBoundingClientRect());
  const areas = [...besideTable(), ...overTable()];
  const costs = areas.map((area) => kept.reduce((sum, rect) => sum + overlap(area, rect), 0));
  const area = areas[costs.indexOf(Math.min(...costs))];
  const below = innerWidth <= innerHeight && area.bottom > innerHeight / 2;
  box.style.left = `${area.left}px`;
  box.style.right = "auto";
  box.style.width = `${area.right - area.left}px`;
  box.style.maxHeight = `${area.bottom - area.top}px`;
  box.style.top = below ? "auto" : `${area.top}px`;
  box.style.bottom = below ? `${innerHeight - area.bottom}px` : "auto";
}
