// What begins is shown in little more than a second, which any key or press skips. A duel: a coin with both names says who
// starts, then the hands are dealt card by card, the Stronghold last. A draft names the player who picks as the cards are laid out; a
// puzzle its goal, as the pieces are set.

import { all, wasHere } from "../dom.js";
import { effectsLayer } from "./animator.js";
import { centre, sea } from "./places.js";
import { sound } from "./sound_cues.js";

const KEY = "clash-begun"; // what this tab has shown the beginning of
const COIN_MS = 600;
const DEAL_MS = 500;
const FLIGHT_MS = 260;
const SAID_MS = 1000; // for which a coin or a line stays, and then fades
const FADE_MS = 200;
const HALF_TURNS = 6;

/** The names of both players, the one who starts first. */
function names() {
  const bars = all("#table .bar").sort((one) => (one.classList.contains("bar-active") ? -1 : 1));
  return bars.map((bar) => textOf(".bar-name strong", bar));
}

/** @param {string} selector @param {ParentNode} [root] */
function textOf(selector, root = document) {
  return root.querySelector(selector)?.textContent?.trim() ?? "";
}

/** @param {string} name @param {string} side */
function face(name, side) {
  const made = document.createElement("span");
  made.className = `coin-face coin-${side}`;
  made.textContent = name;
  return made;
}

/** Toss the coin; it falls on who starts. */
function toss() {
  const [first, second] = names();
  const coin = document.createElement("p");
  coin.className = "coin";
  coin.append(face(first, "up"), face(second, "down"));
  coin.style.left = `${centre(sea()).x}px`;
  const gone = show(coin);
  const turned = `rotateX(${HALF_TURNS * 180}deg)`;
  const frames = [
    { transform: "translateY(30vh) rotateX(0)", opacity: 0 },
    { opacity: 1, offset: 0.2 },
    { transform: `translateY(0) ${turned}`, opacity: 1 },
  ];
  return [coin.animate(frames, { duration: COIN_MS, easing: "ease-out", fill: "both" }), gone];
}

/** Say a line over the middle of the table. @param {string} text */
function say(text) {
  const line = document.createElement("p");
  line.className = "headline";
  line.textContent = text;
  const { left, width } = sea();
  line.style.left = `${left}px`;
  line.style.width = `${width}px`;
  return [show(line)];
}

/** Show something over the table until all is dealt. @param {HTMLElement} shown */
function show(shown) {
  effectsLayer().append(shown);
  const timing = { delay: SAID_MS, duration: FADE_MS, fill: /** @type {const} */ ("forwards") };
  const gone = shown.animate([{ opacity: 1 }, { opacity: 0 }], timing);
  const remove = () => shown.remove();
  gone.finished.then(remove, remove);
  return gone;
}

/**
 * Deal cards from the middle, one after the other.
 *
 * @param {HTMLElement[]} cards
 * @param {number} [after] milliseconds until the first
 */
function deal(cards, after = 0) {
  const middle = centre(sea());
  return cards.map((card, place) => {
    const { x, y } = centre(card.getBoundingClientRect());
    const delay = after + (place * (DEAL_MS - FLIGHT_MS)) / cards.length;
    const frames = [
      { translate: `${middle.x - x}px ${middle.y - y}px`, scale: 0.4, opacity: 0 },
      { opacity: 1, offset: 0.3 },
      {},
    ];
    return card.animate(frames, { delay, duration: FLIGHT_MS, easing: "ease-out", fill: "backwards" });
  });
}

/** Both hands, each with its Stronghold last. */
function hands() {
  return all("#table .hand-row").map((row) =>
    all(":scope > *", row).sort((one, other) => isStronghold(one) - isStronghold(other)),
  );
}

/** @param {Element} held */
function isStronghold(held) {
  return Number(held.classList.contains("held-fortress"));
}

const duel = () => [...toss(), ...hands().flatMap((hand) => deal(hand, COIN_MS))];
const draft = () => [...say(textOf("#draft-status .status-line")), ...deal(all("#offers .offer"))];
const puzzle = () => [
  ...say(textOf("#coach .coach-title")),
  ...[...hands(), all("#table .creature")].flatMap((pieces) => deal(pieces)),
];

/** Show the beginning of what the page shows, once. */
export function begin() {
  const isDraft = document.getElementById("draft") !== null; // which a duel follows, at the same address
  const isPuzzle = location.pathname.startsWith("/puzzles/");
  if (!(isPuzzle || location.pathname.startsWith("/match/")) || wasHere(isDraft ? `${KEY}-draft` : KEY)) return;
  const running = isDraft ? draft() : isPuzzle ? puzzle() : duel();
  sound("your-turn");
  const skip = () => {
    for (const animation of running) animation.finish();
  };
  // A press only skips: where a card waits to be dealt, it would not be meant for that card.
  const root = document.documentElement;
  root.setAttribute("data-beginning", "");
  const until = new AbortController();
  for (const type of ["pointerdown", "keydown"])
    document.addEventListener(type, skip, { signal: until.signal, capture: true });
  Promise.allSettled(running.map(({ finished }) => finished)).then(() => {
    until.abort();
    root.removeAttribute("data-beginning");
  });
}
