// How the automaton's turn looks: each card it reveals is held up with its lane and the mana counted so far, then goes
// where it belongs; what its pile loses is shown.

const HELD = 4.5; // beats for which a revealed card is held up
const SHOWN = 9; // cards of a hit on the pile that are laid out; the rest stay in the stack

function part(name, text) {
  const line = document.createElement("p");
  line.className = `reveal-${name}`;
  line.textContent = text;
  return line;
}

/** The chips under a card that is held up: the emblem and name of its lane, the mana that it brings the sum to. */
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

/** The automaton's mana on its name plate, as it is counted. */
function count(event) {
  const plate = document.querySelector("#bar-B .mana-next span");
  if (plate && event.tally) plate.textContent = event.tally;
}

function pileSize() {
  return Number(document.querySelector('#hand-B [data-hp="B"]')?.textContent ?? 0);
}

/** Where a card is held up: over the automaton's half of its lane, whole within the table. */
function spot(show, event, element) {
  const lane = (show.row("B", event.lane) ?? show.pile("B")).getBoundingClientRect();
  const sea = document.querySelector(".sea").getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const within = (value, least, most) => Math.max(least, Math.min(value, Math.max(least, most)));
  return {
    x: within(lane.left + lane.width / 2, sea.left + width / 2, sea.right - width / 2),
    y: within(lane.top + lane.height / 2, sea.top + height / 2, sea.bottom - height / 2),
  };
}

async function turnOver(show, element, key) {
  const edge = [{ scale: "1 1" }, { scale: "0 1" }];
  await show.animate(element, edge, { duration: show.beat * 0.5, easing: "ease-in" });
  show.face(element, key);
  await show.animate(element, [...edge].reverse(), { duration: show.beat * 0.6 });
}

export async function revealed(show, event) {
  const pile = show.pile("B");
  if (!pile) return;
  const from = (pile.querySelector(".pile-top") ?? pile).getBoundingClientRect();
  const element = document.createElement("div");
  element.className = "lifted reveal";
  const card = show.make("back", "reveal-card");
  element.append(card, ...chips(event));
  show.place(element, { x: 0, y: 0 });
  show.place(element, spot(show, event, element));
  document.getElementById(`realm-B-${event.lane}`)?.setAttribute("data-fx", "called");
  show.hp("B", Math.max(0, pileSize() - 1));
  const entry = { keys: [event.face], element, rect: card.getBoundingClientRect() };
  show.limbo.push(entry);
  await show.glideFrom(element, from, 1.8);
  await turnOver(show, card, event.face);
  count(event);
  await show.pause(HELD);
  document.getElementById(`realm-B-${event.lane}`)?.removeAttribute("data-fx");
}

/** An incantation without a target: that is said on the card, which then goes to the discard. */
export async function fizzled(show, event) {
  const held = show.limbo.find((entry) => entry.keys.includes(event.face))?.element;
  if (!held) return;
  for (const chip of held.querySelectorAll("p")) chip.remove();
  held.append(part("fizzle", event.say));
  held.setAttribute("data-fx", "fizzled");
  await show.shake(held, 5);
  await show.pause(4);
}

/** N wounds: the top N cards of the pile are laid out, then they go to the discard (R10.5). */
export async function pileHit(show, event) {
  const pile = show.pile("B");
  if (!pile) return;
  show.float(pile, `−${event.amount}`, "wound");
  show.hp("B", event.left);
  const cards = (event.faces ?? []).slice(0, SHOWN).map((key) => show.make(key, "lifted lost"));
  const from = pile.getBoundingClientRect();
  const shaken = show.shake(pile, 8);
  await Promise.all([shaken, ...lay(cards, show).map((card) => show.glideFrom(card, from, 1.6))]);
  await show.pause(cards.length ? 2.5 : 1);
  await Promise.all(cards.map((card) => intoDiscard(show, card)));
  for (const card of cards) card.remove();
}

/** Lay cards out in a row under the automaton's pile. */
function lay(cards, show) {
  const sea = document.querySelector(".sea").getBoundingClientRect();
  const middle = sea.left + sea.width / 2;
  for (const card of cards) show.place(card, { x: middle, y: 0 });
  const { width = 0, height = 0 } = cards[0]?.getBoundingClientRect() ?? {};
  const step = Math.min(width + 8, (sea.width - width - 16) / Math.max(cards.length - 1, 1));
  cards.forEach((card, index) => {
    const x = middle + (index - (cards.length - 1) / 2) * step;
    show.place(card, { x, y: sea.top + height / 2 + 10 });
  });
  return cards;
}

/** A card on the effects layer flies to the discard and fades. */
export async function intoDiscard(show, card) {
  const goal = (document.querySelector("#discard summary") ?? show.pile("B"))?.getBoundingClientRect();
  if (!goal) return;
  const from = card.getBoundingClientRect();
  const x = goal.left + goal.width / 2 - from.left - from.width / 2;
  const y = goal.top + goal.height / 2 - from.top - from.height / 2;
  const frames = [{ translate: "0 0", scale: "1", opacity: 1 }, { translate: `${x}px ${y}px`, scale: ".3", opacity: 0.2 }];
  await show.animate(card, frames, { duration: show.beat * 1.5, easing: "ease-in", fill: "forwards" });
}

/** The discard becomes the new pile (R10.5). */
export async function reshuffled(show, event) {
  const pile = show.pile("B");
  const from = document.querySelector("#discard summary")?.getBoundingClientRect();
  if (!pile || !from) return;
  show.banner(event.say, "turn", 7);
  const goal = (pile.querySelector(".pile-top") ?? pile).getBoundingClientRect();
  for (let n = 0; n < Math.min(event.count, 5) && !show.over; n += 1) {
    const card = show.make("back", "lifted");
    card.style.width = `${goal.width}px`;
    show.place(card, { x: goal.left + goal.width / 2, y: goal.top + goal.height / 2 });
    await show.glideFrom(card, { ...plain(from), width: goal.width / 2 }, 0.8);
    card.remove();
  }
  show.hp("B", event.count);
  await show.pause(3);
}

function plain({ left, top, width, height }) {
  return { left, top, width, height };
}

export async function lastTurn(show, event) {
  await show.banner(event.say, "fall", 9);
}

/** The mana with which the automaton's turn begins. */
export async function mana(show, event) {
  if (event.player === "B" && show.pile("B")) count(event);
}
