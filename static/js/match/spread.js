// A hand laid out large: a tap on the opponent's hand, or on own cards that only show an edge, opens it. As a popover it is
// put away by the browser, at a press elsewhere and with Escape; its place is ours.

import { all, around } from "../dom.js";
import { cardsOf } from "./places.js";

function panel() {
  return document.getElementById("spread");
}

let pressed = ""; // the hand that was laid out when the pointer came down, which has put it away since

/** Put the cards of a hand away. */
export function close() {
  if (shown()) panel()?.hidePopover();
}

/** Return the id of the hand that is laid out, or "". */
export function shown() {
  return panel()?.dataset.hand ?? "";
}

/** @param {ToggleEvent} event */
function onToggle({ target, newState }) {
  if (!(target instanceof HTMLElement) || target.id !== "spread" || newState === "open") return;
  delete target.dataset.hand;
  target.replaceChildren(); // at a hot seat the next player must not see these cards
}

/** After a frame: the hand stays laid out, with the cards that it has now. @param {string} id */
export function restore(id) {
  if (!shown()) return;
  const hand = id ? document.getElementById(id) : null;
  if (hand?.querySelector(".hand-row > .held")) open(hand);
  else close();
}

/** @param {HTMLElement} card */
function framed(card) {
  const frame = document.createElement("div");
  frame.className = "picked-card";
  frame.append(card);
  for (const element of all("[id]", frame)) element.removeAttribute("id");
  return frame;
}

/** @param {HTMLElement} hand */
function open(hand) {
  const box = panel();
  const sea = document.querySelector("#table .sea")?.getBoundingClientRect();
  if (!box || !sea) return;
  const isOpen = shown() !== "";
  box.replaceChildren(...all(".hand-row > .held", hand).flatMap(cardsOf).map(framed));
  box.dataset.hand = hand.id;
  box.setAttribute("aria-label", hand.getAttribute("aria-label") ?? "");
  const near = hand.dataset.own !== undefined || hand.closest(".seat-near") !== null;
  box.style.top = near ? "auto" : `${sea.top}px`;
  box.style.bottom = near ? `${innerHeight - sea.bottom}px` : "auto";
  box.style.left = `${sea.left}px`;
  box.style.width = `${sea.width}px`;
  box.style.maxHeight = `${sea.height}px`;
  if (!isOpen) box.showPopover();
}

/** Return whether a card shows less than half of itself. @param {HTMLElement} held */
function isCovered(held) {
  const next = held.nextElementSibling?.getBoundingClientRect();
  const rect = held.getBoundingClientRect();
  return Math.min(next?.left ?? rect.right, innerWidth) - rect.left < rect.width / 2;
}

/** Return whether a tap on a card of your own lays the hand out. @param {HTMLElement} held */
export function opens(held) {
  return !held.matches(".held-standing, .held-fortress") && isCovered(held);
}

/** @param {MouseEvent} event */
function onClick(event) {
  if (around(event, "#spread")) return;
  const held = around(event, ".held:not(.held-champion)");
  const hand = held?.closest(".hand");
  const was = shown() || (event.detail ? pressed : "");
  close(); // a key has put nothing away
  if (was || !held || !(hand instanceof HTMLElement) || !hand.querySelector(".hand-row")) return;
  const own = hand.dataset.own !== undefined;
  if (own ? event.detail && opens(held) : !hand.closest(".seat-near")) open(hand);
}

/** Listen on the whole page. */
export function start() {
  document.addEventListener("click", onClick);
  document.addEventListener("beforetoggle", onToggle, { capture: true });
  document.addEventListener("pointerdown", () => {
    pressed = shown();
  });
}
