// How the automaton's turn looks: each card it reveals is held up with its lane and the mana counted so far, then goes
// where it belongs; what its pile loses is shown.

import { kindOf } from "./blows.js";
import { fortress } from "./creature_animations.js";
import { banner, float } from "./effects.js";
import { centre, countMana, laneRow, pile as pileOf, showHp, shownHp } from "./places.js";
import { unseen } from "./timing.js";

/** @import { Animator, EventAnimation } from "./animator.js" */
/** @import { Box } from "./places.js" */

const HOLD = 1.6; // beats for which a revealed card is held up
const SHOWN = 9; // cards of a hit on the pile that are laid out; the rest stay in the stack

/**
 * @param {string} name
 * @param {string} [text]
 */
function part(name, text) {
  const line = document.createElement("p");
  line.className = `reveal-${name}`;
  line.textContent = text ?? "";
  return line;
}

/**
 * The chips under a card that is held up: the emblem and name of its lane, the mana that it brings the sum to.
 *
 * @param {GameEvents["revealed"]} event
 */
function chips(event) {
  const lane = part("lane", event.laneName);
  const emblem = document.querySelector(`.lane-${event.lane} .lane-emblem .icon`);
  if (emblem) lane.prepend(emblem.cloneNode(true));
  const tally = part("tally", event.tally);
  const gem = document.createElement("span");
  gem.className = "gem gem-full";
  tally.prepend(gem);
  return [lane, tally];
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function clamp(value, least, most) {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}

/**
 * Return where a card is held up: over the automaton's half of its lane, whole within the table.
 *
 * @param {Box} lane
 * @param {Box} card
 * @param {Box} sea
 */
function spot(lane, { width, height }, { left, top, width: across, height: down }) {
  const { x, y } = centre(lane);
  return {
    x: clamp(x, left + width / 2, left + across - width / 2),
    y: clamp(y, top + height / 2, top + down - height / 2),
  };
}

/**
 * A card that is held up turns to its face, which lies under its back.
 *
 * @param {Animator} animator
 * @param {HTMLElement} back
 * @param {HTMLElement} face
 */
function turnOver(animator, back, face) {
  const edge = [{ scale: "1 1" }, { scale: "0 1" }];
  const duration = animator.beat * 0.5;
  animator.adorn(back, edge, { duration, easing: "ease-in" }).then(() => back.remove());
  animator.adorn(face, [...edge].reverse(), { duration, delay: duration });
}

/** @type {EventAnimation<"revealed">} */
export async function revealed(animator, event) {
  const pile = pileOf("B");
  if (!pile) return;
  // All that is there is measured before the page is changed, and what comes once: each time more would lay it out again.
  const from = (pile.querySelector(".pile-top") ?? pile).getBoundingClientRect();
  const lane = (laneRow("B", event.lane) ?? pile).getBoundingClientRect();
  const { sea } = animator;
  showHp("B", Math.max(0, shownHp("B") - 1));
  countMana(event);
  const element = document.createElement("div");
  element.className = "lifted reveal";
  const [face, back] = [event.face, "back"].map((key) => animator.make(key, "reveal-card"));
  element.append(face, back, ...chips(event));
  animator.place(element, { x: 0, y: 0 });
  const [whole, card] = [element, face].map((each) => each.getBoundingClientRect());
  const { x, y } = spot(lane, whole, sea);
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  const [to, rect] = [whole, card].map(({ left, top, width, height }) => ({
    left: left + x,
    top: top + y,
    width,
    height,
  }));
  const realm = document.getElementById(`realm-B-${event.lane}`);
  realm?.setAttribute("data-fx", "called");
  animator.offTable.push({ keys: [event.face], element, rect });
  animator.flyFrom(element, from, 1, to, true);
  turnOver(animator, back, face);
  animator.advance(1 + HOLD);
  animator.landings.push(() => realm?.removeAttribute("data-fx"));
}

/** An incantation without a target: that is said on the card, which then goes to the discard. @type {EventAnimation<"fizzled">} */
export async function fizzled(animator, event) {
  const held = animator.offTable.find((entry) => entry.keys.includes(event.face))?.element;
  if (!held) return;
  for (const chip of held.querySelectorAll("p")) chip.remove();
  held.append(part("fizzle", event.say));
  held.setAttribute("data-fx", "fizzled");
  animator.shake(held, 5);
  animator.advance(3.4);
}

/** The cards that the pile loses from its top are laid out, then they go to the discard (R10.5); its fortress was hit before. @type {EventAnimation<"pile_hit">} */
export async function pileHit(animator, event) {
  const pile = pileOf("B");
  if (!pile) return;
  const { bringForward, countPile } = await fortress();
  bringForward(animator, "B");
  countPile(animator, event.left);
  if (animator.over) return;
  float(animator, pile, `−${event.cards.length}`, kindOf(event.amount));
  const cards = (event.faces ?? []).slice(0, SHOWN).map((key) => animator.make(key, "lifted lost"));
  const from = pile.getBoundingClientRect();
  animator.shake(pile, 8);
  for (const card of lay(cards, animator)) animator.flyFrom(card, from, 1.3, undefined, true);
  await animator.pause(cards.length ? 2.7 : 0.6);
  for (const card of cards) intoDiscard(animator, card).then(() => card.remove());
  await animator.pause(0.6);
}

/**
 * Lay cards out in a row under the automaton's pile.
 *
 * @param {HTMLElement[]} cards
 * @param {Animator} animator
 */
function lay(cards, animator) {
  const { left, top, width: across } = animator.sea;
  const middle = left + across / 2;
  for (const card of cards) animator.place(card, { x: middle, y: 0 });
  const { width = 0, height = 0 } = cards[0]?.getBoundingClientRect() ?? {};
  const step = Math.min(width + 8, (across - width - 16) / Math.max(cards.length - 1, 1));
  cards.forEach((card, index) => {
    const x = middle + (index - (cards.length - 1) / 2) * step;
    animator.place(card, { x, y: top + height / 2 + 10 });
  });
  return cards;
}

/**
 * A card on the effects layer flies to the discard and fades.
 *
 * @param {Animator} animator
 * @param {HTMLElement} card
 */
async function intoDiscard(animator, card) {
  const goal = (document.querySelector("#discard summary") ?? pileOf("B"))?.getBoundingClientRect();
  if (!goal || animator.over) return;
  const from = card.getBoundingClientRect();
  const x = goal.left + goal.width / 2 - from.left - from.width / 2;
  const y = goal.top + goal.height / 2 - from.top - from.height / 2;
  const frames = [
    { translate: "0 0", scale: "1", opacity: 1 },
    { translate: `${x}px ${y}px`, scale: ".3", opacity: 0 },
  ];
  await animator.adorn(card, frames, { duration: animator.beat * 1.5, easing: "ease-in", fill: "forwards" });
}

/** @type {EventAnimation<"to_discard">} */
export async function discarded(animator, event) {
  const entry = animator.release(event.face);
  if (!entry) return;
  intoDiscard(animator, entry.element).then(() => entry.element.remove());
  animator.advance(0.4);
}

/** The discard becomes the new pile (R10.5). @type {EventAnimation<"pile_reshuffled">} */
export async function reshuffled(animator, event) {
  const pile = pileOf("B");
  const from = document.querySelector("#discard summary")?.getBoundingClientRect();
  (await fortress()).countPile(animator, event.count);
  if (!pile || !from || animator.over) return;
  banner(animator, event.say, "turn", 6);
  const goal = (pile.querySelector(".pile-top") ?? pile).getBoundingClientRect();
  const start = { left: from.left, top: from.top, height: from.height, width: goal.width / 2 };
  const way = animator.wayFrom(start, goal, 1.2);
  for (let n = 0; way && n < Math.min(event.count, 5); n += 1) {
    const card = animator.make("back", "lifted");
    card.style.width = `${goal.width}px`;
    animator.place(card, centre(goal));
    const { frames, ...flight } = way;
    animator.adorn(card, unseen(frames.map((frame) => ({ ...frame, opacity: 1 }))), flight).then(() => card.remove());
    animator.advance(0.4);
  }
  animator.advance(2.5);
}

/** @type {EventAnimation<"last_turn">} */
export async function lastTurn(animator, event) {
  await banner(animator, event.say, "fall", 8);
}
