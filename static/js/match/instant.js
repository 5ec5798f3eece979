// What the viewer does is shown at once, before the server has answered: a card lies in its slot, an offer in the deck.
// The server's frame confirms it and continues from there; a refusal takes it back.

import { all } from "../dom.js";
import { elementOf, placeOf, seat } from "./choices.js";
import { aim, enter, land } from "./creature_animations.js";
import { takeOffer } from "./event_animations.js";
import { patchZones, snapshot } from "./patch.js";
import * as places from "./places.js";
import { playback } from "./playback.js";

/** @import { Animator } from "./animator.js" */

/**
 * What is shown already: the animator that showed it, the event that will confirm it, the card that was played, and how the
 * table was before.
 *
 * @typedef {{animator: Animator, event: string, card: HTMLElement | null, table: Map<string, HTMLElement>}} Shown
 */

/** @type {Shown | null} */
let shown = null;

/**
 * Show an action that is being sent.
 *
 * @param {Action} action
 * @param {boolean} [isAgain] it was seen: nothing moves
 */
export function show(action, isAgain = false) {
  const animator = playback.animatorFor({}, 1, isAgain);
  if (action.type === "play" || action.type === "champion") showPlay(action, animator);
  else if (action.type === "pick") showPick(action, animator);
  else document.documentElement.dataset.sent = action.type; // css/effects.css: buttons and panels answer by it
}

/** @param {Action} action @param {Animator} animator */
function showPlay(action, animator) {
  const me = seat();
  const card = action.type === "champion" ? places.champion(me) : places.held(me, action.hand ?? -1);
  if (!card) return;
  const cost = costOf(card);
  shown = { animator, event: action.target ? "cast" : "played", card, table: snapshot() };
  if (action.target) {
    aim(animator, { player: me, cost, target: elementOf(placeOf(action), me), source: card, shown: faceOf(card) });
    return;
  }
  const { lane = "", onto } = action;
  const { own } = enter(animator, { player: me, lane, index: onto ?? 0, onto: onto !== undefined, cost }, card, () => {
    for (const face of all(".card", card))
      face.classList.remove("is-playable", "is-dear", "is-aimless", "is-lying", "is-ready");
  });
  land(animator, card, own?.to);
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

/** @param {Action} action @param {Animator} animator */
function showPick({ card }, animator) {
  shown = { animator, event: "picked", card: null, table: snapshot() };
  takeOffer(animator, String(card), seat());
}

/** Return what is shown already, now that the server's next state has come; it belongs to the caller from now on. */
export function confirm() {
  const was = shown;
  shown = null;
  delete document.documentElement.dataset.sent;
  return was;
}

/** Put everything back as it was: the server has refused the action. */
export function takeBack() {
  const was = confirm();
  if (!was) return;
  const { animator, card, event } = was;
  const from = event === "played" ? card?.getBoundingClientRect() : null;
  animator.skip();
  animator.clear();
  patchZones(was.table, "");
  const home = card && document.getElementById(card.id);
  if (from && home) flyHome(home, from);
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

/**
 * The events that are still to be shown. An incantation is aimed already, but not yet cast.
 *
 * @param {GameEvent[]} events
 * @param {Shown | null} was
 */
export function left(events, was) {
  const known = was && was.event !== "cast" ? events.findIndex(({ type }) => type === was.event) : -1;
  return events.filter((_, index) => index !== known);
}
