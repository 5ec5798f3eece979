// How each event of the engine looks. Each animation resolves when the next may begin.

import { all, byId } from "../dom.js";
import * as automaton from "./automaton_animations.js";
import { sound } from "./sound_cues.js";

/** @import { Animator, EventAnimation } from "./animator.js" */

const ENDS = { creature: "creature", held: "held" };

/** @type {EventAnimation} */
async function played(animator, event) {
  const row = animator.row(event.player, event.lane);
  if (!row) return;
  const source = event.champion ? animator.champion(event.player) : animator.held(event.player, event.place);
  const revealed = animator.lifted(event.face);
  const element = revealed ? animator.make(event.face, ENDS.creature) : source;
  if (!element) return;
  const from = revealed?.rect ?? element.getBoundingClientRect();
  animator.face(element, event.face);
  element.className = ENDS.creature;
  const hand = animator.hand(event.player);
  const rest = hand ? [...hand.children].filter((child) => child !== element) : [];
  const host = event.onto ? animator.creatures(event.player, event.lane)[event.index] : null;
  const neighbours = [...rest, ...row.querySelectorAll(":scope > .creature")].filter((child) => child !== element);
  const settled = animator.glide(neighbours, () => (host ? host.append(element) : addCreature(row, element)), 1);
  spend(event.player, event.cost);
  await Promise.all([settled, animator.glideFrom(element, from, 1.3)]);
  animator.ring(element, "land");
  sound("land");
}

/**
 * @param {HTMLElement} row
 * @param {HTMLElement} element
 */
function addCreature(row, element) {
  const last = [...row.querySelectorAll(":scope > .creature")].at(-1);
  if (last) last.after(element);
  else row.prepend(element);
}

/**
 * @param {string} seat
 * @param {number} cost
 */
function spend(seat, cost) {
  const full = all(`#mana-${seat} .gem-full`);
  for (const gem of full.slice(-cost || Infinity)) gem.classList.remove("gem-full");
  if (cost) sound("mana");
}

/** @type {EventAnimation} */
async function cast(animator, event) {
  const source = animator.held(event.player, event.place) ?? null;
  const target = event.target ? animator.creature(event.target) : null;
  const revealed = animator.lifted(event.face);
  const ghost = animator.make(event.face, "lifted spell");
  const from = revealed?.rect ?? source?.getBoundingClientRect();
  if (!from) return;
  animator.casting = source ? { player: event.player, element: source } : null;
  spend(event.player, event.cost ?? 0);
  const goal = (target ?? byId("table", HTMLElement)).getBoundingClientRect();
  // Not larger than its target, which must stay in sight.
  ghost.style.width = `${target ? Math.max(goal.width * 0.8, 60) : Math.max(from.width, 90)}px`;
  animator.place(ghost, { x: goal.left + goal.width / 2, y: goal.top + goal.height / 2 - goal.height * 0.5 });
  target?.setAttribute("data-fx", "aimed");
  sound("cast");
  source?.setAttribute("data-fx", "away");
  await animator.glideFrom(ghost, from, 1.6);
  await animator.pause(0.8);
  animator.ring(target, "spell");
  await animator.animate(
    ghost,
    [
      { opacity: 1, scale: "1" },
      { opacity: 0, scale: ".5", translate: "0 30px" },
    ],
    {
      duration: animator.beat * 1.2,
    },
  );
  ghost.remove();
  source?.removeAttribute("data-fx");
  target?.removeAttribute("data-fx");
}

/** @type {EventAnimation} */
async function attack(animator, event) {
  const attacker = animator.creature(event.at);
  const { target } = event;
  const goal = target.fortress ? fortressGoal(animator, target.player) : animator.creature(target);
  await animator.shine(attacker);
  sound("lunge");
  await animator.lunge(attacker, goal);
}

/**
 * @param {Animator} animator
 * @param {string} seat
 */
function fortressGoal(animator, seat) {
  return animator.fortress(seat) ?? animator.pile(seat);
}

/** @type {EventAnimation} */
async function sprint(animator, event) {
  const list = animator.creatures(event.at.player, event.at.lane);
  const element = list[event.at.index];
  if (!element) return;
  await animator.glide(list, () => element.parentElement?.insertBefore(element, list[event.to]), 1);
  if (event.bonus) animator.float(element, `+${event.bonus}`, "boon");
}

/** @type {EventAnimation} */
async function wounded(animator, event) {
  const element = animator.creature(event.at);
  if (!element) return;
  sound("wound");
  animator.float(element, `−${event.amount}`, "wound");
  animator.health(element, Math.max(0, event.left));
  await Promise.all([animator.shake(element), animator.pause(0.9)]);
}

/** @type {EventAnimation} */
async function absorbed(animator, event) {
  const element = animator.creature(event.at);
  sound("absorbed");
  animator.ring(element, "shield");
  animator.float(element, "0", "shield");
  await animator.pause(1.2);
}

/** @type {EventAnimation} */
async function fortressHit(animator, event) {
  const goal = fortressGoal(animator, event.player);
  sound("wound");
  animator.float(goal, `−${event.amount}`, "wound");
  await Promise.all([animator.shake(goal, 8), animator.pause(0.6)]);
}

/** @type {EventAnimation} */
async function fortressMoved(animator, event) {
  const row = animator.hand(event.player);
  const fortress = animator.fortress(event.player);
  if (!row || !fortress) return;
  if (event.to < event.from - 1) {
    // A fallen Bastion goes back to the far left in one sweep.
    await animator.glide([...row.children], () => row.prepend(fortress), 2.6);
    animator.hp(event.player, event.hp);
    return;
  }
  const step = event.to > event.from ? 1 : -1;
  const start = [...row.children].indexOf(fortress);
  let hp = row.children.length - 1 - start;
  for (let n = start; n !== start + (event.to - event.from) && !animator.over; n += step) {
    const list = [...row.children];
    const next = list[n + step];
    if (!next) break;
    hp -= step;
    sound("crack");
    animator.hp(event.player, hp);
    await animator.glide([fortress, next], () => (step > 0 ? next.after(fortress) : next.before(fortress)), 0.75);
  }
}

/** @type {EventAnimation} */
async function bastionFell(animator, event) {
  const goal = fortressGoal(animator, event.player);
  const table = document.getElementById("table");
  sound("bastion-falls");
  animator.shade(12);
  animator.ring(goal, "fall");
  animator.debris(goal);
  animator.shake(table, 9);
  await animator.animate(goal, [{ rotate: "0deg" }, { rotate: "7deg" }, { rotate: "-5deg" }, { rotate: "0deg" }], {
    duration: animator.beat * 2.2,
  });
  const turn = [{ transform: "rotateY(0deg)" }, { transform: "rotateY(90deg)" }];
  const face = goal?.querySelector(".card") ?? goal;
  await animator.animate(face, turn, { duration: animator.beat, easing: "ease-in" });
  const fortress = animator.fortress(event.player);
  if (fortress) {
    animator.face(fortress, "fort");
    animator.animate(fortress.querySelector(".card"), [...turn].reverse(), { duration: animator.beat });
  }
  await animator.banner(event.say, "fall", 8);
}

/** @type {EventAnimation} */
async function fortTurned(animator, event) {
  const fortress = animator.fortress(event.player);
  const row = fortress?.parentElement;
  if (!fortress || !row) return;
  animator.ring(fortress, "heal");
  animator.face(fortress, "bastion");
  await animator.glide([...row.children], () => row.insertBefore(fortress, row.lastElementChild), 2);
  animator.hp(event.player, event.hp);
}

/** @type {EventAnimation} */
async function fortFell(animator, event) {
  const goal = fortressGoal(animator, event.player);
  sound("bastion-falls");
  animator.shade(12);
  animator.ring(goal, "fall");
  animator.debris(goal);
  animator.shake(document.getElementById("table"), 12);
  await animator.animate(
    goal,
    [
      { scale: "1", opacity: 1 },
      { scale: "1.15", opacity: 1 },
      { scale: ".7", opacity: 0.15, rotate: "18deg" },
    ],
    {
      duration: animator.beat * 4,
      fill: "forwards",
    },
  );
  await animator.banner(event.say, "fall", 7);
}

/** @type {EventAnimation} */
async function destroyed(animator, event) {
  const element = animator.creature(event.at);
  if (!element) return;
  element.setAttribute("data-fx", "broken");
  sound("destroyed");
  await animator.animate(
    element,
    [{ scale: "1" }, { scale: "1.08", rotate: "2deg" }, { scale: ".86", rotate: "-3deg" }],
    {
      duration: animator.beat,
    },
  );
  const others = [...(element.parentElement?.children ?? [])].filter((child) => child !== element);
  const keys = event.over ? [event.overFace, event.face] : [event.face];
  await animator.glide(others, () => animator.lift(element, keys), 0.6);
}

/** @type {EventAnimation} */
async function returned(animator, event) {
  const row = animator.hand(event.player);
  if (!row) return;
  const casting = animator.casting;
  if (casting && casting.player === event.player && casting.element.isConnected) {
    animator.casting = null;
    animator.face(casting.element, event.face);
    await animator.glide([...row.children], () => row.append(casting.element), 1.6);
    bumpHp(animator, event.player, row);
    return;
  }
  const entry = animator.lifted(event.face);
  const element = animator.make(event.face, ENDS.held);
  const own = row.closest("[data-own]") !== null;
  if (!own && !animator.faces[event.face]) animator.face(element, "back");
  await Promise.all([
    animator.glide([...row.children], () => row.append(element), 1.2),
    entry
      ? animator.glideFrom(element, entry.rect, 2)
      : animator.animate(element, [{ opacity: 0 }, { opacity: 1 }], { duration: animator.beat }),
  ]);
  bumpHp(animator, event.player, row);
}

/**
 * @param {Animator} animator
 * @param {string} seat
 * @param {HTMLElement} row
 */
function bumpHp(animator, seat, row) {
  const fortress = animator.fortress(seat);
  if (fortress) animator.hp(seat, row.children.length - 1 - [...row.children].indexOf(fortress));
}

/** @type {EventAnimation} */
async function evaded(animator, event) {
  const list = animator.creatures(event.at.player, event.at.lane);
  const element = list[event.at.index];
  const row = element?.parentElement;
  if (row) await animator.glide(list, () => addCreature(row, element), 1.2);
}

/** @type {EventAnimation} */
async function leaves(animator, event) {
  const entry = animator.lifted(event.face);
  const goal = event.player ? animator.champion(event.player) : animator.pile("B");
  if (!entry || !goal) return;
  const ghost = animator.make(event.face, "lifted");
  ghost.style.width = `${entry.rect.width}px`;
  const to = goal.getBoundingClientRect();
  animator.place(ghost, { x: to.left + to.width / 2, y: to.top + to.height / 2 });
  await animator.glideFrom(ghost, entry.rect, 1.6);
  ghost.remove();
}

/** @type {EventAnimation} */
async function discarded(animator, event) {
  const entry = animator.lifted(event.face);
  if (!entry) return;
  const ghost = animator.make(event.face, "lifted");
  ghost.style.width = `${entry.rect.width}px`;
  animator.place(ghost, { x: entry.rect.left + entry.rect.width / 2, y: entry.rect.top + entry.rect.height / 2 });
  await automaton.intoDiscard(animator, ghost);
  ghost.remove();
}

/** @type {EventAnimation} */
async function takenBack(animator, event) {
  animator.dim();
  await animator.banner(event.say, "turn", 7);
}

/** @type {EventAnimation} */
async function turnBegan(animator, event) {
  animator.dim();
  for (const left of document.querySelectorAll("#table .mana:not(.mana-next)")) left.setAttribute("data-fx", "away");
  animator.banner(event.say, "turn", 5);
  await animator.pause(1.6);
}

/** @type {EventAnimation} */
async function rested(animator, event) {
  const element = animator.creature(event.at);
  animator.animate(element, [{ opacity: 1 }, { opacity: 0.55 }, { opacity: 1 }], { duration: animator.beat * 2 });
  await animator.pause(event.reason === "new" ? 0.35 : 1);
}

/** @type {EventAnimation} */
async function regeneration(animator, event) {
  animator.ring(fortressGoal(animator, event.player), "heal");
  await animator.pause(0.6);
}

/** @type {EventAnimation} */
async function bloodPrice(animator, event) {
  animator.ring(fortressGoal(animator, event.player), "blood");
  await animator.pause(0.8);
}

/** @type {EventAnimation} */
async function ready(animator, event) {
  animator.ring(animator.champion(event.player), "heal");
  await animator.pause(0.5);
}

/** @type {EventAnimation} */
async function picked(animator, event) {
  const offer = document.getElementById(`offer-${event.card}`);
  const slot = document.querySelector(`#deck-${event.player} .picked-slot`);
  if (!offer || !slot) return;
  const from = offer.getBoundingClientRect();
  const to = slot.getBoundingClientRect();
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const frames = [
    { translate: "0 0", zIndex: 30 },
    { translate: `${x}px ${y}px`, scale: `${to.width / from.width}`, zIndex: 30 },
  ];
  await animator.animate(offer, frames, {
    duration: animator.beat * 1.8,
    easing: "cubic-bezier(.3,.7,.3,1)",
    fill: "forwards",
  });
  offer.setAttribute("data-fx", "gone");
}

/**
 * Event type → animation. What is not here changes nothing that one could see.
 *
 * @type {Record<string, EventAnimation>}
 */
export const ANIMATIONS = {
  picked,
  turn_began: turnBegan,
  played,
  cast,
  attack,
  sprint,
  wounded,
  absorbed,
  immune: absorbed,
  fortress_hit: fortressHit,
  fortress_moved: fortressMoved,
  bastion_fell: bastionFell,
  fort_turned: fortTurned,
  fort_fell: fortFell,
  destroyed,
  returned,
  evaded,
  aside: leaves,
  to_discard: discarded,
  to_pile: leaves,
  mana: automaton.mana,
  revealed: automaton.revealed,
  fizzled: automaton.fizzled,
  pile_hit: automaton.pileHit,
  pile_reshuffled: automaton.reshuffled,
  last_turn: automaton.lastTurn,
  taken_back: takenBack,
  rested,
  regeneration,
  blood_price: bloodPrice,
  champion_ready: ready,
};
