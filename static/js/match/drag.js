// Drag and drop with pointer events, for mouse, pen and finger alike.

import { current, drop, openAt, pick, playAt } from "./play.js";
import { choicesOf, sourceOf } from "./choices.js";

const THRESHOLD = 8; // pixels before a press becomes a drag

let drag = null; // {held, x, y, ghost, over}
let dragged = false;

/** Whether the click that follows belongs to a drag that has just ended. */
export function wasDrag() {
  const answer = dragged;
  dragged = false;
  return answer;
}

function down(event) {
  dragged = false;
  if (event.button !== 0 || !event.isPrimary) return;
  const held = event.target.closest(".held");
  const source = held && sourceOf(held);
  if (!source || !choicesOf(source).length) return;
  drag = { held, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null, over: null };
}

function begin(event) {
  if (!pick(drag.held)) {
    drag = null;
    return;
  }
  const card = drag.held.querySelector(".card");
  const rect = card.getBoundingClientRect();
  drag.ghost = document.createElement("div");
  drag.ghost.className = "lifted dragging";
  drag.ghost.append(card.cloneNode(true));
  drag.ghost.style.width = `${rect.width}px`;
  document.getElementById("fx").append(drag.ghost);
  drag.held.setAttribute("data-fx", "away");
  document.documentElement.setAttribute("data-dragging", "");
  document.documentElement.setPointerCapture?.(event.pointerId);
}

function move(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < THRESHOLD) return;
    begin(event);
    if (!drag) return;
  }
  event.preventDefault();
  drag.ghost.style.left = `${event.clientX}px`;
  drag.ghost.style.top = `${event.clientY}px`;
  const over = openAt(document.elementFromPoint(event.clientX, event.clientY));
  if (over === drag.over) return;
  drag.over?.removeAttribute("data-over");
  over?.setAttribute("data-over", "");
  drag.over = over;
}

function end(event, cancelled) {
  if (!drag || event.pointerId !== drag.id) return;
  const { ghost, held, over } = drag;
  drag = null;
  if (!ghost) return;
  dragged = true;
  ghost.remove();
  held.removeAttribute("data-fx");
  over?.removeAttribute("data-over");
  document.documentElement.removeAttribute("data-dragging");
  if (over && current() && !cancelled) playAt(over);
  else drop();
}

/** Listen on the whole page; the hand is redrawn with every move. */
export function start() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move, { passive: false });
  document.addEventListener("pointerup", (event) => end(event, false));
  document.addEventListener("pointercancel", (event) => end(event, true));
  document.addEventListener("dragstart", (event) => event.target.closest?.("#stage") && event.preventDefault());
}
