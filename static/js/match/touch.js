// A touch that answers: a card of the own hand tilts towards the pointer, a lane dips where a card is put, reeds, wreck, gull and
// lantern stir when they are tapped, and a line of the log lights the creatures it speaks of. Loaded at the first touch; nothing moves where the reader wants less motion.

import { all, around } from "../dom.js";

const TILT = 9; // degrees at a card's edge
const DIP = { duration: 260, easing: "ease-out" }; // milliseconds
const FLIGHT = [
  "none",
  "translate(70%, -60%) rotate(-14deg)",
  "translate(260%, -130%) scaleY(0.7)",
  "translate(380%, -90%) scaleX(-1)",
  "translate(150%, -110%) scale(-1, 0.7)",
  "translate(20%, -30%) scaleX(-1)",
  "none",
];

/** What the things in the scenery do when they are tapped; by transform and opacity alone. @type {[string, PropertyIndexedKeyframes, number][]} */
const ANSWERS = [
  ["lantern", { opacity: [0, 1, 0.6, 1, 0.8, 0] }, 2400],
  ["reeds", { transform: ["none", "skewX(10deg)", "skewX(-7deg)", "skewX(4deg)", "none"] }, 1200],
  ["wreck", { transform: ["none", "rotate(3deg)", "rotate(-2deg)", "rotate(1deg)", "none"] }, 1400],
  ["gull", { transform: FLIGHT }, 3200],
];

/** @type {HTMLElement | null} */
let tilted = null;

/** @type {HTMLElement | null} */
let lit = null;

function isCalm() {
  return window.prefs.still();
}

function lie() {
  tilted?.style.removeProperty("rotate");
  if (tilted?.getAttribute("style") === "") tilted.removeAttribute("style"); // it is again what the server has sent
  tilted = null;
}

/** @param {PointerEvent} event */
function tilt(event) {
  const held = around(event, "[data-own] .held-legal");
  const card = held?.querySelector(".card");
  if (card !== tilted) lie();
  const isDragged = document.documentElement.dataset.dragging !== undefined;
  if (!held || !(card instanceof HTMLElement) || isDragged || isCalm()) return;
  const { left, top, width, height } = held.getBoundingClientRect();
  const x = (event.clientX - left) / width - 0.5;
  const y = (event.clientY - top) / height - 0.5;
  tilted = card;
  card.style.rotate = `${-y.toFixed(2)} ${x.toFixed(2)} 0 ${(2 * TILT * Math.hypot(x, y)).toFixed(1)}deg`;
}

/** @param {MouseEvent} event */
function dip(event) {
  const realm = around(event, ".realm");
  if (realm?.querySelector(".berth[data-open]") && !isCalm()) realm.animate({ translate: ["0", "0 4px", "0"] }, DIP);
}

/** @param {MouseEvent} event */
function stir(event) {
  if (isCalm() || !around(event, ".sea") || around(event, ".creature, [data-open]")) return;
  for (const [name, keyframes, duration] of ANSWERS)
    for (const prop of all(`.prop-${name}`)) {
      const { left, right, top, bottom } = prop.getBoundingClientRect();
      const isHit = left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom;
      if (isHit && !prop.getAnimations().length) prop.animate(keyframes, { duration, easing: "ease-in-out" });
    }
}

/** The card that a name in the log stands for: a printed one leads to its page, a designed one to its face. @param {HTMLElement} name */
function slugOf(name) {
  return name.dataset.face?.split("card=")[1] ?? name.getAttribute("href")?.replace("/cards/", "");
}

/** @param {Event} event */
function light(event) {
  const line = around(event, "#log .line");
  if (line === lit) return;
  lit = line;
  const cards = line ? all(".line-card", line).map(slugOf) : [];
  for (const creature of all("#table .creature")) {
    const isNamed = all("[data-card]", creature).some(({ dataset }) => cards.includes(dataset.card ?? ""));
    creature.toggleAttribute("data-lit", isNamed);
  }
}

document.addEventListener("pointermove", tilt, { passive: true });
document.addEventListener("pointerup", lie);
document.addEventListener("pointercancel", lie);
document.addEventListener("click", dip, { capture: true });
document.addEventListener("click", stir);
document.addEventListener("pointerover", light);
document.addEventListener("focusin", light);
