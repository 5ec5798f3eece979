// Animations of cards that have left their lane: back to a hand, to the Champion's seat, onto the automaton's pile.

import * as ability from "./ability_effects.js";
import * as places from "./places.js";

/** @import { Animator, EventAnimation, Move } from "./animator.js" */
/** @import { Box } from "./places.js" */

/** Cards that return together are moved and measured together. @type {EventAnimation<"returned">} */
export async function returned(animator, event) {
  const cards = [event, ...animator.takeAll("returned")].flatMap((each) => returning(animator, each) ?? []);
  const rows = new Set(cards.map(({ row }) => row));
  const held = [...rows].flatMap((row) => [...row.children]);
  const elements = [...new Set([...cards.map(({ element }) => element), ...held])];
  const moves = animator.move(elements, () => {
    for (const { element, event, row } of cards) {
      if (element.parentElement === row) animator.face(element, event.face);
      element.removeAttribute("data-fx");
      row.append(element);
      places.countHp(event.player);
    }
  });
  const flying = moves.slice(0, cards.length);
  animator.slide(moves.slice(cards.length), 1.2, true);
  for (const [index, card] of cards.entries()) comeToHand(animator, card, flying[index]);
  animator.advance(0.5);
}

/**
 * A card that returns to a hand: its element there, and what shows it on its way; the incantation that was cast has not left it.
 *
 * @typedef {{event: GameEvents["returned"], row: HTMLElement, element: HTMLElement, lifted: {rect: Box, element: HTMLElement} | null}} Returning
 * @param {Animator} animator
 * @param {GameEvents["returned"]} event
 * @returns {Returning | null}
 */
function returning(animator, event) {
  const row = places.handRow(event.player);
  if (!row) return null;
  const casting = animator.takeCasting(event.player);
  if (casting) return { event, row, element: casting.element, lifted: null };
  return { event, row, element: animator.make(event.face, "held"), lifted: animator.release(event.face) };
}

/**
 * A card flies to its place in the hand, from the lane that it has left.
 *
 * @param {Animator} animator
 * @param {Returning} card
 * @param {Move | undefined} move to its place, where something moves
 */
function comeToHand(animator, { element, event, lifted }, move) {
  if (!lifted || !move) {
    lifted?.element.remove();
    if (move) animator.slide([move], 1.6, true);
    return;
  }
  if (animator.from && animator.from !== event.player) ability.spray(animator, lifted.rect, "coin", 20); // a Mercenary
  element.setAttribute("data-fx", "gone");
  animator.flyTo(lifted.element, move.to, 2, lifted.rect, true).then(() => {
    lifted.element.remove();
    element.removeAttribute("data-fx");
  });
}

/** A Champion is set aside, a card goes onto the automaton's pile. @type {EventAnimation<"aside" | "to_pile">} */
export async function leaves(animator, event) {
  const entry = animator.release(event.face);
  const goal = event.type === "aside" ? places.champion(event.player) : places.pile("B");
  if (!entry) return;
  if (goal && !animator.over) await animator.flyTo(entry.element, goal.getBoundingClientRect(), 1.4, entry.rect);
  entry.element.remove();
}
