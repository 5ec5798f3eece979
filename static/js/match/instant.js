// What the viewer does is shown at once, before the server has answered: a card lies in its slot, an offer in the deck.
// The server's frame confirms it and continues from there; a refusal takes it back.

import { all } from "../dom.js";
import { elementOf, placeOf, seat } from "./choices.js";
import { aim, enter, land } from "./creature_animations.js";
import { takeOffer } from "./event_animations.js";
import * as places from "./places.js";
import { playback } from "./playback.js";

/** @import { Animator } from "./animator.js" */
/** @import { Early } from "./table.js" */

/**
 * Return what shows an action that is being sent, or null if nothing on the table does. Only the table's owner calls this.
 *
 * @param {Action} action
 * @param {boolean} isAgain it was seen: nothing moves
 * @returns {(() => Early) | null}
 */
export function begin(action, isAgain) {
  const animator = playback.animatorFor({}, 1, isAgain);
  const card = cardOf(action);
  if (card) return () => showPlay(action, card, animator);
  if (action.type === "pick") return () => showPick(action, animator);
  document.documentElement.dataset.sent = action.type; // css/effects.css: buttons and panels answer by it
  return null;
}

/** The action has its answer. */
export function end() {
  delete document.documentElement.dataset.sent;
}

/** The card of the hand that an action plays. @param {Action} action */
function cardOf({ type, hand = -1 }) {
  if (type === "champion") return places.champion(seat());
  return type === "play" ? places.held(seat(), hand) : null;
}

/** @param {Action} action @param {HTMLElement} card @param {Animator} animator @returns {Early} */
function showPlay(action, card, animator) {
  const me = seat();
  const cost = costOf(card);
  if (action.target) {
    aim(animator, { player: me, cost, target: elementOf(placeOf(action), me), source: card, shown: faceOf(card) });
    return { animator, event: "cast" };
  }
  const { lane = "", onto } = action;
  const own = enter(animator, { player: me, lane, index: onto ?? 0, onto: onto !== undefined, cost }, card, () => {
    for (const face of all(".card", card))
      face.classList.remove("is-playable", "is-dear", "is-aimless", "is-lying", "is-ready");
  });
  land(animator, card, own?.to);
  return { animator, event: "played", refuse: () => homeFrom(card) };
}

/** Return what a card of the hand costs now. @param {HTMLElement} card */
function costOf(card) {
  const [cost] = all(".card-cost", card);
  return Number.parseInt(cost?.firstChild?.textContent ?? "0", 10) || 0;
}

/** Lift a card of the hand onto the effects layer. @param {HTMLElement} card */
function faceOf(card) {
  const copy = document.createElement("div");
  copy.className = "lifted spell";
  copy.append(...places.cardsOf(card));
  return copy;
}

/** @param {Action} action @param {Animator} animator @returns {Early} */
function showPick({ card }, animator) {
  takeOffer(animator, String(card), seat());
  return { animator, event: "picked" };
}

/** Note where a card lies that is refused; returns what lets it fly from there to its place in the hand. @param {HTMLElement} card */
function homeFrom(card) {
  const from = card.getBoundingClientRect();
  return () => {
    const home = document.getElementById(card.id);
    if (home) flyHome(home, from);
  };
}

/**
 * A card that was refused flies back to the hand.
 *
 * @param {HTMLElement} home
 * @param {DOMRect} from
 */
function flyHome(home, from) {
  const animator = playback.animatorFor({});
  if (animator.over) return;
  const copy = animator.copyOf(home);
  animator.flyFrom(copy, from, 1.4).then(() => animator.bringBack(home, copy));
}
