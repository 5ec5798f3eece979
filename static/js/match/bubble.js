// What somebody says, shown at their name plate for a moment.

import { byId } from "../dom.js";

const SHOWN_MS = 5000;
const EDGE = 8; // pixels that a bubble keeps from the sides of the screen

/**
 * Show what the player at a seat says.
 *
 * @param {string | undefined} seat
 * @param {Iterable<Node | string>} said
 */
export function bubble(seat, said) {
  const plate = seat && (document.getElementById(`bar-${seat}`) ?? document.getElementById(`deck-${seat}`));
  if (!plate) return;
  const place = plate.getBoundingClientRect();
  const isLow = place.top > innerHeight / 2;
  const element = document.createElement("div");
  element.className = "bubble";
  element.dataset.seat = seat;
  element.dir = "auto";
  element.append(...said);
  const bubbles = byId("bubbles", HTMLElement);
  bubbles.querySelector(`[data-seat="${seat}"]`)?.remove(); // at one place: what was said before would lie under it
  bubbles.append(element);
  const left = place.left + (place.width - element.offsetWidth) / 2;
  const top = isLow ? place.top - element.offsetHeight - EDGE : place.bottom + EDGE;
  element.style.setProperty("--x", `${Math.max(EDGE, Math.min(left, innerWidth - element.offsetWidth - EDGE))}px`);
  element.style.setProperty("--y", `${top}px`);
  setTimeout(() => element.remove(), SHOWN_MS);
}
