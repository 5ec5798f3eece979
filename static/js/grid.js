// A grid of buttons ([data-grid]) as one stop of the Tab key: arrows, Home and End move inside it.

import { all, around } from "./dom.js";

/** Let the Tab key stop at one button of each grid. */
export function prepare() {
  for (const grid of all("[data-grid]")) {
    const buttons = all("button", grid);
    const focused = buttons.find((button) => button === document.activeElement);
    const entry = focused ?? buttons.find((button) => button.tabIndex === 0) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === entry ? 0 : -1;
  }
}

/** Return how many buttons the first row has. @param {HTMLElement[]} buttons */
function columns(buttons) {
  const top = buttons[0].getBoundingClientRect().top;
  const next = buttons.findIndex((button) => button.getBoundingClientRect().top > top + 4);
  return next < 0 ? buttons.length : next;
}

/**
 * The button to which a key leads from the one at `index`, if there is one.
 *
 * @param {HTMLElement[]} buttons
 * @param {number} index
 * @param {string} key
 */
function target(buttons, index, key) {
  const forward = document.dir === "rtl" ? -1 : 1;
  if (key === "Home") return buttons[0];
  if (key === "End") return buttons.at(-1);
  if (key === "ArrowLeft") return buttons[index - forward];
  if (key === "ArrowRight") return buttons[index + forward];
  if (key === "ArrowUp") return buttons[index - columns(buttons)];
  if (key === "ArrowDown") return buttons[index + columns(buttons)];
  return undefined;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const grid = around(event, "[data-grid]");
  if (!grid || event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = all("button", grid);
  const from = around(event, "button");
  const next = target(buttons, from ? buttons.indexOf(from) : -1, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** @param {FocusEvent} event */
function onFocus(event) {
  const grid = around(event, "[data-grid]");
  if (!grid) return;
  for (const button of all("button", grid)) button.tabIndex = button === event.target ? 0 : -1;
}

/** Listen on the whole page, now and after htmx has swapped something in. */
export function start() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("htmx:after:swap", prepare);
  prepare();
}
