// Hits on a fortress, the heart of the game. It comes forward out of its hand, is pushed through the cards one by one
// while its HP count down, and goes back. Falls and the end of the match: destruction.js.

import * as ability from "./ability_effects.js";
import { count, countTo, strike } from "./blows.js";
import { dust, float, ring } from "./effects.js";
import * as places from "./places.js";
import { centre } from "./places.js";

/** @import { Animator, EventAnimation, Forward } from "./animator.js" */
/** @import { Box } from "./places.js" */

const RATIO = 7 / 5; // height of a card for its width
const MIN_TALL_SEA = 260; // pixels of height: a lower sea is that of a telephone held sideways

/**
 * Return where a fortress stands when it has come forward: at its owner's edge of the sea, with room to be pushed to the right.
 *
 * @param {string} seat
 * @param {Box} sea
 * @returns {Box}
 */
function stand(seat, sea) {
  const isLow = !places.isUpright() && sea.height < MIN_TALL_SEA;
  const wanted = places.isUpright() ? sea.width * 0.27 : isLow ? sea.height : sea.width * 0.15;
  const width = Math.max(70, Math.min(wanted, 170, (sea.height * (isLow ? 0.8 : 0.48)) / RATIO));
  const height = width * RATIO;
  const isFar = places.isFar(seat);
  const middle = sea.left + sea.width * (places.isUpright() ? 0.3 : isFar ? 0.64 : 0.14);
  const top = isFar ? sea.top + 10 : sea.top + sea.height - height - 10;
  return { left: middle - width / 2, top, width, height };
}

/**
 * Let a fortress come forward, large, in front of its hand; null while nothing moves.
 *
 * @param {Animator} animator
 * @param {string} seat
 */
export function bringForward(animator, seat) {
  const home = places.fortress(seat);
  if (animator.over || !home) return null;
  const before = animator.forward;
  if (before?.seat === seat) {
    if (before.pushed)
      animator.adorn(before.element, [{ translate: `${before.pushed}px 0` }, { translate: "0 0" }], animator.flight(1));
    before.pushed = 0;
    return before;
  }
  withdraw(animator);
  const [from, rect] = [animator.box(home), stand(seat, animator.sea)];
  const copy = animator.copyOf(home, from);
  copy.classList.add("siege");
  copy.style.width = `${rect.width}px`;
  const hp = document.createElement("strong");
  hp.className = "siege-hp";
  hp.textContent = String(places.shownHp(seat));
  copy.append(hp);
  animator.place(copy, centre(rect));
  animator.flyFrom(copy, from, 1.2, rect, true);
  const forward = { seat, element: copy, hp, rect, pushed: 0 };
  animator.bring(forward);
  return forward;
}

/** The fortress that has come forward goes back to its hand. @param {Animator} animator */
export function withdraw(animator) {
  const { forward } = animator;
  const home = forward && places.fortress(forward.seat);
  animator.bring(null);
  if (!forward || !home) return;
  const { element, rect, pushed } = forward;
  const to = home.getBoundingClientRect(); // before the page is changed, which would be laid out once more
  element.classList.remove("siege");
  const from = { left: rect.left + pushed, top: rect.top, width: rect.width, height: rect.height };
  const goal = { x: centre(to).x - centre(from).x + pushed, y: centre(to).y - centre(from).y };
  const frames = [
    { translate: `${pushed}px 0`, scale: "1" },
    { translate: `${goal.x}px ${goal.y}px`, scale: `${to.width / rect.width}` },
  ];
  animator
    .adorn(element, frames, { ...animator.flight(1.2), fill: "forwards" })
    .then(() => animator.bringBack(home, element));
}

/** @type {EventAnimation<"fortress_hit">} */
export async function fortressHit(animator, event) {
  const forward = bringForward(animator, event.player);
  strike(animator, event.amount);
  if (!forward) return;
  if (event.by === "sharpening") ability.spray(animator, forward.rect, "spark", 30);
  ring(animator, forward.rect, "hit");
  if (!places.pile(event.player)) float(animator, forward.rect, `−${event.lost}`, "great"); // a pile counts its own cards
  animator.shake(forward.element.firstElementChild, 9, 1.2);
  animator.advance(0.3);
}

/** @type {EventAnimation<"blood_price">} */
export async function bloodPrice(animator, event) {
  const forward = bringForward(animator, event.player);
  if (forward) ability.spray(animator, forward.rect, "drop", 60);
  await animator.pause(0.6);
}

/** @type {EventAnimation<"regeneration">} */
export async function regeneration(animator, event) {
  await regrow(animator, event.player);
}

/** Regeneration mends a fortress. @param {Animator} animator @param {string} seat */
export async function regrow(animator, seat) {
  const forward = bringForward(animator, seat);
  if (forward) ability.roots(animator, forward.rect);
  await animator.pause(1.4);
}

/** @type {EventAnimation<"fortress_moved">} */
export async function fortressMoved(animator, event) {
  const row = places.handRow(event.player);
  const home = places.fortress(event.player);
  if (!row || !home) return;
  const list = /** @type {HTMLElement[]} */ ([...row.children]);
  const start = list.indexOf(home);
  if (event.to > event.from) {
    const passed = list.slice(start + 1, start + 1 + event.to - event.from);
    await push(animator, event.player, passed);
    row.insertBefore(home, passed.at(-1)?.nextSibling ?? null);
  } else {
    const first = list[Math.max(0, start - (event.from - event.to))];
    const others = list.filter((card) => card !== home);
    animator.glide(others, () => row.insertBefore(home, first), 1.6, true);
    const { forward } = animator;
    if (forward) countTo(animator, forward.hp, places.shownHp(event.player), event.hp);
    await animator.pause(0.8);
    withdraw(animator);
  }
  places.showHp(event.player, event.hp);
}

/**
 * A fortress that has come forward is pushed through these cards: each steps to its other side, and its HP fall by one.
 *
 * @param {Animator} animator
 * @param {string} seat
 * @param {HTMLElement[]} passed
 */
async function push(animator, seat, passed) {
  const forward = bringForward(animator, seat);
  if (!forward || !passed.length) return;
  const { rect, element } = forward;
  const { sea } = animator;
  const room = sea.left + sea.width - (rect.left + rect.width) - 8;
  const step = Math.max(12, Math.min(rect.width * 0.66, room / (passed.length + 0.5)));
  const beats = Math.max(0.35, Math.min(0.8, 2.6 / passed.length));
  const cards = passed.map((card, index) => layBeside(animator, forward, card, step * (index + 1)));
  const moves = passed.map((_, index) => ({ translate: `${step * (index + 1)}px 0`, easing: "ease-in-out" }));
  const duration = animator.beat * beats * passed.length;
  animator.adorn(element, [{ translate: "0 0", easing: "ease-in-out" }, ...moves], {
    duration,
    fill: "forwards",
    easing: "linear",
  });
  for (const [index, card] of cards.entries()) stepAside(animator, card, step, beats, index);
  const hp = places.shownHp(seat);
  const numbers = passed.map((_, index) => Math.max(0, hp - index - 1));
  count(animator, forward.hp, hp, numbers, beats, beats);
  for (const index of passed.keys()) {
    animator.advance(beats);
    animator.hear("crack");
    dust(animator, { ...rect, left: rect.left + step * (index + 1) }, 30);
  }
  await animator.reach();
  forward.pushed = animator.over ? 0 : step * passed.length;
  for (const card of cards)
    animator
      .adorn(card, [{ opacity: 1 }, { opacity: 0 }], { duration: animator.beat * 2, fill: "forwards" })
      .then(() => card.remove());
}

/**
 * Put a card of the hand under the fortress that has come forward, to one side.
 *
 * @param {Animator} animator
 * @param {Forward} forward
 * @param {HTMLElement} card
 * @param {number} distance
 */
function layBeside(animator, { rect, element }, card, distance) {
  const shown = document.createElement("div");
  shown.className = "lifted siege-card";
  shown.append(...places.cardsOf(card));
  shown.style.width = `${rect.width * 0.74}px`;
  const { x, y } = centre(rect);
  animator.place(shown, { x: x + distance, y: y + rect.height * 0.11 });
  element.before(shown);
  animator.adorn(shown, [{ opacity: 0 }, { opacity: 1 }], { duration: animator.beat * 0.5 });
  return shown;
}

/**
 * @param {Animator} animator
 * @param {HTMLElement} card
 * @param {number} step
 * @param {number} beats
 * @param {number} index
 */
function stepAside(animator, card, step, beats, index) {
  const frames = [
    { translate: "0 0", rotate: "0deg" },
    { translate: `${-step * 0.5}px 5px`, rotate: "-4deg" },
    { translate: `${-step}px 0`, rotate: "0deg" },
  ];
  const [duration, delay] = [animator.beat * beats, animator.beat * beats * index];
  animator.adorn(card, frames, { duration, delay, fill: "forwards" });
}

/** Count what the automaton's pile loses on its fortress (R10.5). @param {Animator} animator @param {number} left */
export function countPile(animator, left) {
  const { forward } = animator;
  if (forward?.seat === "B") countTo(animator, forward.hp, places.shownHp("B"), left);
  places.showHp("B", left);
}
