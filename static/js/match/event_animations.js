// Which animation shows which event of the engine. What is not here changes nothing that one could see.

import { lazy } from "../fragments.js";
import { catalyst } from "./ability_effects.js";
import * as creatures from "./creature_animations.js";
import { banner, dim, ring } from "./effects.js";
import * as places from "./places.js";

/** @import { Animator, EventAnimation } from "./animator.js" */

/**
 * The animation of a module that is loaded when the first of its events comes.
 *
 * @template {GameEvent["type"]} Type
 * @template {string} Name
 * @param {() => Promise<Record<Name, EventAnimation<Type>>>} load
 * @param {Name} name
 * @returns {EventAnimation<Type>}
 */
function later(load, name) {
  return async (animator, event) => (await load())[name](animator, event);
}

const automaton = lazy("match/automaton_animations");
const { fortress, incantations } = creatures;
const returns = lazy("match/return_animations");
const falls = lazy("match/destruction");
if (places.pile("B")) automaton(); // a table with one needs them from its first turn on

/** @type {EventAnimation<"cast">} */
async function cast(animator, event) {
  returns(); // which come next
  await (await incantations()).cast(animator, event);
}

/** @type {EventAnimation<"destroyed">} */
function destroyed(animator, event) {
  returns();
  return creatures.destroyed(animator, event);
}

/** @type {EventAnimation<"fortress_hit">} */
async function fortressHit(animator, event) {
  falls(); // which may come next
  await (await fortress()).fortressHit(animator, event);
}

/** The mana with which a turn begins: Catalysts bring theirs; the automaton's is counted. @type {EventAnimation<"mana">} */
async function mana(animator, event) {
  if (places.pile(event.player)) animator.cue(() => places.countMana(event));
  catalyst(animator, event.player);
}

/** @type {EventAnimation<"fort_turned">} */
async function fortTurned(animator, event) {
  const home = places.fortress(event.player);
  const row = home?.parentElement;
  if (!home || !row) return;
  await (await fortress()).regrow(animator, event.player);
  ring(animator, home, "heal");
  animator.face(home, "bastion");
  await animator.glide([...row.children], () => row.insertBefore(home, row.lastElementChild), 1.6);
  places.showHp(event.player, event.hp);
}

/** @type {EventAnimation<"taken_back">} */
async function takenBack(animator, event) {
  dim(animator);
  await banner(animator, event.say, "turn", 7);
}

/** @type {EventAnimation<"turn_began">} */
async function turnBegan(animator, event) {
  fortress(); // creatures strike it from the second turn on
  banner(animator, event.say, "turn", 5); // the first, because it reads where the sea is
  dim(animator);
  for (const left of document.querySelectorAll("#table .mana:not(.mana-next)")) left.setAttribute("data-fx", "away");
  animator.advance(1.2);
}

/**
 * A card of a draft flies to its player's deck; it stays there until the server's HTML comes.
 *
 * @param {Animator} animator
 * @param {string} card
 * @param {string} seat
 */
export async function takeOffer(animator, card, seat) {
  const offer = document.getElementById(`offer-${card}`);
  const slot = document.querySelector(`#deck-${seat} .picked-slot`);
  if (!offer || !slot || offer.dataset.fx) return;
  const copy = animator.copyOf(offer);
  await animator.flyTo(copy, slot.getBoundingClientRect(), 1.4);
}

/** @type {EventAnimation<"picked">} */
async function picked(animator, event) {
  await takeOffer(animator, event.card, event.player);
}

/** The events that are shown together where they follow each other. */
export const TOGETHER = "returned";

/** @type {{[Type in GameEvent["type"]]?: EventAnimation<Type>}} */
export const ANIMATIONS = {
  picked,
  turn_began: turnBegan,
  played: creatures.played,
  cast,
  attack: creatures.attack,
  sprint: creatures.sprint,
  wounded: creatures.wounded,
  absorbed: creatures.absorbed,
  immune: creatures.absorbed,
  fortress_hit: fortressHit,
  fortress_moved: later(fortress, "fortressMoved"),
  bastion_fell: later(falls, "bastionFell"),
  fort_turned: fortTurned,
  fort_fell: later(falls, "fortFell"),
  destroyed,
  returned: later(returns, TOGETHER),
  evaded: creatures.evaded,
  aside: later(returns, "leaves"),
  to_discard: later(automaton, "discarded"),
  to_pile: later(returns, "leaves"),
  mana,
  revealed: later(automaton, "revealed"),
  fizzled: later(automaton, "fizzled"),
  pile_hit: later(automaton, "pileHit"),
  pile_reshuffled: later(automaton, "reshuffled"),
  last_turn: later(automaton, "lastTurn"),
  taken_back: takenBack,
  rested: creatures.rested,
  regeneration: later(fortress, "regeneration"),
  blood_price: later(fortress, "bloodPrice"),
  champion_ready: creatures.ready,
  over: later(falls, "over"),
};

/** The events that need nothing of the page after those before them: they are written into the same score. */
export const WRITTEN = new Set([
  "rested",
  "wounded",
  "absorbed",
  "immune",
  "fortress_hit",
  "destroyed",
  "mana",
  "champion_ready",
]);

/** The events with which a step begins: what one press of Skip leaves out ends with the next of them. */
export const STEPS = new Set([
  "attack",
  "played",
  "cast",
  "revealed",
  "rested",
  "regeneration",
  "turn_began",
  "bastion_fell",
  "fort_fell",
  "picked",
  "taken_back",
  "over",
]);
