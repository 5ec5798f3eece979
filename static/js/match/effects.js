// Things drawn over the table for a moment: numbers, rings, dust, stones, shadow, sentences, the travelling light. Each
// removes itself, and is left out once the viewer has skipped.

import { effectsLayer } from "./animator.js";
import { cardBox, centre } from "./places.js";
import { unseen } from "./timing.js";

/** @import { Animator } from "./animator.js" */
/** @import { Box, Point } from "./places.js" */

const STONES = 14;
const PUFFS = 5;

/**
 * A new element on the effects layer that is animated and then taken away.
 *
 * @param {Animator} animator
 * @param {string} className
 * @param {Point} point
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 * @param {number} [rest] milliseconds after which it is taken away: those that go together do so in one frame
 * @returns {HTMLElement | null} null where nothing moves
 */
export function flash(animator, className, point, frames, options, rest) {
  if (animator.over) return null;
  const element = document.createElement("span");
  element.className = className;
  animator.place(element, point);
  const shown = animator.ahead ? unseen(frames) : frames;
  animator.adorn(element, shown, options, rest).then(() => element.remove());
  return element;
}

/**
 * Something small that rises over an element and fades: a number or a symbol.
 *
 * @param {Animator} animator
 * @param {Element | Box | null | undefined} at
 * @param {string} text
 * @param {string} kind
 */
export function float(animator, at, text, kind) {
  if (animator.over || !at) return;
  const mark = document.createElement("span");
  mark.className = `float float-${kind}`;
  mark.textContent = text;
  animator.place(mark, centre(at instanceof Element ? animator.box(at) : at));
  const frames = [
    { opacity: 0, translate: "0 6px", scale: ".6" },
    { opacity: 1, translate: "0 -10px", scale: "1.25", offset: 0.2 },
    { opacity: 1, translate: "0 -18px", scale: "1", offset: 0.65 },
    { opacity: 0, translate: "0 -44px", scale: ".9" },
  ];
  animator.adorn(mark, frames, { duration: Math.max(400, animator.beat * 5) }).then(() => mark.remove());
}

/**
 * A ring of light that spreads from an element.
 *
 * @param {Animator} animator
 * @param {Element | Box | null | undefined} at
 * @param {string} kind
 */
export function ring(animator, at, kind) {
  if (animator.over || !at) return;
  const rect = cardBox(at instanceof Element ? animator.box(at) : at);
  const scale = Math.max(rect.width, rect.height) / 40;
  const frames = [
    { scale: `${scale * 0.4}`, opacity: 0.9 },
    { scale: `${scale * 1.3}`, opacity: 0 },
  ];
  flash(animator, `ring ring-${kind}`, centre(rect), frames, { duration: animator.beat * 2.4 });
}

/**
 * Dust along the foot of a rectangle, blown to one side.
 *
 * @param {Animator} animator
 * @param {Box} rect
 * @param {number} [wind] pixels to the right
 */
export function dust(animator, rect, wind = 0) {
  for (let n = 0; n < PUFFS; n += 1) {
    const x = rect.left + (rect.width * (n + Math.random())) / PUFFS;
    const y = rect.top + rect.height * (0.86 + 0.12 * Math.random());
    const size = (rect.width / 90) * (0.6 + Math.random() * 0.8);
    const frames = [
      { translate: "0 0", scale: `${size * 0.4}`, opacity: 0.85 },
      { translate: `${wind * (0.4 + Math.random())}px ${-14 - 18 * Math.random()}px`, scale: `${size}`, opacity: 0 },
    ];
    flash(animator, "puff", { x, y }, frames, { duration: animator.beat * 2.9 }); // they go together, in one frame
  }
}

/**
 * Stones that break off a falling fortress.
 *
 * @param {Animator} animator
 * @param {Box} rect
 * @param {number} [reach] how far they fly, times
 */
export function debris(animator, rect, reach = 1) {
  for (let n = 0; n < STONES; n += 1) {
    const at = { x: rect.left + rect.width * Math.random(), y: rect.top + rect.height * 0.7 * Math.random() };
    const [out, up] = [(Math.random() - 0.5) * 220 * reach, (30 + Math.random() * 70) * reach];
    const size = (0.5 + Math.random()) * Math.max(1, reach * 0.8);
    const frames = [
      { translate: "0 0", scale: `${size}`, opacity: 1, easing: "cubic-bezier(.2,.6,.5,1)" },
      {
        translate: `${out * 0.6}px ${-up}px`,
        scale: `${size}`,
        opacity: 1,
        offset: 0.35,
        easing: "cubic-bezier(.5,0,.9,.5)",
      },
      { translate: `${out}px ${150 * reach}px`, scale: `${size}`, rotate: `${out * 3}deg`, opacity: 0 },
    ];
    const duration = animator.beat * (4 + Math.random() * 3);
    flash(animator, "stone", at, frames, { duration }, animator.beat * 7 - duration);
  }
}

/**
 * The table in shadow, for the moments that matter.
 *
 * @param {Animator} animator
 * @param {number} beats
 */
export function shade(animator, beats) {
  if (animator.over) return;
  const element = document.createElement("span");
  element.className = "shade";
  effectsLayer().prepend(element);
  const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }];
  animator.adorn(element, frames, { duration: animator.beat * beats, easing: "ease" }).then(() => element.remove());
}

/**
 * The light that travels from one attacker to the next.
 *
 * @param {Animator} animator
 * @param {Box} box
 * @param {number} beats
 */
export function shine(animator, box, beats) {
  if (animator.over) return;
  const to = centre(box);
  const before = animator.light;
  const light = before ?? document.createElement("span");
  light.className = "travelling-light";
  const from = before ? { x: parseFloat(light.style.left), y: parseFloat(light.style.top) } : to;
  animator.shine(light);
  animator.place(light, to);
  const frames = before
    ? [{ translate: `${from.x - to.x}px ${from.y - to.y}px` }, { translate: "0 0" }]
    : [
        { opacity: 0, scale: ".4" },
        { opacity: 1, scale: "1" },
      ];
  animator.adorn(light, frames, { duration: animator.beat * beats });
  animator.advance(beats);
}

/** The travelling light goes out. @param {Animator} animator */
export function dim(animator) {
  const { light } = animator;
  animator.shine(null);
  if (!light) return;
  const frames = [{ opacity: 1 }, { opacity: 0 }];
  animator.adorn(light, frames, { duration: animator.beat }).then(() => light.remove());
}

/**
 * A sentence over the middle of the table.
 *
 * @param {Animator} animator
 * @param {string | undefined} text
 * @param {string} kind
 * @param {number} beats
 */
export async function banner(animator, text, kind, beats) {
  if (animator.over || !text) return;
  const element = document.createElement("p");
  element.className = `headline headline-${kind}`;
  element.textContent = text;
  const { left, width } = animator.sea;
  element.style.left = `${left}px`;
  element.style.width = `${width}px`;
  effectsLayer().append(element);
  const frames = [
    { opacity: 0, scale: ".92" },
    { opacity: 1, scale: "1", offset: 0.18 },
    { opacity: 1, scale: "1", offset: 0.78 },
    { opacity: 0, scale: "1.02" },
  ];
  await animator.animate(element, frames, { duration: animator.beat * beats, easing: "ease" });
  element.remove();
}
