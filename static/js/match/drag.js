// Drag and drop with pointer events, for mouse, pen and finger alike.

import { around } from "../dom.js";
import { choicesOf, sourceOf } from "./choices.js";
import { current, drop, openAt, pick, playAt } from "./play.js";
import { socket } from "./socket.js";
import { sound } from "./sound_cues.js";

const THRESHOLD = 8; // pixels before a press becomes a drag

/**
 * A press on a card of the hand, which becomes a drag when it moves: then `copy` follows the pointer.
 *
 * @typedef {{held: HTMLElement, id: number, x: number, y: number, copy: HTMLElement | null, over: HTMLElement | null}} Drag
 */

/** `current`: a press that continues; `hasEnded`: a drag has just ended. @type {{current: Drag | null, hasEnded: boolean}} */
const press = { current: null, hasEnded: false };

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
  const held = around(event, ".held");
  const source = held && sourceOf(held);
  if (!source || !choicesOf(source).length) return;
  press.current = { held, x: event.clientX, y: event.clientY, id: event.pointerId, copy: null, over: null };
}

/**
 * Lift the card, if it can be played; returns what follows the pointer from now on.
 *
 * @param {HTMLElement} held
 * @param {number} pointer
 */
function lift(held, pointer) {
  const card = held.querySelector(".card");
  if (!card || socket.isBusy || !pick(held)) return null;
  sound("pick");
  const copy = document.createElement("div");
  copy.className = "lifted dragging";
  copy.append(card.cloneNode(true));
  copy.style.width = `${card.getBoundingClientRect().width}px`;
  document.getElementById("fx")?.append(copy);
  held.setAttribute("data-fx", "away");
  document.documentElement.setAttribute("data-dragging", "");
  document.documentElement.setPointerCapture?.(pointer);
  return copy;
}

/** @param {PointerEvent} event */
function onMove(event) {
  const drag = press.current;
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.copy) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < THRESHOLD) return;
    drag.copy = lift(drag.held, event.pointerId);
  }
  if (!drag.copy) {
    press.current = null;
    return;
  }
  event.preventDefault();
  drag.copy.style.left = `${event.clientX}px`;
  drag.copy.style.top = `${event.clientY}px`;
  const over = openAt(document.elementFromPoint(event.clientX, event.clientY));
  if (over === drag.over) return;
  drag.over?.removeAttribute("data-over");
  over?.setAttribute("data-over", "");
  drag.over = over;
}

/**
 * @param {PointerEvent} event
 * @param {boolean} cancelled
 */
function end(event, cancelled) {
  if (!press.current || event.pointerId !== press.current.id) return;
  const { copy, held, over } = press.current;
  press.current = null;
  if (!copy) return;
  press.hasEnded = true;
  copy.remove();
  held.removeAttribute("data-fx");
  over?.removeAttribute("data-over");
  document.documentElement.removeAttribute("data-dragging");
  if (over && current() && !cancelled) playAt(over);
  else drop();
}

/** Listen on the whole page; the hand is redrawn with every move. */
export function start() {
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove, { passive: false });
  document.addEventListener("pointerup", (event) => end(event, false));
  document.addEventListener("pointercancel", (event) => end(event, true));
  document.addEventListener("dragstart", (event) => around(event, "#stage") && event.preventDefault());
}
