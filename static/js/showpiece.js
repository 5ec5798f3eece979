// A match that plays itself: each step says which creatures stand in which lane; they glide to their places, whoever
// comes grows in, whoever goes fades. Still while it is out of sight, stopped, or motion is reduced.

import { byId } from "./dom.js";

const BEAT_MS = 1500;
const GLIDE_MS = 420;
const REST_BEATS = 3; // at the end, before it begins again

/**
 * @typedef {{ lanes: Record<string, [string, number][]>, fortresses: Record<string, [string, number]> }} Step
 * @typedef {{ opening: number, creatures: string[], fortresses: Record<string, string>, steps: Step[] }} Steps
 */

const root = byId("showpiece", HTMLElement);
const button = root.querySelector("button");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Steps | null} */
let all = null;
let at = 0;
let resting = 0;
let seen = false;
let stopped = false;
let loading = false;

/** @param {string} html */
function drawn(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.firstElementChild;
}

/** @returns {Map<string, HTMLElement>} */
function standing() {
  const found = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".showpiece-creature"));
  return new Map([...found].map((piece) => [piece.dataset.id ?? "", piece]));
}

/** @param {Step} step @param {Steps} steps */
function show(step, steps) {
  const before = standing();
  const places = new Map([...before].map(([id, piece]) => [id, piece.getBoundingClientRect()]));
  for (const [key, row] of Object.entries(step.lanes)) {
    root.querySelector(`[data-lane="${key}"]`)?.replaceChildren(...row.map((look) => piece(look, before, steps)));
  }
  for (const [seat, [side, hp]] of Object.entries(step.fortresses)) raise(seat, side, hp, steps);
  for (const [id, moved] of standing()) glide(moved, places.get(id));
}

/** @param {[string, number]} look @param {Map<string, HTMLElement>} before @param {Steps} steps */
function piece([id, look], before, steps) {
  const known = before.get(id);
  if (known?.dataset.look === String(look)) return known;
  const made = known ?? document.createElement("span");
  made.className = "showpiece-creature";
  made.dataset.id = id;
  made.dataset.look = String(look);
  made.replaceChildren(drawn(steps.creatures[look]) ?? "");
  return made;
}

/** @param {string} seat @param {string} side @param {number} hp @param {Steps} steps */
function raise(seat, side, hp, steps) {
  const place = root.querySelector(`[data-fortress="${seat}"]`);
  if (!(place instanceof HTMLElement) || place.dataset.now === `${side} ${hp}`) return;
  place.dataset.now = `${side} ${hp}`;
  place.replaceChildren(drawn(steps.fortresses[side]) ?? "");
  const number = place.querySelector(".card-hp");
  if (number) number.textContent = String(hp);
  place.animate({ scale: [1, 1.18, 1] }, GLIDE_MS);
}

/** @param {HTMLElement} moved @param {DOMRect | undefined} from */
function glide(moved, from) {
  if (!from) {
    moved.animate({ opacity: [0, 1], scale: [0.6, 1] }, { duration: GLIDE_MS, easing: "ease-out" });
    return;
  }
  const to = moved.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (x || y) moved.animate({ translate: [`${x}px ${y}px`, "0 0"] }, { duration: GLIDE_MS, easing: "ease-in-out" });
}

function beat() {
  if (!all || stopped || !seen || document.hidden || window.prefs.still()) return;
  if (at === all.steps.length - 1 && resting++ < REST_BEATS) return;
  resting = 0;
  at = (at + 1) % all.steps.length;
  show(all.steps[at], all);
}

async function load() {
  if (all || loading || window.prefs.still() || !seen) return;
  loading = true;
  const answer = await fetch(root.dataset.steps ?? "");
  if (!answer.ok) return;
  /** @type {Steps} */
  const steps = await answer.json();
  all = steps;
  at = steps.opening;
  if (button) button.hidden = false;
  setInterval(beat, BEAT_MS);
}

button?.addEventListener("click", () => {
  stopped = !stopped;
  button.setAttribute("aria-label", (stopped ? root.dataset.play : root.dataset.pause) ?? "");
  button.classList.toggle("is-stopped", stopped);
});
new IntersectionObserver((entries) => {
  seen = entries.some((entry) => entry.isIntersecting);
  load();
}).observe(root);
calm.addEventListener("change", load);
document.addEventListener("prefs-changed", load);
