// How the automaton's turn looks: each card it reveals is held up with its lane and the mana counted so far, then goes
// where it belongs; what its pile loses is shown.

/** @import { Animator, EventAnimation } from "./animator.js" */

const HOLD = 4.5; // beats for which a revealed card is held up
const SHOWN = 9; // cards of a hit on the pile that are laid out; the rest stay in the stack

/**
 * @param {string} name
 * @param {string} text
 */
function part(name, text) {
  const line = document.createElement("p");
  line.className = `reveal-${name}`;
  line.textContent = text;
  return line;
}

/**
 * The chips under a card that is held up: the emblem and name of its lane, the mana that it brings the sum to.
 *
 * @param {GameEvent} event
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

/** The automaton's mana on its name plate, as it is counted. @param {GameEvent} event */
function count(event) {
  const plate = document.querySelector("#bar-B .mana-next span");
  if (plate && event.tally) plate.textContent = event.tally;
}

function pileSize() {
  return Number(document.querySelector('#hand-B [data-hp="B"]')?.textContent ?? 0);
}

/** Where the middle of the table is, without names and hands. */
function boxOfSea() {
  return document.querySelector(".sea")?.getBoundingClientRect() ?? new DOMRect();
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
 * Where a card is held up: over the automaton's half of its lane, whole within the table.
 *
 * @param {Animator} animator
 * @param {GameEvent} event
 * @param {HTMLElement} element
 */
function spot(animator, event, element) {
  const lane = (animator.row("B", event.lane) ?? animator.pile("B") ?? element).getBoundingClientRect();
  const sea = boxOfSea();
  const { width, height } = element.getBoundingClientRect();
  return {
    x: clamp(lane.left + lane.width / 2, sea.left + width / 2, sea.right - width / 2),
    y: clamp(lane.top + lane.height / 2, sea.top + height / 2, sea.bottom - height / 2),
  };
}

/**
 * @param {Animator} animator
 * @param {HTMLElement} element
 * @param {string} key
 */
async function turnOver(animator, element, key) {
  const edge = [{ scale: "1 1" }, { scale: "0 1" }];
  await animator.animate(element, edge, { duration: animator.beat * 0.5, easing: "ease-in" });
  animator.face(element, key);
  await animator.animate(element, [...edge].reverse(), { duration: animator.beat * 0.6 });
}

/** @type {EventAnimation} */
export async function revealed(animator, event) {
  const pile = animator.pile("B");
  if (!pile) return;
  const from = (pile.querySelector(".pile-top") ?? pile).getBoundingClientRect();
  const element = document.createElement("div");
  element.className = "lifted reveal";
  const card = animator.make("back", "reveal-card");
  element.append(card, ...chips(event));
  animator.place(element, { x: 0, y: 0 });
  animator.place(element, spot(animator, event, element));
  document.getElementById(`realm-B-${event.lane}`)?.setAttribute("data-fx", "called");
  animator.hp("B", Math.max(0, pileSize() - 1));
  const entry = { keys: [event.face], element, rect: card.getBoundingClientRect() };
  animator.offTable.push(entry);
  await animator.glideFrom(element, from, 1.8);
  await turnOver(animator, card, event.face);
  count(event);
  await animator.pause(HOLD);
  document.getElementById(`realm-B-${event.lane}`)?.removeAttribute("data-fx");
}

/** An incantation without a target: that is said on the card, which then goes to the discard. @type {EventAnimation} */
export async function fizzled(animator, event) {
  const held = animator.offTable.find((entry) => entry.keys.includes(event.face))?.element;
  if (!held) return;
  for (const chip of held.querySelectorAll("p")) chip.remove();
  held.append(part("fizzle", event.say));
  held.setAttribute("data-fx", "fizzled");
  await animator.shake(held, 5);
  await animator.pause(4);
}

/** N wounds: the top N cards of the pile are laid out, then they go to the discard (R10.5). @type {EventAnimation} */
export async function pileHit(animator, event) {
  const pile = animator.pile("B");
  if (!pile) return;
  animator.float(pile, `−${event.amount}`, "wound");
  animator.hp("B", event.left);
  const cards = (event.faces ?? []).slice(0, SHOWN).map((key) => animator.make(key, "lifted lost"));
  const from = pile.getBoundingClientRect();
  const shaken = animator.shake(pile, 8);
  await Promise.all([shaken, ...lay(cards, animator).map((card) => animator.glideFrom(card, from, 1.6))]);
  await animator.pause(cards.length ? 2.5 : 1);
  await Promise.all(cards.map((card) => intoDiscard(animator, card)));
  for (const card of cards) card.remove();
}

/**
 * Lay cards out in a row under the automaton's pile.
 *
 * @param {HTMLElement[]} cards
 * @param {Animator} animator
 */
function lay(cards, animator) {
  const sea = boxOfSea();
  const middle = sea.left + sea.width / 2;
  for (const card of cards) animator.place(card, { x: middle, y: 0 });
  const { width = 0, height = 0 } = cards[0]?.getBoundingClientRect() ?? {};
  const step = Math.min(width + 8, (sea.width - width - 16) / Math.max(cards.length - 1, 1));
  cards.forEach((card, index) => {
    const x = middle + (index - (cards.length - 1) / 2) * step;
    animator.place(card, { x, y: sea.top + height / 2 + 10 });
  });
  return cards;
}

/**
 * A card on the effects layer flies to the discard and fades.
 *
 * @param {Animator} animator
 * @param {HTMLElement} card
 */
export async function intoDiscard(animator, card) {
  const goal = (document.querySelector("#discard summary") ?? animator.pile("B"))?.getBoundingClientRect();
  if (!goal) return;
  const from = card.getBoundingClientRect();
  const x = goal.left + goal.width / 2 - from.left - from.width / 2;
  const y = goal.top + goal.height / 2 - from.top - from.height / 2;
  const frames = [
    { translate: "0 0", scale: "1", opacity: 1 },
    { translate: `${x}px ${y}px`, scale: ".3", opacity: 0.2 },
  ];
  await animator.animate(card, frames, { duration: animator.beat * 1.5, easing: "ease-in", fill: "forwards" });
}

/** The discard becomes the new pile (R10.5). @type {EventAnimation} */
export async function reshuffled(animator, event) {
  const pile = animator.pile("B");
  const from = document.querySelector("#discard summary")?.getBoundingClientRect();
  if (!pile || !from) return;
  animator.banner(event.say, "turn", 7);
  const goal = (pile.querySelector(".pile-top") ?? pile).getBoundingClientRect();
  for (let n = 0; n < Math.min(event.count, 5) && !animator.over; n += 1) {
    const card = animator.make("back", "lifted");
    card.style.width = `${goal.width}px`;
    animator.place(card, { x: goal.left + goal.width / 2, y: goal.top + goal.height / 2 });
    await animator.glideFrom(card, { ...plain(from), width: goal.width / 2 }, 0.8);
    card.remove();
  }
  animator.hp("B", event.count);
  await animator.pause(3);
}

/** @param {DOMRect} rect */
function plain({ left, top, width, height }) {
  return { left, top, width, height };
}

/** @type {EventAnimation} */
export async function lastTurn(animator, event) {
  await animator.banner(event.say, "fall", 9);
}

/** The mana with which the automaton's turn begins. @type {EventAnimation} */
export async function mana(animator, event) {
  if (event.player === "B" && animator.pile("B")) count(event);
}
