// A closer look at a card: hover, focus, or a long press shows it large with its abilities in words.

import { all, around } from "../dom.js";

const HOVER_MS = 450;
const PRESS_MS = 420;
const LEAVE_MS = 260; // time to reach the panel, whose abilities are links to their rules

let timer = 0;
/** @type {HTMLElement | null} */
let shown = null;

function panel() {
  return document.getElementById("inspect");
}

/** @param {HTMLElement} card */
function abilitiesOf(card) {
  return new Set((card.dataset.abilities ?? "").split(" ").filter(Boolean));
}

/** @param {HTMLElement} piece */
function open(piece) {
  const box = panel();
  const [card] = all("[data-abilities]", piece);
  if (!box || !card || document.documentElement.dataset.dragging !== undefined) return;
  const face = /** @type {HTMLElement} */ (card.cloneNode(true));
  for (const element of [face, ...all("[id]", face)]) element.removeAttribute("id");
  box.querySelector(".inspect-card")?.replaceChildren(face);
  box.querySelector(".inspect-words")?.replaceChildren(...[...abilitiesOf(card)].flatMap(explanation));
  box.dataset.side = sideFor(piece);
  box.hidden = false;
  shown = piece;
}

/** What the page says of an ability, if it does. @param {string} slug */
function explanation(slug) {
  const template = document.getElementById(`ability-${slug}`);
  return template instanceof HTMLTemplateElement ? [template.content.cloneNode(true)] : [];
}

/** @param {HTMLElement} piece */
function sideFor(piece) {
  const rect = piece.getBoundingClientRect();
  return rect.left + rect.width / 2 < innerWidth / 2 ? "right" : "left";
}

/** Hide the panel. */
export function close() {
  clearTimeout(timer);
  timer = 0;
  const box = panel();
  if (box && !box.hidden) {
    box.hidden = true;
    // At a hot seat the next one must not find what this one looked at.
    box.querySelector(".inspect-card")?.replaceChildren();
  }
  shown = null;
}

/**
 * @param {HTMLElement} piece
 * @param {number} wait
 */
function openAfter(piece, wait) {
  clearTimeout(timer);
  timer = setTimeout(() => open(piece), wait);
}

/** @param {Event} event */
function pieceOf(event) {
  return around(event, ".creature, .held, .offer, .picked-card, .pick");
}

/** @param {EventTarget | null} target */
function isInPanel(target) {
  return target instanceof Element && target.closest("#inspect") !== null;
}

/** @param {PointerEvent} event */
function onOver(event) {
  if (event.pointerType === "touch") return;
  const piece = pieceOf(event);
  if (isInPanel(event.target) || (piece && piece === shown)) clearTimeout(timer);
  else if (piece) openAfter(piece, HOVER_MS);
  else closeSoon();
}

function closeSoon() {
  clearTimeout(timer);
  timer = setTimeout(close, shown ? LEAVE_MS : 0);
}

/** @param {PointerEvent} event */
function onDown(event) {
  if (isInPanel(event.target)) return;
  close();
  const piece = pieceOf(event);
  if (piece && event.pointerType === "touch") openAfter(piece, PRESS_MS);
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (event.pointerType === "touch" && Math.hypot(event.movementX, event.movementY) > 6) clearTimeout(timer);
}

/** @param {FocusEvent} event */
function onFocus(event) {
  const piece = pieceOf(event);
  if (piece?.matches(":focus-visible")) openAfter(piece, HOVER_MS);
}

/** Listen on the whole page. */
export function start() {
  document.addEventListener("pointerover", onOver);
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointerup", () => clearTimeout(timer));
  document.addEventListener("pointermove", onMove);
  document.addEventListener("contextmenu", (event) => pieceOf(event) && event.preventDefault());
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", (event) => isInPanel(event.relatedTarget) || close());
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
}
