// The place of the focus. What had it leaves the table: a card is played, a button is gone. It then goes to what is
// pressed next, and while the other side acts it waits with the table. A finger has no focus to lose.

import { all, isSeen, whenLaidOut } from "../dom.js";
import { current, places } from "./play.js";

const WAITING = "main"; // id of what has the focus while there is nothing to press
const ATTACK = "attack"; // id of the button that ends the summons
const state = {
  id: "", // of what had the focus before a swap
  wasHeld: false, // that was a card of the hand: the creature that it becomes has the same id
  given: "", // id of what got the focus from here
  isEarly: false, // it was given before the answer, by choices that the answer replaces
  played: -1, // the place of the hand from which a card was played last
  leaving: /** @type {Element | null} */ (null), // the card that is being played
  isTouched: false,
  isWaiting: false, // a swap is over, and it is not yet known whether the focus is lost
};

/** @param {HTMLElement} element */
function isThere(element) {
  return element.getClientRects().length > 0 && element.getAttribute("aria-disabled") !== "true";
}

/** The playable card at the place that has just been played from, or after it, or else the first. */
function nextCard() {
  const cards = all("[data-own] .held-legal").filter((card) => card !== state.leaving);
  return cards.find(({ dataset }) => Number(dataset.place ?? state.played) >= state.played) ?? cards[0];
}

/** What is pressed next; the table itself where nothing is. @returns {HTMLElement | undefined} */
export function next() {
  const isOver = document.documentElement.dataset.result === "shown";
  return (
    (current() ? places()[0] : undefined) ??
    all(isOver ? "#result-title" : ".status [data-result]").find(isThere) ??
    all("#cover-title, #order-title").find(isThere) ??
    nextCard() ??
    all("#attack, #end-turn, .offer").find(isThere) ??
    all(`#${WAITING}`)[0]
  );
}

function isLost() {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || activeElement === state.leaving) return true;
  if (state.wasHeld && activeElement.id === state.id && activeElement.matches(".creature")) return true;
  return activeElement.id !== WAITING && !isSeen(activeElement); // that is always seen; to ask would lay the page out
}

/** Give the focus to what is pressed next, if it is lost, or if what got it from here cannot be pressed any more. */
export function settle() {
  if (!state.isTouched) whenLaidOut(settleNow);
}

function settleNow() {
  if (state.isTouched || state.isWaiting) return; // what had it before a swap comes first
  const { activeElement } = document;
  const isGiven = state.given !== "" && activeElement?.id === state.given;
  if (!isLost() && !(isGiven && !(activeElement instanceof HTMLElement && isUsable(activeElement)))) return;
  give(next());
}

/** From nowhere, an arrow leads to what is pressed next; false where the focus is somewhere, or nothing is to be pressed. */
export function enter() {
  restoreNow();
  const { activeElement } = document;
  const first = next();
  if (!first || first.id === WAITING || !(isLost() || activeElement?.id === WAITING)) return false;
  give(first);
  return true;
}

/** @param {HTMLElement} element */
function isUsable(element) {
  return element.id !== WAITING && isThere(element);
}

/** A panel that was just opened has the focus, not its button. */
export function follow() {
  if (!state.isTouched) give(next());
}

/** @param {HTMLElement | undefined} element */
function give(element) {
  state.given = element?.id ?? "";
  if (element !== document.activeElement) element?.focus({ preventScroll: true });
}

/** A card leaves the hand before the server has answered. @param {Action} action */
export function leave({ type, hand = -1 }) {
  if (type !== "play" && type !== "champion") return;
  restoreNow();
  state.played = hand;
  state.leaving = document.querySelector(
    type === "play" ? `[data-own] [data-place="${hand}"]` : "[data-own] [data-champion]",
  );
  state.isEarly = !state.isTouched;
  if (state.isEarly) give(next()); // also from a creature that was aimed at
}

/** Note what has the focus, before a swap. */
export function note() {
  restoreNow();
  const { activeElement } = document;
  state.id = activeElement?.id ?? "";
  state.wasHeld = activeElement?.matches(".held") === true;
}

/** After a swap: what had the focus has it again; if it is gone, what is pressed next gets it. Both once the page is laid out. */
export function restore() {
  if (!state.id && !state.given) return; // nothing had it
  state.leaving = null;
  state.isWaiting = true;
  whenLaidOut(restoreNow);
}

function restoreNow() {
  if (!state.isWaiting) return;
  state.isWaiting = false;
  const same = document.getElementById(state.id);
  const isSame = same && isUsable(same) && !(state.wasHeld && same.matches(".creature"));
  const isGiven = document.activeElement?.id === state.given;
  const isWrong = isGiven && state.isEarly;
  const isFree = isGiven && state.given === ATTACK && nextCard() !== undefined; // an undo gave back what can be played
  state.isEarly = false;
  if (isWrong || isFree) give(next());
  else if (isSame && isLost()) same.focus({ preventScroll: true });
  else settleNow();
}

/** Listen on the whole page: to what the player points and types with. */
export function start() {
  document.addEventListener("pointerdown", ({ pointerType }) => {
    state.isTouched = pointerType === "touch";
  });
  document.addEventListener("keydown", () => {
    state.isTouched = false;
  });
}
