// Drag and drop with pointer events, for mouse, pen and finger alike: cards of the hand (play.js), cards to be ordered (order.js).

import { around } from "../dom.js";

const THRESHOLD = 8; // pixels before a press becomes a drag

/**
 * What is dragged: `move` follows the pointer to a point of the window; `end` puts it down there, or back if the drag was cancelled.
 *
 * @typedef {{move: (x: number, y: number) => void, end: (isCancelled: boolean) => void}} Dragged
 */
/** Returns, for a press, what lifts the thing that lies there as soon as the press moves; null where nothing can be lifted. @typedef {(event: PointerEvent) => (() => Dragged | null) | null} Grip */

/** @type {Grip[]} */
const grips = [];

/**
 * `current`: a press that continues; `hasEnded`: a drag has just ended.
 *
 * @type {{current: {id: number, x: number, y: number, lift: () => Dragged | null, dragged: Dragged | null} | null, hasEnded: boolean}}
 */
const press = { current: null, hasEnded: false };

/** Let something be dragged from now on. @param {Grip} grip */
export function letDrag(grip) {
  grips.push(grip);
}

/** Return whether the click belongs to a drag that has just ended; forgets that drag. */
export function wasDrag() {
  const answer = press.hasEnded;
  press.hasEnded = false;
  return answer;
}

/** @param {PointerEvent} event */
function onDown(event) {
  press.hasEnded = false;
  if (event.button !== 0 || !event.isPrimary) return;
  for (const grip of grips) {
    const lift = grip(event);
    if (lift) press.current = { id: event.pointerId, x: event.clientX, y: event.clientY, lift, dragged: null };
  }
}

/** @param {PointerEvent} event */
function onMove(event) {
  const drag = press.current;
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.dragged) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < THRESHOLD) return;
    drag.dragged = drag.lift();
    if (!drag.dragged) {
      press.current = null;
      return;
    }
    document.documentElement.setAttribute("data-dragging", "");
    document.documentElement.setPointerCapture?.(event.pointerId);
  }
  event.preventDefault();
  drag.dragged.move(event.clientX, event.clientY);
}

/**
 * @param {PointerEvent} event
 * @param {boolean} isCancelled
 */
function end(event, isCancelled) {
  if (!press.current || event.pointerId !== press.current.id) return;
  const { dragged } = press.current;
  press.current = null;
  if (!dragged) return;
  press.hasEnded = true;
  document.documentElement.removeAttribute("data-dragging");
  dragged.end(isCancelled);
}

/** Listen on the whole page; the hand is redrawn with every move. */
export function start() {
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove, { passive: false });
  document.addEventListener("pointerup", (event) => end(event, false));
  document.addEventListener("pointercancel", (event) => end(event, true));
  document.addEventListener("dragstart", (event) => around(event, "#stage") && event.preventDefault());
}
