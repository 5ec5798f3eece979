// Small drawings over the table that show an ability at work. Nothing waits for them.

import { flash } from "./effects.js";
import { cardBox, centre } from "./places.js";

/** @import { Animator } from "./animator.js" */
/** @import { Box, Point } from "./places.js" */

// Drawn in a square from -50 to 50; colours are in css/effects.css.
const DRAWINGS = {
  wave: '<path d="M-48 22C-34-30 8-44 30-14 14-22-2-12 4 4 10 18 34 16 48 22Z"/><path class="light" d="M-34 16C-24-12 0-24 16-18 0-16-10 2-2 14Z"/>',
  wing: '<path d="M-4 30C-10-6 10-40 48-46 44-34 38-26 30-20 36-20 38-18 40-16 34-6 26 0 18 2 24 4 26 6 28 8 20 20 8 28-4 30Z"/>',
  blade: '<path d="M-4 46-8 30-3 26V-30L0-46 3-30V26L8 30 4 46Z"/><path class="light" d="M0-40V24"/>',
  claws:
    '<path d="M-34-44C-10-20 2 10-2 44-14 14-28-12-34-44ZM-8-48C14-22 24 8 18 42 8 12-4-14-8-48ZM18-44C36-22 44 2 38 32 30 8 20-14 18-44Z"/>',
  shield:
    '<path d="M0-46C14-36 28-32 42-32 44 4 30 32 0 47-30 32-44 4-42-32-28-32-14-36 0-46Z"/><path class="light" d="M0-36C10-29 21-25 32-24 32 4 22 24 0 36Z"/>',
  anvil:
    '<path d="M-46-22H44C42-8 30 0 16 2V16L30 30V38H-28V30L-14 16V4C-32 2-44-6-46-22Z"/><path class="light" d="M-38-16H36"/>',
  vine: '<path class="line" d="M-30 50C-50 20-6 10-22-14-32-32-8-36-12-50M4 50C26 28-10 14 10-8 24-22 6-34 16-48M34 50C20 34 44 22 32 4 22-10 40-20 34-36"/><path d="M-22-14C-38-16-44-28-40-36-28-34-20-26-22-14ZM10-8C24-12 34-6 36 4 24 6 14 2 10-8ZM-30 26C-44 22-48 12-46 4-34 8-28 16-30 26ZM32 4C20 0 16-10 18-18 28-14 34-6 32 4Z"/>',
  drop: '<path d="M0-46C16-18 30-2 30 16A30 30 0 0 1-30 16C-30-2-16-18 0-46Z"/><path class="light" d="M-16 14A16 16 0 0 0-2 32"/>',
  spark: '<path d="M0-48 8-10 46 0 8 10 0 48-8 10-46 0-8-10Z"/>',
  coin: '<circle r="40"/><path class="light" d="M0-26V26M-14-14H8A10 10 0 0 1 8 4H-8A10 10 0 0 0-8 22H14"/>',
  spear: '<path d="M-50-3H22V-14L50 0 22 14V3H-50Z"/>',
  chain:
    '<path class="line" d="M-44 0A12 9 0 0 1-20 0 12 9 0 0 1-44 0M-26 0A13 7 0 0 1 0 0 13 7 0 0 1-26 0M-6 0A12 9 0 0 1 18 0 12 9 0 0 1-6 0M12 0A13 7 0 0 1 38 0 13 7 0 0 1 12 0"/>',
  gem: '<path d="M0-46 34-14 20 40H-20L-34-14Z"/><path class="light" d="M-20-14H20L0 34Z"/>',
  tendril: '<path class="line" d="M-46 30C-30-20 10 40 4 0 0-26-30-10-18 8-8 22 30-2 46-34"/>',
  skull:
    '<path d="M0-44C30-44 42-22 36 0 34 10 26 14 26 22V36H-26V22C-26 14-34 10-36 0-42-22-30-44 0-44Z"/><path class="dark" d="M-26-6A11 11 0 0 1-4-6 11 11 0 0 1-26-6M4-6A11 11 0 0 1 26-6 11 11 0 0 1 4-6M-5 18 0 8 5 18ZM-12 26V36M0 26V36M12 26V36"/>',
};

/** @typedef {keyof typeof DRAWINGS} Drawing */

/**
 * Show a drawing at a point.
 *
 * @param {Animator} animator
 * @param {Drawing} name
 * @param {Point} point
 * @param {number} size pixels
 * @param {Keyframe[]} frames
 * @param {number} beats
 * @param {number} [delay] beats
 */
function draw(animator, name, point, size, frames, beats, delay = 0) {
  if (animator.over) return;
  const options = {
    duration: animator.beat * beats,
    delay: animator.beat * delay,
    fill: /** @type {const} */ ("both"),
  };
  const element = flash(animator, `effect effect-${name}`, point, frames, options);
  if (!element) return;
  element.style.width = `${size}px`;
  element.innerHTML = `<svg viewBox="-50 -50 100 100" aria-hidden="true">${DRAWINGS[name]}</svg>`;
}

/** @param {Element | null | undefined} element @returns {Box} */
function boxOf(element) {
  return element ? cardBox(element.getBoundingClientRect()) : new DOMRect();
}

/**
 * Return whether the creature of this element has an ability now.
 *
 * @param {Element} element
 * @param {string} slug
 */
export function has(element, slug) {
  const [card] = element.querySelectorAll("[data-abilities]");
  return card instanceof HTMLElement && (card.dataset.abilities ?? "").split(" ").includes(slug);
}

const SWELL = [
  { opacity: 0, scale: ".4" },
  { opacity: 1, scale: "1.1", offset: 0.35 },
  { opacity: 1, scale: "1", offset: 0.7 },
  { opacity: 0, scale: "1.15" },
];

/**
 * A drawing that swells over an element and goes: a shield, an anvil, a skull …
 *
 * @param {Animator} animator
 * @param {Element | null | undefined} element
 * @param {Drawing} name
 */
export function emblem(animator, element, name) {
  const rect = boxOf(element);
  draw(animator, name, centre(rect), rect.width * 0.9, SWELL, 3.6);
}

/** Splash: waves run from the creature that was aimed at to the one beside it. @type {(animator: Animator, from: Element | null, to: Element) => void} */
export function splash(animator, from, to) {
  const [a, b] = [centre(boxOf(from ?? to)), centre(boxOf(to))];
  for (let n = 0; n < 3; n += 1) {
    const frames = [
      { opacity: 0, translate: "0 0", scale: ".5" },
      { opacity: 1, translate: `${(b.x - a.x) * 0.5}px ${(b.y - a.y) * 0.5 - 14}px`, scale: "1", offset: 0.45 },
      { opacity: 0, translate: `${b.x - a.x}px ${b.y - a.y}px`, scale: "1.3" },
    ];
    draw(animator, "wave", a, boxOf(to).width * (0.55 + 0.15 * n), frames, 3, n * 0.5);
  }
}

/** Perforation: a spear goes on through the creature in front. @type {(animator: Animator, from: Element | null, to: Element) => void} */
export function perforation(animator, from, to) {
  const [a, b] = [centre(boxOf(from ?? to)), centre(boxOf(to))];
  const turn = `${Math.atan2(b.y - a.y, b.x - a.x)}rad`;
  const frames = [
    { opacity: 1, translate: "0 0", rotate: turn, scale: ".7" },
    { opacity: 1, translate: `${b.x - a.x}px ${b.y - a.y}px`, rotate: turn, scale: "1", offset: 0.5 },
    { opacity: 0, translate: `${(b.x - a.x) * 1.2}px ${(b.y - a.y) * 1.2}px`, rotate: turn, scale: "1" },
  ];
  draw(animator, "spear", a, boxOf(to).width * 1.1, frames, 3);
}

/** Aerial: wings beat at both sides of the attacker. @param {Animator} animator @param {HTMLElement} copy */
export function wings(animator, copy) {
  if (animator.over) return;
  for (const side of ["left", "right"]) {
    const wing = document.createElement("span");
    wing.className = `effect effect-wing wing-${side}`;
    wing.innerHTML = `<svg viewBox="-50 -50 100 100" aria-hidden="true">${DRAWINGS.wing}</svg>`;
    copy.prepend(wing);
    const sign = side === "left" ? 1 : -1;
    const frames = [{ rotate: `${sign * -20}deg` }, { rotate: `${sign * 24}deg` }];
    animator.animate(wing, frames, { duration: animator.beat * 0.7, iterations: 4, direction: "alternate" });
  }
}

/** Berserk: two blades whirl around the attacker. @param {Animator} animator @param {Element} element */
export function blades(animator, element) {
  const rect = boxOf(element);
  for (const turn of [0, 90]) {
    const frames = [
      { opacity: 0, rotate: `${turn}deg`, scale: ".6" },
      { opacity: 1, rotate: `${turn + 200}deg`, scale: "1.25", offset: 0.3 },
      { opacity: 0, rotate: `${turn + 540}deg`, scale: "1.4" },
    ];
    draw(animator, "blade", centre(rect), rect.width, frames, 3.2);
  }
}

/** Regeneration: roots climb the fortress. @param {Animator} animator @param {Box} rect */
export function roots(animator, rect) {
  const frames = [
    { opacity: 0, scale: "1 .1", translate: "0 40%" },
    { opacity: 1, scale: "1 1", translate: "0 0", offset: 0.55 },
    { opacity: 1, scale: "1 1", translate: "0 0", offset: 0.8 },
    { opacity: 0, scale: "1.05 1.05", translate: "0 0" },
  ];
  draw(animator, "vine", centre(rect), rect.width * 1.25, frames, 5);
}

/**
 * Several of a drawing that spring from a rectangle: drops of a Blood Price, sparks of Sharpening, coins of a Mercenary.
 *
 * @param {Animator} animator
 * @param {Box} rect
 * @param {Drawing} name
 * @param {number} fall pixels downwards at the end
 */
export function spray(animator, rect, name, fall) {
  for (let n = 0; n < 5; n += 1) {
    const out = (n - 2) * rect.width * 0.3;
    const frames = [
      { opacity: 1, translate: "0 0", scale: ".5" },
      { opacity: 1, translate: `${out * 0.7}px ${-rect.height * 0.3}px`, scale: "1", offset: 0.4 },
      { opacity: 0, translate: `${out}px ${fall}px`, scale: ".7" },
    ];
    draw(animator, name, centre(rect), rect.width * 0.26, frames, 3.4, n * 0.15);
  }
}

/** Catalyst: a gem rises from each creature that brings mana, and flies to it. @param {Animator} animator @param {string} seat */
export function catalyst(animator, seat) {
  if (animator.over) return;
  const goal = centre(boxOf(document.querySelector(`#mana-${seat}`) ?? document.querySelector(`#bar-${seat}`)));
  for (const element of document.querySelectorAll(`[id^="realm-${seat}-"] .creature`)) {
    if (!has(element, "catalyst")) continue;
    const rect = boxOf(element);
    const from = centre(rect);
    const frames = [
      { opacity: 0, translate: "0 0", scale: ".5" },
      { opacity: 1, translate: "0 -12px", scale: "1", offset: 0.3 },
      { opacity: 0.4, translate: `${goal.x - from.x}px ${goal.y - from.y}px`, scale: ".5" },
    ];
    draw(animator, "gem", from, rect.width * 0.5, frames, 4.5);
  }
}
