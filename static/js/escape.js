// Escape ends one thing at a press: the one that is seen to lie over the others, or to have begun last. The only listener for it; what
// the browser ends itself (a dialog, a menu) has its place in the order, too.

const BROWSER = "browser";
const OPEN = "dialog[open], [popover]:is(:popover-open, .\\:popover-open):not([popover=manual])";

/** From the first to be ended: a closer look opens on its own while a card is picked, and must not keep that in the hand. */
const ORDER = /** @type {const} */ (["look over a panel", BROWSER, "volume", "burning", "film", "picked card", "look"]);

/** @typedef {Exclude<typeof ORDER[number], typeof BROWSER>} Ended */

/** @type {Map<string, () => boolean>} */
const ends = new Map();

/**
 * Let Escape end something from now on, when nothing before it in the order is there.
 *
 * @param {Ended} name
 * @param {() => boolean} end whether it was there, and is ended
 */
export function onEscape(name, end) {
  ends.set(name, end);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  for (const name of ORDER) {
    if (name === BROWSER && document.querySelector(OPEN)) return;
    if (!ends.get(name)?.()) continue;
    event.preventDefault(); // or the browser would end something, too
    return;
  }
}

document.addEventListener("keydown", onKey);
