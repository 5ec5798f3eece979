// The position of the enlarged card: next to its card, and away from the likely next press.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Area */

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

/** The column of the log if it is next to the table: nothing that is played lies or is pressed there. @returns {Area[]} */
function besideTable() {
  const log = document.getElementById("log-panel");
  if (!log || getComputedStyle(log).position !== "static") return [];
  const { left, top, right } = log.getBoundingClientRect();
  return right > left ? [{ left, top, right, bottom: innerHeight }] : []; // it is not shown while nothing is in it
}

/** @param {number} width as the style sheet has it @returns {Area[]} */
function overTable(width) {
  const sea = document.querySelector("#table .sea")?.getBoundingClientRect();
  const { left, top, right, bottom } = sea ?? { left: 0, top: 60, right: innerWidth, bottom: innerHeight };
  if (innerWidth > innerHeight) {
    return [
      { left: right - width - EDGE, top, right: right - EDGE, bottom },
      { left: left + EDGE, top, right: left + EDGE + width, bottom },
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
 * The area that covers the least of what shall be seen; of two alike the first.
 *
 * @param {Area[]} areas
 * @param {Area[]} seen
 */
export function freest(areas, seen) {
  const costs = areas.map((area) => seen.reduce((sum, rect) => sum + overlap(area, rect), 0));
  return areas[costs.indexOf(Math.min(...costs))];
}

/**
 * Place the panel `box` where it covers the least of `seen`.
 *
 * @param {HTMLElement} box
 * @param {Element[]} seen
 */
export function position(box, seen) {
  const rects = seen.map((element) => element.getBoundingClientRect());
  box.style.width = "";
  const width = Number.parseFloat(getComputedStyle(box).width);
  const area = freest([...besideTable(), ...overTable(width)], rects);
  const below = innerWidth <= innerHeight && area.bottom > innerHeight / 2;
  box.style.left = `${area.left}px`;
  box.style.right = "auto";
  box.style.width = `${area.right - area.left}px`;
  box.style.maxHeight = `${area.bottom - area.top}px`;
  box.style.top = below ? "auto" : `${area.top}px`;
  box.style.bottom = below ? `${innerHeight - area.bottom}px` : "auto";
}
