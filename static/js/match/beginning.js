// A duel begins: a coin with both names says who starts, then the hands are dealt card by card, the Stronghold last. Any key or
// press skips it.

import { all, wasHere } from "../dom.js";
import { effectsLayer } from "./animator.js";
import { sound } from "./sound_cues.js";

const KEY = "clash-begun"; // the match whose beginning this tab has shown
const COIN_MS = 700;
const DEAL_MS = 500; // after the coin
const FLIGHT_MS = 260;
const HALF_TURNS = 6;

/** The names of both players, the one who starts first. */
function names() {
  const bars = all("#table .bar").sort((one) => (one.classList.contains("bar-active") ? -1 : 1));
  return bars.map((bar) => bar.querySelector(".bar-name strong")?.textContent?.trim() ?? "");
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
  const sea = document.querySelector("#table .sea")?.getBoundingClientRect();
  if (sea) coin.style.left = `${sea.left + sea.width / 2}px`;
  effectsLayer().append(coin);
  const turned = `rotateX(${HALF_TURNS * 180}deg)`;
  const frames = [
    { transform: "translateY(30vh) rotateX(0)", opacity: 0 },
    { opacity: 1, offset: 0.2 },
    { transform: `translateY(0) ${turned}`, opacity: 1 },
  ];
  const tossed = coin.animate(frames, { duration: COIN_MS, easing: "ease-out", fill: "both" });
  const gone = coin.animate([{ opacity: 1 }, { opacity: 0 }], {
    delay: COIN_MS + DEAL_MS,
    duration: 200,
    fill: "forwards",
  });
  gone.finished.then(
    () => coin.remove(),
    () => coin.remove(),
  );
  return [tossed, gone];
}

/** Deal both hands from the middle of the table, the Strongholds last. */
function deal() {
  const middle = document.querySelector("#table .sea")?.getBoundingClientRect();
  if (!middle) return [];
  return all("#table .hand-row").flatMap((row) => {
    const held = all(":scope > *", row);
    const cards = held.sort((one, other) => isStronghold(one) - isStronghold(other));
    return cards.map((card, place) => {
      const { left, top, width, height } = card.getBoundingClientRect();
      const x = middle.left + middle.width / 2 - left - width / 2;
      const y = middle.top + middle.height / 2 - top - height / 2;
      const delay = COIN_MS + (place * (DEAL_MS - FLIGHT_MS)) / cards.length;
      const frames = [{ translate: `${x}px ${y}px`, scale: 0.4, opacity: 0 }, { opacity: 1, offset: 0.3 }, {}];
      return card.animate(frames, { delay, duration: FLIGHT_MS, easing: "ease-out", fill: "backwards" });
    });
  });
}

/** @param {Element} held */
function isStronghold(held) {
  return Number(held.classList.contains("held-fortress"));
}

/** Show the beginning, once for each match. */
export function begin() {
  if (!location.pathname.startsWith("/match/") || wasHere(KEY)) return;
  const running = [...toss(), ...deal()];
  sound("your-turn");
  const skip = () => {
    for (const animation of running) animation.finish();
  };
  const until = new AbortController();
  for (const type of ["pointerdown", "keydown"])
    document.addEventListener(type, skip, { signal: until.signal, capture: true });
  Promise.allSettled(running.map(({ finished }) => finished)).then(() => until.abort());
}
