// The moments that fill the board: a Bastion falls, a Fort falls, the match ends.

import { effectsLayer } from "./animator.js";
import { fortress } from "./creature_animations.js";
import { banner, debris, flash, ring, shade } from "./effects.js";
import * as places from "./places.js";
import { centre } from "./places.js";
import { sound } from "./sound_cues.js";

/** @import { Animator, EventAnimation, Forward } from "./animator.js" */
/** @import { Box } from "./places.js" */

const SPARKS = 26;
/** @type {Record<string, "win" | "loss" | "draw" | undefined>} */
const SOUNDS = { won: "win", lost: "loss", drawn: "draw" };

/** The rectangle of a card that fills the sea. @param {Box} sea @returns {Box} */
function large(sea) {
  const width = Math.min(sea.width * 0.46, (sea.height * 0.66 * 5) / 7);
  const height = (width * 7) / 5;
  return { left: sea.left + (sea.width - width) / 2, top: sea.top + (sea.height - height) / 2, width, height };
}

/**
 * A fortress comes to the middle and breaks in two; what stands behind it (nothing, for a Fort) is seen.
 *
 * @param {Animator} animator
 * @param {Forward} forward
 * @param {string} behind a face, or ""
 * @param {string | undefined} say
 */
async function breakInTwo(animator, forward, behind, say) {
  const rect = large(animator.sea);
  const { element, pushed } = forward;
  const [from, to] = [centre(forward.rect), centre(rect)];
  const frames = [
    { translate: `${pushed}px 0`, scale: "1" },
    { translate: `${to.x - from.x}px ${to.y - from.y}px`, scale: `${rect.width / forward.rect.width}` },
  ];
  shade(animator, 9);
  await animator.animate(element, frames, { ...animator.flight(1.3), fill: "forwards" });
  if (animator.over) return;
  const halves = ["left", "right"].map((side) => half(element, side));
  const whole = document.createElement("div");
  whole.className = "lifted fall";
  whole.style.width = `${rect.width}px`;
  if (behind) whole.append(animator.make(behind, "fall-behind"));
  whole.append(...halves);
  animator.place(whole, to);
  element.remove();
  animator.endRemoved();
  banner(animator, say, "fall", 6);
  ring(animator, rect, "fall");
  debris(animator, rect, 1.8);
  await animator.shake(whole, 10, 1.2, false);
  debris(animator, rect, 2.4);
  for (const [index, part] of halves.entries()) {
    const sign = index ? 1 : -1;
    const fall = [
      { translate: "0 0", rotate: "0deg", opacity: 1 },
      { translate: `${sign * 26}%  12%`, rotate: `${sign * 10}deg`, opacity: 1, offset: 0.5 },
      { translate: `${sign * 60}% 90%`, rotate: `${sign * 38}deg`, opacity: 0 },
    ];
    animator.animate(part, fall, { duration: animator.beat * 3, easing: "ease-in", fill: "forwards" });
  }
  await animator.pause(3.6);
  for (const part of halves) part.remove();
  return { whole, rect };
}

/**
 * One half of a card, to fall to its side.
 *
 * @param {HTMLElement} element
 * @param {string} side
 */
function half(element, side) {
  const part = document.createElement("div");
  part.className = `fall-half fall-${side}`;
  const card = element.querySelector(".card");
  if (card) part.append(card.cloneNode(true));
  return part;
}

/** @type {EventAnimation<"bastion_fell">} */
export async function bastionFell(animator, event) {
  const home = places.fortress(event.player);
  const forward = (await fortress()).bringForward(animator, event.player);
  sound("bastion-falls");
  const broken = forward && (await breakInTwo(animator, forward, "fort", event.say));
  if (home?.matches(".held-fortress")) animator.face(home, "fort");
  if (!home || !forward || !broken) return;
  // The Fort goes home with the next step.
  animator.standFor(home, broken.whole);
  animator.bring({ ...forward, element: broken.whole, rect: broken.rect, pushed: 0 });
}

/** @type {EventAnimation<"fort_fell">} */
export async function fortFell(animator, event) {
  const forward = (await fortress()).bringForward(animator, event.player);
  sound("bastion-falls");
  if (!forward) return;
  await breakInTwo(animator, forward, "", event.say);
  animator.bring(null);
}

/** Return how the match ended for the viewer. @param {GameEvents["over"]} event */
function ending({ winner, reason }) {
  const { seat = "" } = document.getElementById("turn")?.dataset ?? {};
  const { mode = "" } = document.getElementById("table")?.dataset ?? {};
  if (reason === "aborted") return "aborted";
  if (winner === "draw") return "drawn";
  if (!seat || mode === "hotseat") return "watched";
  return winner === seat ? "won" : "lost";
}

/** @type {EventAnimation<"over">} */
export async function over(animator, event) {
  if (animator.over) return;
  const kind = ending(event);
  const name = SOUNDS[kind];
  if (name) sound(name);
  const scene = document.createElement("div");
  scene.className = `ending ending-${kind}`;
  const template = document.getElementById(`ending-${kind}`);
  if (template instanceof HTMLTemplateElement) scene.append(template.content.cloneNode(true));
  const words = document.createElement("p");
  words.className = "ending-say";
  words.textContent = event.say ?? "";
  scene.append(words);
  effectsLayer().append(scene);
  animator.animate(scene, [{ opacity: 0 }, { opacity: 1 }], { duration: animator.beat });
  const [rays] = scene.getElementsByClassName("ending-rays");
  animator.animate(rays, [{ rotate: "0deg" }, { rotate: "40deg" }], { duration: animator.beat * 8, easing: "linear" });
  const [mark] = scene.getElementsByClassName("ending-mark");
  const rise = [
    { scale: ".3", opacity: 0 },
    { scale: "1.15", opacity: 1, offset: 0.7 },
    { scale: "1", opacity: 1 },
  ];
  animator.animate(mark, rise, { duration: animator.beat * 2 });
  for (let n = 0; n < SPARKS; n += 1) fling(animator, kind, animator.sea);
  await animator.pause(8);
  scene.remove();
}

/**
 * A spark that rises for who has won, a stone that falls for who has lost.
 *
 * @param {Animator} animator
 * @param {string} kind
 * @param {import("./places.js").Box} sea
 */
function fling(animator, kind, { left, top, width, height }) {
  const [x, share] = [left + width * Math.random(), Math.random()];
  const isLost = kind === "lost";
  const y = isLost ? top - 20 : top + height;
  const way = (isLost ? 1 : -1) * height * (0.5 + share * 0.6);
  const frames = [
    { translate: "0 0", opacity: 0, rotate: "0deg" },
    { translate: `${(share - 0.5) * 40}px ${way * 0.5}px`, opacity: 1, offset: 0.3 },
    { translate: `${(share - 0.5) * 120}px ${way}px`, opacity: 0, rotate: `${share * 500}deg` },
  ];
  const options = {
    duration: animator.beat * (4 + 3 * share),
    delay: animator.beat * share * 2,
    fill: /** @type {const} */ ("both"),
  };
  const rest = animator.beat * 9 - options.duration - options.delay;
  flash(animator, isLost ? "stone" : "spark", { x, y }, frames, options, rest);
}
