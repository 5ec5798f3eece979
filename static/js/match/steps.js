// How each event of the engine looks. A step gets the Show and the event, and resolves when the next may begin.

import * as solo from "./solo.js";

const ENDS = { creature: "creature", held: "held" };

async function played(show, event) {
  const row = show.row(event.player, event.lane);
  if (!row) return;
  const source = event.champion ? show.champion(event.player) : show.held(event.player, event.place);
  const revealed = show.lifted(event.face);
  const element = revealed ? show.make(event.face, ENDS.creature) : source;
  if (!element) return;
  const from = revealed?.rect ?? element.getBoundingClientRect();
  show.face(element, event.face);
  element.className = ENDS.creature;
  const hand = show.hand(event.player);
  const rest = hand ? [...hand.children].filter((child) => child !== element) : [];
  const host = event.onto ? show.creatures(event.player, event.lane)[event.index] : null;
  const neighbours = [...rest, ...row.querySelectorAll(":scope > .creature")].filter((child) => child !== element);
  const settled = show.glide(neighbours, () => (host ? host.append(element) : addCreature(row, element)), 1);
  spend(event.player, event.cost);
  await Promise.all([settled, show.glideFrom(element, from, 1.3)]);
  show.ring(element, "land");
}

function addCreature(row, element) {
  const last = [...row.querySelectorAll(":scope > .creature")].at(-1);
  if (last) last.after(element);
  else row.prepend(element);
}

function spend(seat, cost) {
  const full = [...document.querySelectorAll(`#mana-${seat} .gem-full`)].slice(-cost || Infinity);
  for (const gem of full) gem.classList.remove("gem-full");
}

async function cast(show, event) {
  const source = show.held(event.player, event.place) ?? null;
  const target = event.target ? show.creature(event.target) : null;
  const revealed = show.lifted(event.face);
  const ghost = show.make(event.face, "lifted spell");
  const from = revealed?.rect ?? source?.getBoundingClientRect();
  if (!from) return;
  show.casting = source ? { player: event.player, element: source } : null;
  spend(event.player, event.cost ?? 0);
  const goal = (target ?? document.getElementById("table")).getBoundingClientRect();
  // Not larger than its target, which must stay in sight.
  ghost.style.width = `${target ? Math.max(goal.width * 0.8, 60) : Math.max(from.width, 90)}px`;
  show.place(ghost, { x: goal.left + goal.width / 2, y: goal.top + goal.height / 2 - goal.height * 0.5 });
  target?.setAttribute("data-fx", "aimed");
  source?.setAttribute("data-fx", "away");
  await show.glideFrom(ghost, from, 1.6);
  await show.pause(0.8);
  show.ring(target, "spell");
  await show.animate(ghost, [{ opacity: 1, scale: "1" }, { opacity: 0, scale: ".5", translate: "0 30px" }], {
    duration: show.beat * 1.2,
  });
  ghost.remove();
  source?.removeAttribute("data-fx");
  target?.removeAttribute("data-fx");
}

async function attack(show, event) {
  const attacker = show.creature(event.at);
  const { target } = event;
  const goal = target.fortress ? fortressGoal(show, target.player) : show.creature(target);
  await show.shine(attacker);
  await show.lunge(attacker, goal);
}

function fortressGoal(show, seat) {
  return show.fortress(seat) ?? show.pile(seat);
}

async function sprint(show, event) {
  const list = show.creatures(event.at.player, event.at.lane);
  const element = list[event.at.index];
  if (!element) return;
  await show.glide(list, () => element.parentElement.insertBefore(element, list[event.to]), 1);
  if (event.bonus) show.float(element, `+${event.bonus}`, "boon");
}

async function wounded(show, event) {
  const element = show.creature(event.at);
  if (!element) return;
  show.float(element, `−${event.amount}`, "wound");
  show.health(element, Math.max(0, event.left));
  await Promise.all([show.shake(element), show.pause(0.9)]);
}

async function absorbed(show, event) {
  const element = show.creature(event.at);
  show.ring(element, "shield");
  show.float(element, "0", "shield");
  await show.pause(1.2);
}

async function fortressHit(show, event) {
  const goal = fortressGoal(show, event.player);
  show.float(goal, `−${event.amount}`, "wound");
  await Promise.all([show.shake(goal, 8), show.pause(0.6)]);
}

async function fortressMoved(show, event) {
  const row = show.hand(event.player);
  const fortress = show.fortress(event.player);
  if (!row || !fortress) return;
  if (event.to < event.from - 1) {
    // A fallen Bastion goes back to the far left in one sweep.
    await show.glide([...row.children], () => row.prepend(fortress), 2.6);
    show.hp(event.player, event.hp);
    return;
  }
  const step = event.to > event.from ? 1 : -1;
  const start = [...row.children].indexOf(fortress);
  let hp = row.children.length - 1 - start;
  for (let n = start; n !== start + (event.to - event.from) && !show.over; n += step) {
    const list = [...row.children];
    const next = list[n + step];
    if (!next) break;
    hp -= step;
    show.hp(event.player, hp);
    await show.glide([fortress, next], () => (step > 0 ? next.after(fortress) : next.before(fortress)), 0.75);
  }
}

async function bastionFell(show, event) {
  const goal = fortressGoal(show, event.player);
  const table = document.getElementById("table");
  show.shade(12);
  show.ring(goal, "fall");
  show.debris(goal);
  show.shake(table, 9);
  await show.animate(goal, [{ rotate: "0deg" }, { rotate: "7deg" }, { rotate: "-5deg" }, { rotate: "0deg" }], {
    duration: show.beat * 2.2,
  });
  const turn = [{ transform: "rotateY(0deg)" }, { transform: "rotateY(90deg)" }];
  const face = goal?.querySelector(".card") ?? goal;
  await show.animate(face, turn, { duration: show.beat, easing: "ease-in" });
  const fortress = show.fortress(event.player);
  if (fortress) {
    show.face(fortress, "fort");
    show.animate(fortress.querySelector(".card"), [...turn].reverse(), { duration: show.beat });
  }
  await show.banner(event.say, "fall", 8);
}

async function fortTurned(show, event) {
  const fortress = show.fortress(event.player);
  if (!fortress) return;
  show.ring(fortress, "heal");
  show.face(fortress, "bastion");
  const row = fortress.parentElement;
  await show.glide([...row.children], () => row.insertBefore(fortress, row.lastElementChild), 2);
  show.hp(event.player, event.hp);
}

async function fortFell(show, event) {
  const goal = fortressGoal(show, event.player);
  show.shade(12);
  show.ring(goal, "fall");
  show.debris(goal);
  show.shake(document.getElementById("table"), 12);
  await show.animate(goal, [{ scale: "1", opacity: 1 }, { scale: "1.15", opacity: 1 }, { scale: ".7", opacity: 0.15, rotate: "18deg" }], {
    duration: show.beat * 4,
    fill: "forwards",
  });
  await show.banner(event.say, "fall", 7);
}

async function destroyed(show, event) {
  const element = show.creature(event.at);
  if (!element) return;
  element.setAttribute("data-fx", "broken");
  await show.animate(element, [{ scale: "1" }, { scale: "1.08", rotate: "2deg" }, { scale: ".86", rotate: "-3deg" }], {
    duration: show.beat,
  });
  const others = [...element.parentElement.children].filter((child) => child !== element);
  const keys = event.over ? [event.overFace, event.face] : [event.face];
  await show.glide(others, () => show.lift(element, keys), 0.6);
}

async function returned(show, event) {
  const row = show.hand(event.player);
  if (!row) return;
  const casting = show.casting;
  if (casting && casting.player === event.player && casting.element.isConnected) {
    show.casting = null;
    show.face(casting.element, event.face);
    await show.glide([...row.children], () => row.append(casting.element), 1.6);
    bumpHp(show, event.player, row);
    return;
  }
  const entry = show.lifted(event.face);
  const element = show.make(event.face, ENDS.held);
  const own = row.closest("[data-own]") !== null;
  if (!own && !show.faces[event.face]) show.face(element, "back");
  await Promise.all([
    show.glide([...row.children], () => row.append(element), 1.2),
    entry ? show.glideFrom(element, entry.rect, 2) : show.animate(element, [{ opacity: 0 }, { opacity: 1 }], { duration: show.beat }),
  ]);
  bumpHp(show, event.player, row);
}

function bumpHp(show, seat, row) {
  const fortress = show.fortress(seat);
  if (fortress) show.hp(seat, row.children.length - 1 - [...row.children].indexOf(fortress));
}

async function evaded(show, event) {
  const list = show.creatures(event.at.player, event.at.lane);
  const element = list[event.at.index];
  if (!element) return;
  await show.glide(list, () => addCreature(element.parentElement, element), 1.2);
}

async function leaves(show, event) {
  const entry = show.lifted(event.face);
  const goal = event.player ? show.champion(event.player) : show.pile("B");
  if (!entry || !goal) return;
  const ghost = show.make(event.face, "lifted");
  ghost.style.width = `${entry.rect.width}px`;
  const to = goal.getBoundingClientRect();
  show.place(ghost, { x: to.left + to.width / 2, y: to.top + to.height / 2 });
  await show.glideFrom(ghost, entry.rect, 1.6);
  ghost.remove();
}

async function discarded(show, event) {
  const entry = show.lifted(event.face);
  if (!entry) return;
  const ghost = show.make(event.face, "lifted");
  ghost.style.width = `${entry.rect.width}px`;
  show.place(ghost, { x: entry.rect.left + entry.rect.width / 2, y: entry.rect.top + entry.rect.height / 2 });
  await solo.intoDiscard(show, ghost);
  ghost.remove();
}

async function takenBack(show, event) {
  show.dim();
  await show.banner(event.say, "turn", 7);
}

async function turnBegan(show, event) {
  show.dim();
  for (const left of document.querySelectorAll("#table .mana:not(.mana-next)")) left.setAttribute("data-fx", "away");
  show.banner(event.say, "turn", 5);
  await show.pause(1.6);
}

async function rested(show, event) {
  const element = show.creature(event.at);
  show.animate(element, [{ opacity: 1 }, { opacity: 0.55 }, { opacity: 1 }], { duration: show.beat * 2 });
  await show.pause(event.reason === "new" ? 0.35 : 1);
}

async function regeneration(show, event) {
  show.ring(fortressGoal(show, event.player), "heal");
  await show.pause(0.6);
}

async function bloodPrice(show, event) {
  show.ring(fortressGoal(show, event.player), "blood");
  await show.pause(0.8);
}

async function ready(show, event) {
  show.ring(show.champion(event.player), "heal");
  await show.pause(0.5);
}

async function picked(show, event) {
  const offer = document.getElementById(`offer-${event.card}`);
  const slot = document.querySelector(`#deck-${event.player} .picked-slot`);
  if (!offer || !slot) return;
  const from = offer.getBoundingClientRect();
  const to = slot.getBoundingClientRect();
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const frames = [{ translate: "0 0", zIndex: 30 }, { translate: `${x}px ${y}px`, scale: `${to.width / from.width}`, zIndex: 30 }];
  await show.animate(offer, frames, { duration: show.beat * 1.8, easing: "cubic-bezier(.3,.7,.3,1)", fill: "forwards" });
  offer.setAttribute("data-fx", "gone");
}

/** Event type → step. What is not here changes nothing that one could see. */
export const STEPS = {
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
  mana: solo.mana,
  revealed: solo.revealed,
  fizzled: solo.fizzled,
  pile_hit: solo.pileHit,
  pile_reshuffled: solo.reshuffled,
  last_turn: solo.lastTurn,
  taken_back: takenBack,
  rested,
  regeneration,
  blood_price: bloodPrice,
  champion_ready: ready,
};
