// Animations of plays, attacks and what becomes of creatures. Each resolves when the next may begin, or may be written
// (score.js); what still moves then does so on the effects layer or on its own.

import { all } from "../dom.js";
import { lazy } from "../fragments.js";
import * as ability from "./ability_effects.js";
import { countTo, kindOf, strike } from "./blows.js";
import { dust, float, ring, shine } from "./effects.js";
import * as places from "./places.js";
import { cardBox, centre } from "./places.js";
import { sound } from "./sound_cues.js";
import { chained } from "./timing.js";

/** @import { Animator, EventAnimation, Move } from "./animator.js" */
/** @import { Box, Point } from "./places.js" */
/** @import { Movement } from "./timing.js" */

export const fortress = lazy("match/fortress_animations");
export const incantations = lazy("match/incantations");
const largeCard = lazy("match/large_card");
const SMALL_CARDS = "(orientation: portrait) and (max-width: 40rem), (max-height: 520px)"; // where cards lie small
const COMES_DOWN = [{ scale: "1.1" }, { scale: ".97" }, { scale: "1" }];
const MAX_RAISED = 6; // falls in a row that each sound a tone higher than the one before

/**
 * Move what is played into its lane, or onto the creature that it rides, pay for it, and close the gap that it leaves.
 *
 * @param {Animator} animator
 * @param {{player: string, lane: string, index: number, onto: boolean, cost: number}} play `index`: of the creature that it rides
 * @param {HTMLElement} element
 * @param {() => void} [change] what else is to be changed
 * @returns {Move | undefined} of what is played, where something moves
 */
export function enter(animator, { player, lane, index, onto, cost }, element, change = () => {}) {
  const row = places.laneRow(player, lane);
  if (!row) return undefined;
  const wasHeld = element.parentElement === places.handRow(player);
  const around = [...(places.handRow(player)?.children ?? []), ...places.creatures(player, lane)];
  const neighbours = around.filter((child) => child !== element);
  const host = onto ? places.creatures(player, lane)[index] : null;
  const [own, ...others] = animator.move([element, ...neighbours], () => {
    change();
    element.className = "creature";
    if (host) host.append(element);
    else places.addToRear(row, element);
    if (wasHeld) places.countHp(player);
    spend(player, cost);
  });
  animator.slide(others, 1, true);
  const moved = others.find((move) => move.element === host);
  if (moved) ability.emblem(animator, moved.to, "tendril");
  return own;
}

/**
 * Dim the gems that a play costs.
 *
 * @param {string} seat
 * @param {number} cost
 */
export function spend(seat, cost) {
  if (!cost) return;
  const full = all(`#mana-${seat} .gem-full`);
  for (const gem of full.slice(-cost)) gem.classList.remove("gem-full");
  const [number] = all(`#mana-${seat} .mana-number`);
  if (number) number.textContent = String(Math.max(0, Number(number.textContent) - cost));
  sound("mana");
}

/** How a card that this player plays is shown large on its way; null where it is not. @param {Animator} animator @param {string} seat */
export async function largeFlight(animator, seat) {
  if (animator.over || !matchMedia(SMALL_CARDS).matches || !places.isFar(seat)) return null;
  return (await largeCard()).flightByTheMiddle(animator);
}

/** @type {EventAnimation<"played">} */
export async function played(animator, event) {
  const revealed = animator.release(event.face);
  const source = event.place === null ? places.champion(event.player) : places.held(event.player, event.place);
  const element = revealed ? animator.make(event.face, "creature") : source;
  if (!element) return;
  const byTheMiddle = revealed ? null : await largeFlight(animator, event.player);
  const own = enter(animator, event, element, () => {
    revealed?.element?.remove();
    animator.face(element, event.face);
  });
  if (own && !animator.over) {
    const rect = cardBox(own.to);
    const from = revealed?.rect ?? own.from;
    comeDown(animator, element, rect, byTheMiddle?.(from, rect) ?? animator.wayFrom(from, rect));
  } else land(animator, element, own?.to);
}

/**
 * A card flies to where it lies, and comes down there; its copy is what is seen until the page is changed for what follows.
 *
 * @param {Animator} animator
 * @param {HTMLElement} element
 * @param {Box} rect its card
 * @param {Movement | null} way
 */
function comeDown(animator, element, rect, way) {
  const copy = animator.copyOf(element, rect);
  const { beat } = animator;
  const { frames, ...timing } = way
    ? chained(way, { frames: COMES_DOWN, duration: beat, delay: 0, easing: "ease-out" })
    : { frames: COMES_DOWN, duration: beat };
  animator.adorn(copy, frames, timing);
  animator.advance((way?.duration ?? 0) / beat);
  animator.hear("land");
  dust(animator, rect);
  const landed = animator.ahead;
  animator.landings.push((ahead) => {
    animator.bringBack(element, copy);
    if (ahead === landed) animator.adorn(element, COMES_DOWN, { duration: beat }); // else it has come down
  });
}

/**
 * Let a card come down where it lies.
 *
 * @param {Animator} animator
 * @param {HTMLElement} element
 * @param {Box} [rect] where it lies
 */
export function land(animator, element, rect) {
  sound("land");
  if (rect && !animator.over && element.isConnected) dust(animator, rect);
  animator.adorn(element, COMES_DOWN, { duration: animator.beat });
}

/**
 * An incantation comes up over its target (or the middle of the table). Not larger than that, which must stay in sight.
 *
 * @param {Animator} animator
 * @param {HTMLElement | null} target
 * @param {HTMLElement} shown the card
 */
function holdOver(animator, target, shown) {
  const goal = boxOf(animator, target) ?? animator.sea;
  shown.style.width = `${target ? Math.max(goal.width * 0.8, 60) : 110}px`;
  animator.place(shown, { x: goal.left + goal.width / 2, y: goal.top });
  target?.setAttribute("data-fx", "aimed");
}

/**
 * Aim an incantation: its card leaves the hand and stays over the target until it strikes (incantations.js).
 *
 * @param {Animator} animator
 * @param {{player: string, cost: number, target: HTMLElement | null, source: HTMLElement | null, shown: HTMLElement}} play
 */
export function aim(animator, { player, cost, target, source, shown }) {
  holdOver(animator, target, shown);
  source?.setAttribute("data-fx", "gone");
  spend(player, cost);
  animator.aim({ shown, target }, source && { player, element: source });
  sound("cast");
  incantations(); // it strikes next
}

/** @type {EventAnimation<"attack">} */
export async function attack(animator, event) {
  animator.strikeBy(event);
  const attacker = places.creature(event.at);
  if (!attacker) return;
  const { target, at } = event;
  const sprinting = animator.upcoming("sprint");
  let own = animator.box(attacker);
  const atFortress = "fortress" in target;
  const bridge = atFortress ? [bridgeOf(at.lane)] : [];
  const aimed = atFortress ? null : boxOf(animator, places.creature(target));
  if (event.cause === "berserk") ability.blades(animator, own);
  if (event.cause === "instinct") ability.emblem(animator, own, "claws");
  shine(animator, own, 0.4);
  if (sprinting) {
    await animator.reach();
    animator.next();
    await sprint(animator, sprinting);
    own = animator.box(attacker);
  }
  if (animator.over) return;
  const rect = cardBox(own);
  const goal = atFortress ? (await fortress()).bringForward(animator, target.player)?.rect : aimed;
  if (!goal) return;
  const way = [...bridge, centre(goal)];
  lunge(animator, attacker, rect, way, goal, at.lane === "top" && atFortress);
}

/** @param {Animator} animator @param {Element | null} element */
function boxOf(animator, element) {
  return element ? cardBox(animator.box(element)) : null;
}

/** The middle of a lane's bridge. @param {string} lane @returns {Point} */
function bridgeOf(lane) {
  const bridge = document.getElementById(`bridge-${lane}`);
  return bridge ? centre(bridge.getBoundingClientRect()) : { x: 0, y: 0 };
}

/**
 * A strike along a way to a goal, where it lands with what is written next; meanwhile it goes back.
 *
 * @param {Animator} animator
 * @param {HTMLElement} element
 * @param {Box} rect its card
 * @param {Point[]} way its last point is the middle of the goal
 * @param {Box} goal
 * @param {boolean} mayFly whether an Aerial creature flies there
 */
function lunge(animator, element, rect, way, goal, mayFly) {
  const home = centre(rect);
  const before = way.at(-2) ?? home;
  const end = way[way.length - 1];
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  // Where the two cards touch, not where the one covers the other.
  const reach = Math.max(length * 0.3, length - (rect.width + goal.width) * 0.4) / length;
  const steps = [
    ...way.slice(0, -1),
    { x: before.x + (end.x - before.x) * reach, y: before.y + (end.y - before.y) * reach },
  ];
  const moves = steps.map(({ x, y }) => `${x - home.x}px ${y - home.y}px`);
  const copy = animator.copyOf(element, rect);
  if (mayFly && ability.has(element, "aerial")) ability.wings(animator, copy);
  if (isInFront(element) && ability.has(element, "aquatic")) ability.emblem(animator, rect, "wave");
  animator.hear("lunge");
  const back = `${(home.x - steps[0].x) * 0.1}px ${(home.y - steps[0].y) * 0.1}px`;
  const there = ["0 0", back, ...moves].map((translate) => ({ translate }));
  const beats = 0.8 + 0.4 * (moves.length - 1);
  const { frames, ...timing } = chained(
    { frames: there, duration: animator.beat * beats, easing: "cubic-bezier(.5,0,.85,.6)" },
    {
      frames: [{ translate: moves.at(-1) }, { translate: "0 0" }],
      duration: animator.beat * 1.3,
      delay: animator.beat * 0.2,
      easing: "ease-out",
    },
  );
  animator.adorn(copy, frames, timing).then(() => animator.bringBack(element, copy));
  animator.advance(beats);
}

/** Return whether a creature is at the bridge. @param {HTMLElement} element */
function isInFront(element) {
  return element.parentElement?.querySelector(":scope > .creature") === element;
}

/** @type {EventAnimation<"sprint">} */
export async function sprint(animator, event) {
  const list = places.creatures(event.at.player, event.at.lane);
  const element = list[event.at.index];
  if (!element) return;
  const moves = animator.move(list, () => element.parentElement?.insertBefore(element, list[event.to]));
  const own = moves[event.at.index];
  if (own) dust(animator, own.from, places.isFar(event.at.player) ? 40 : -40);
  if (event.bonus) float(animator, own?.from, `+${event.bonus}`, "boon");
  await animator.slide(moves, 0.9);
}

/** Return what the viewer sees of a creature: itself, or its copy while that is out. @param {Animator} animator @param {HTMLElement} element */
function seen(animator, element) {
  return animator.copies.get(element) ?? element;
}

/** Return whether wounds of the same blow follow. @param {Animator} animator */
function isOneOfMany(animator) {
  return Boolean(animator.upcoming("wounded") ?? animator.upcoming("absorbed") ?? animator.upcoming("immune"));
}

/** @type {EventAnimation<"wounded">} */
export async function wounded(animator, event) {
  const element = places.creature(event.at);
  if (!element) return;
  const rect = animator.over ? null : animator.box(element);
  showReach(animator, event, element);
  const { blow } = animator;
  const source = blow?.type === "attack" ? places.creature(blow.at) : null;
  if (rect && source && ability.has(source, "vulnerability")) ability.emblem(animator, cardBox(rect), "skull");
  strike(animator, event.amount);
  float(animator, rect, `−${event.lost}`, kindOf(event.amount));
  const shown = seen(animator, element);
  if (shown !== element) showHealth(animator, element, event, false);
  showHealth(animator, shown, event);
  animator.shake(shown);
  animator.advance(isOneOfMany(animator) ? 0.15 : 0.9);
}

/**
 * Show how wounds came to others than the one that was aimed at.
 *
 * @param {Animator} animator
 * @param {GameEvents["wounded"]} event
 * @param {HTMLElement} element
 */
function showReach(animator, event, element) {
  const target = animator.blow?.target;
  if (animator.over || !target || "fortress" in target || target.player !== event.at.player) return;
  const first = places.creature(target);
  if (target.lane !== event.at.lane) ability.splash(animator, first, element);
  else if (target.index < event.at.index) ability.perforation(animator, first, element);
}

/**
 * Show the health that a wounded creature has left.
 *
 * @param {Animator} animator
 * @param {Element} element
 * @param {GameEvents["wounded"]} event
 * @param {boolean} [isSeen] whether it is seen now
 */
async function showHealth(animator, element, { lost, left }, isSeen = true) {
  const shown = all(".card-health", element).at(-1);
  if (!shown) return;
  if (isSeen) await countTo(animator, shown, left + lost, left);
  else shown.textContent = String(left);
  shown.classList.add("hurt");
}

/** @type {EventAnimation<"absorbed" | "immune">} */
export async function absorbed(animator, event) {
  const element = places.creature(event.at);
  animator.hear("absorbed");
  ability.emblem(animator, element, event.type === "immune" ? "anvil" : "shield");
  float(animator, element, "0", "shield");
  animator.advance(isOneOfMany(animator) ? 0.15 : 1);
}

/** @type {EventAnimation<"destroyed">} */
export async function destroyed(animator, event) {
  const element = places.creature(event.at);
  if (!element) return;
  animator.hear("destroyed", 2 * Math.min(animator.streak, MAX_RAISED));
  const frames = [{ scale: "1" }, { scale: "1.08", rotate: "2deg" }, { scale: ".86", rotate: "-3deg" }];
  animator.adorn(seen(animator, element), frames, { duration: animator.beat * 0.5 });
  animator.advance(0.5);
  await animator.reach();
  const others = places.creatures(event.at.player, event.at.lane).filter((child) => child !== element);
  const keys = event.overFace ? [event.overFace, event.face] : [event.face];
  animator.countFall(event.at.player);
  animator.glide(others, () => animator.lift(element, keys), 0.8, true);
  if (!animator.upcoming("destroyed")) animator.advance(0.25);
}

/** @type {EventAnimation<"evaded">} */
export async function evaded(animator, event) {
  const list = places.creatures(event.at.player, event.at.lane);
  const element = list[event.at.index];
  const row = element?.parentElement;
  if (!row) return;
  const moves = animator.move(list, () => places.addToRear(row, element));
  const own = moves[event.at.index];
  if (own) dust(animator, own.from, places.isFar(event.at.player) ? -40 : 40);
  await animator.slide(moves);
}

/** @type {EventAnimation<"rested">} */
export async function rested(animator, event) {
  const element = places.creature(event.at);
  animator.adorn(element, [{ opacity: 1 }, { opacity: 0.55 }, { opacity: 1 }], { duration: animator.beat * 2 });
  if (event.reason === "defender") ability.emblem(animator, element, "shield");
  else if (event.reason === "fortress") ability.emblem(animator, element, "chain");
  animator.advance(event.reason === "new" ? 0.2 : 0.5);
}

/** @type {EventAnimation<"champion_ready">} */
export async function ready(animator, event) {
  ring(animator, places.champion(event.player), "heal");
  animator.advance(0.5);
}
