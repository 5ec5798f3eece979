// Small drawings over the table that show an ability at work. Nothing waits for them.

import { ABSENT, lazy } from "../fragments.js";
import { flash } from "./effects.js";
import { cardBox, centre } from "./places.js";

/** @import { Animator } from "./animator.js" */
/** @import { Box, Point } from "./places.js" */

/** @typedef {keyof typeof import("./ability_drawings.js").DRAWINGS} Drawing */

const drawings = lazy("match/ability_drawings");

/** Put a drawing into an element; the drawings are loaded when the first is wanted. @param {Element} element @param {Drawing} name */
async function fill(element, name) {
  const module = await drawings();
  if (module === ABSENT) return;
  element.innerHTML = `<svg viewBox="-50 -50 100 100" aria-hidden="true">${module.DRAWINGS[name]}</svg>`;
}

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
  fill(element, name);
}

/** @param {Animator} animator @param {Element | Box | null | undefined} at @returns {Box} */
function boxOf(animator, at) {
  if (at instanceof Element) return cardBox(animator.box(at));
  return at ? cardBox(at) : new DOMRect();
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
 * @param {Element | Box | null | undefined} at
 * @param {Drawing} name
 */
export function emblem(animator, at, name) {
  const rect = boxOf(animator, at);
  draw(animator, name, centre(rect), rect.width * 0.9, SWELL, 3.6);
}

/** Splash: waves run from the target to its neighbour. @type {(animator: Animator, from: Element | null, to: Element) => void} */
export function splash(animator, from, to) {
  const [a, b] = [centre(boxOf(animator, from ?? to)), centre(boxOf(animator, to))];
  for (let n = 0; n < 3; n += 1) {
    const frames = [
      { opacity: 0, translate: "0 0", scale: ".5" },
      { opacity: 1, translate: `${(b.x - a.x) * 0.5}px ${(b.y - a.y) * 0.5 - 14}px`, scale: "1", offset: 0.45 },
      { opacity: 0, translate: `${b.x - a.x}px ${b.y - a.y}px`, scale: "1.3" },
    ];
    draw(animator, "wave", a, boxOf(animator, to).width * (0.55 + 0.15 * n), frames, 3, n * 0.5);
  }
}

/** Perforation: a spear continues through the creature in front. @type {(animator: Animator, from: Element | null, to: Element) => void} */
export function perforation(animator, from, to) {
  const [a, b] = [centre(boxOf(animator, from ?? to)), centre(boxOf(animator, to))];
  const turn = `${Math.atan2(b.y - a.y, b.x - a.x)}rad`;
  const frames = [
    { opacity: 1, translate: "0 0", rotate: turn, scale: ".7" },
    { opacity: 1, translate: `${b.x - a.x}px ${b.y - a.y}px`, rotate: turn, scale: "1", offset: 0.5 },
    { opacity: 0, translate: `${(b.x - a.x) * 1.2}px ${(b.y - a.y) * 1.2}px`, rotate: turn, scale: "1" },
  ];
  draw(animator, "spear", a, boxOf(animator, to).width * 1.1, frames, 3);
}

/** Aerial: wings beat at both sides of the attacker. @param {Animator} animator @param {HTMLElement} copy */
export function wings(animator, copy) {
  if (animator.over) return;
  for (const side of ["left", "right"]) {
    const wing = document.createElement("span");
    wing.className = `effect effect-wing wing-${side}`;
    fill(wing, "wing");
    copy.prepend(wing);
    const sign = side === "left" ? 1 : -1;
    const frames = [{ rotate: `${sign * -20}deg` }, { rotate: `${sign * 24}deg` }];
    animator.animate(wing, frames, { duration: animator.beat * 0.7, iterations: 4, direction: "alternate" });
  }
}

/** Berserk: two blades whirl around the attacker. @param {Animator} animator @param {Box} at */
export function blades(animator, at) {
  const rect = boxOf(animator, at);
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
  /** @type {Point | undefined} */
  let goal; // read only where there is one: it could lay the page out
  for (const element of document.querySelectorAll(`[id^="realm-${seat}-"] .creature`)) {
    if (!has(element, "catalyst")) continue;
    goal ??= centre(boxOf(animator, document.querySelector(`#mana-${seat}`) ?? document.querySelector(`#bar-${seat}`)));
    const rect = boxOf(animator, element);
    const from = centre(rect);
    const frames = [
      { opacity: 0, translate: "0 0", scale: ".5" },
      { opacity: 1, translate: "0 -12px", scale: "1", offset: 0.3 },
      { opacity: 0.4, translate: `${goal.x - from.x}px ${goal.y - from.y}px`, scale: ".5" },
    ];
    draw(animator, "gem", from, rect.width * 0.5, frames, 4.5);
  }
}
