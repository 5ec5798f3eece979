// Marks on a table: arrows and rings, drawn over its cards. They are written as in app/matches/table/marks.py: "Ah3>Bt0 Bf" is an arrow
// from the fourth place of A's hand to B's first creature in the mountain lane, and a ring around B's fortress. Loaded only
// where somebody draws: matches with company, studies.

import { all } from "./dom.js";
import * as places from "./match/places.js";

/** @typedef {{spot: string, element: HTMLElement, name: string, group: string}} Spot */

const SVG = "http://www.w3.org/2000/svg";
const SPOT = /^([AB])(?:h(\d+)|([tb])(\d+)?|([fc]))$/;
const LANES = { t: "top", b: "bottom" };
const ROOM = 5; // pixels between a card and its ring
const HEAD = 16; // pixels: the head of an arrow

let drawn = "";
/** @type {Element | null} */
let watched = null;
const resized = new ResizeObserver(() => paint());

/** The element at a spot, or null where nothing lies there now. @param {string} spot */
export function elementAt(spot) {
  const [, seat = "", place, lane, index, single] = SPOT.exec(spot) ?? [];
  if (place) return places.held(seat, Number(place));
  if (single) return single === "f" ? places.fortress(seat) : places.champion(seat);
  if (lane !== "t" && lane !== "b") return null;
  if (index) return places.creature({ player: seat, lane: LANES[lane], index: Number(index) });
  return document.getElementById(`realm-${seat}-${LANES[lane]}`);
}

/** All spots of the table as it is now, cards before the lanes in which they lie. @returns {Spot[]} */
export function spots() {
  const found = [];
  for (const seat of ["A", "B"]) {
    const hand = places.handRow(seat);
    const held = hand ? all(":scope > .held", hand) : [];
    found.push(...held.map((element, index) => named(`${seat}h${index}`, element)));
    for (const [letter, single] of [
      ["f", held.length ? null : places.fortress(seat)],
      ["c", places.champion(seat)],
    ])
      if (single instanceof HTMLElement) found.push(named(`${seat}${letter}`, single));
    for (const [letter, lane] of Object.entries(LANES)) {
      found.push(...places.creatures(seat, lane).map((element, index) => named(`${seat}${letter}${index}`, element)));
      const whole = elementAt(`${seat}${letter}`);
      if (whole) found.push(named(`${seat}${letter}`, whole));
    }
  }
  return found;
}

/** @param {string} spot @param {HTMLElement} element @returns {Spot} */
function named(spot, element) {
  const label = element.dataset.name ?? element.getAttribute("aria-label");
  const name = label ?? element.querySelector(".visually-hidden")?.textContent?.trim() ?? "";
  return { spot, element, name, group: element.closest("[role=group]")?.getAttribute("aria-label") ?? "" };
}

/** Draw these marks instead of those before; "" removes them. @param {string} marks */
export function draw(marks) {
  drawn = marks;
  paint();
}

/** Draw the same marks where the cards lie now. */
export function paint() {
  const table = document.getElementById("table");
  if (!table) return;
  if (watched !== table) {
    resized.disconnect();
    resized.observe(table);
    watched = table;
  }
  table.querySelector(":scope > .marks")?.remove();
  const around = table.getBoundingClientRect();
  const pieces = drawn.split(" ").flatMap((mark) => piece(mark, around));
  if (!pieces.length) return;
  const layer = shape("svg", { class: "marks", "aria-hidden": "true" });
  layer.append(...pieces);
  table.append(layer);
}

/** @param {string} mark @param {DOMRect} around */
function piece(mark, around) {
  const [start, end] = mark.split(">").map((spot) => boxOf(elementAt(spot), around));
  if (!start || end === null) return [];
  return end ? [arrow(start, end)] : [ring(start)];
}

/** @param {HTMLElement | null} element @param {DOMRect} around @returns {import("./match/places.js").Box | null} */
function boxOf(element, around) {
  const card = element?.querySelector(".card, .card-pair") ?? element;
  const { left, top, width, height } = card?.getBoundingClientRect() ?? new DOMRect();
  return width ? { left: left - around.left, top: top - around.top, width, height } : null;
}

/** @param {import("./match/places.js").Box} box */
function ring({ left, top, width, height }) {
  const size = { x: left - ROOM, y: top - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM, rx: 10 };
  const group = shape("g", {});
  group.append(shape("rect", { ...size, class: "marks-edge" }), shape("rect", { ...size, class: "marks-line" }));
  return group;
}

/** @param {import("./match/places.js").Box} from @param {import("./match/places.js").Box} to */
function arrow(from, to) {
  const [start, end] = [places.centre(/** @type {DOMRect} */ (from)), places.centre(/** @type {DOMRect} */ (to))];
  const [x, y] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(x, y) || 1;
  const [along, across] = [x / length, y / length];
  const neck = { x: end.x - along * HEAD, y: end.y - across * HEAD };
  const wing = HEAD * 0.6;
  const head = [
    [end.x, end.y],
    [neck.x - across * wing, neck.y + along * wing],
    [neck.x + across * wing, neck.y - along * wing],
  ];
  const line = { x1: start.x, y1: start.y, x2: neck.x, y2: neck.y };
  const points = { points: head.map((point) => point.join(",")).join(" ") };
  const group = shape("g", {});
  group.append(
    shape("line", { ...line, class: "marks-edge" }),
    shape("polygon", { ...points, class: "marks-edge" }),
    shape("line", { ...line, class: "marks-line" }),
    shape("polygon", { ...points, class: "marks-head" }),
  );
  return group;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
