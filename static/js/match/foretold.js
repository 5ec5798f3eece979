// What a play would cost its player in life: next to the own HP "7 → 6", and the Stronghold's ghost where it would then
// stand. The server has found the numbers by playing (engine/preview.py). Loaded when a card is first chosen.

import { all } from "../dom.js";
import { fortress, handRow, shownHp } from "./places.js";

/**
 * Mark what the choices of the picked card would leave.
 *
 * @param {string} seat the player's
 * @param {Choice[]} choices
 */
export function show(seat, choices) {
  for (const mark of all(".foretold")) mark.remove();
  const number = document.querySelector(`#bar-hp-${seat} [data-hp]`);
  const before = shownHp(seat);
  const left = choices.map(({ hp }) => hp ?? before);
  const [least, most] = [Math.min(...left), Math.max(...left)];
  if (!number || (least === before && most === before)) return;
  const falls = choices.every(({ ask }) => ask === choices[0].ask) ? choices[0].ask : null;
  const words = document.getElementById("hint")?.dataset[`${falls}Falls`];
  const after = words ?? (least === most ? `${least}` : `${least}–${most}`);
  number.after(mark(`→ ${after}`, Boolean(falls)));
  const spoken = document.getElementById("spoken");
  const sentence = `${number.closest("[title]")?.getAttribute("title")}: ${before} → ${after}`;
  if (spoken && spoken.textContent !== sentence) spoken.textContent = sentence;
  if (!falls && least === most) nudge(seat, before - least, least);
}

/**
 * @param {string} words
 * @param {boolean} isFall
 */
function mark(words, isFall) {
  const element = document.createElement("span");
  element.className = `forecast forecast-words foretold${isFall ? " forecast-fall" : ""}`;
  element.setAttribute("aria-hidden", "true");
  element.textContent = words;
  return element;
}

/**
 * Show the Stronghold so many places further to the right, as a ghost.
 *
 * @param {string} seat
 * @param {number} steps
 * @param {number} hp
 */
function nudge(seat, steps, hp) {
  const places = [...(handRow(seat)?.children ?? [])];
  const own = fortress(seat);
  const card = own?.querySelector(".card");
  const to = places[Math.max(0, Math.min(places.indexOf(/** @type {Element} */ (own)) + steps, places.length - 1))];
  if (!own || !card || !to || to === own) return;
  const from = own.getBoundingClientRect();
  const ghost = document.createElement("div");
  ghost.className = "forecast foretold foretold-ghost";
  ghost.append(card.cloneNode(true));
  const shown = ghost.querySelector(".card-hp");
  if (shown) shown.textContent = String(hp);
  const way = to.getBoundingClientRect().left - from.left;
  Object.assign(ghost.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px` });
  ghost.style.setProperty("--way", `${way}px`);
  document.getElementById("fx")?.append(ghost);
}
