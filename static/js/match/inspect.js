// A closer look at a card: hover, focus, a tap on a creature or a long press shows it large with its abilities in words. The browser
// does not put it away as it does a popover: one that opens under a resting mouse would close the log or the menu next to it.

import { all, around } from "../dom.js";
import { onEscape } from "../escape.js";
import { lazy } from "../fragments.js";
import { choicesOf, elementOf, placeOf, seat, sourceOf } from "./choices.js";
import * as spread from "./spread.js";

const positioning = lazy("match/panel_position");
const logKeys = lazy("match/log_keys");
const HOVER_MS = 450;
const PRESS_MS = 420;
const SLIP = 6; // pixels that a finger may move during a long press
const TAUGHT = "clash-taught-hold";
const LEAVE_MS = 260; // time to reach the panel, whose abilities are links to their rules

/**
 * `named`: a name in the log whose card is being fetched; `byTouch`: a mouse at rest does nothing, though the page moves
 * under it; `tapped`: what was shown when the finger came down, because a second tap closes it; `isPlace`: a picked card goes there.
 *
 * @type {{timer: number, shown: HTMLElement | null, named: HTMLElement | null, byTouch: boolean, tapped: HTMLElement | null, isPlace: boolean}}
 */
const state = { timer: 0, shown: null, named: null, byTouch: false, tapped: null, isPlace: false };
const press = { x: 0, y: 0 }; // where the finger came down

function panel() {
  return document.getElementById("inspect");
}

/** @param {HTMLElement} card */
function abilitiesOf(card) {
  return new Set((card.dataset.abilities ?? "").split(" ").filter(Boolean));
}

/** @param {HTMLElement} piece */
function open(piece) {
  if (piece.matches(".line-card")) openNamed(piece);
  else show(piece, all("[data-abilities]", piece)[0]);
}

/** Show the card that a name in the log stands for. @param {HTMLElement} name */
async function openNamed(name) {
  state.named = name;
  const answer = await fetch(name.dataset.face ?? `${name.getAttribute("href")}/face`).catch(() => null);
  if (!answer?.ok || state.named !== name) return;
  const face = document.createElement("template");
  face.innerHTML = await answer.text();
  const [card] = face.content.children;
  if (state.named === name && card instanceof HTMLElement) show(name, card);
}

/**
 * @param {HTMLElement} piece
 * @param {HTMLElement | undefined} card
 */
async function show(piece, card) {
  const box = panel();
  if (!box || !card || document.documentElement.dataset.dragging !== undefined) return;
  state.shown = piece;
  const { position } = await positioning();
  if (state.shown !== piece) return; // it was hidden meanwhile, and holds nothing for another player to find
  const face = /** @type {HTMLElement} */ (card.cloneNode(true));
  for (const element of [face, ...all("[id]", face)]) element.removeAttribute("id");
  box.querySelector(".inspect-card")?.replaceChildren(face);
  box.querySelector(".inspect-words")?.replaceChildren(...[...abilitiesOf(card)].flatMap(explanation));
  position(box, [piece, ...nextPlaces(piece)]);
  box.hidden = false;
  if (piece.closest(":popover-open")) rise(box);
}

/** Return where the next press may go: the places of a picked card, or of the inspected card. @param {HTMLElement} piece */
function nextPlaces(piece) {
  const open = all("#table [data-open]");
  const source = sourceOf(piece);
  const places =
    open.length || !source ? open : choicesOf(source).map((choice) => elementOf(placeOf(choice.action), seat()));
  return places.filter((place) => place !== null).map((place) => place.closest(".realm-near") ?? place);
}

/** Lie over a log that is open over the table. @param {HTMLElement} box */
function rise(box) {
  box.popover = "manual";
  box.showPopover();
}

/** Return what the page says of an ability, if anything. @param {string} slug */
function explanation(slug) {
  const template = document.getElementById(`ability-${slug}`);
  return template instanceof HTMLTemplateElement ? [template.content.cloneNode(true)] : [];
}

/** Hide the panel, and a hand that is laid out. */
export function close() {
  spread.close();
  hide();
}

/** After a frame: the card that is looked at stays, as it is now, while its piece is seen. */
export function refresh() {
  const { shown } = state;
  if (!shown || shown.matches(".line-card")) return;
  const piece = shown.id ? document.getElementById(shown.id) : shown;
  const [card] = piece?.isConnected ? all("[data-abilities]", piece) : [];
  if (piece && card) show(piece, card);
  else hide();
}

/** Hide the panel; returns whether it was seen. */
function hide() {
  clearTimeout(state.timer);
  state.timer = 0;
  const box = panel();
  state.named = null;
  const wasShown = box?.hidden === false;
  if (box && (state.shown || wasShown)) {
    box.hidden = true; // or it was about to be shown
    box.popover = null;
    // At a hot seat the next one must not see what this one inspected.
    for (const part of all(".inspect-card, .inspect-words", box)) part.replaceChildren();
  }
  state.shown = null;
  return wasShown;
}

/**
 * @param {HTMLElement} piece
 * @param {number} wait
 */
function openAfter(piece, wait) {
  clearTimeout(state.timer);
  state.timer = setTimeout(() => open(piece), wait);
}

/** @param {Event} event */
function pieceOf(event) {
  return around(event, ".creature, .held, .offer, .picked-card, .pick, .line-card");
}

/** @param {EventTarget | null} target */
function isInPanel(target) {
  return target instanceof Element && target.closest("#inspect") !== null;
}

/** @param {PointerEvent} event */
function onOver(event) {
  if (event.pointerType === "touch" || state.byTouch) return;
  const piece = pieceOf(event);
  if (isInPanel(event.target) || (piece && piece === state.shown)) clearTimeout(state.timer);
  else if (piece) openAfter(piece, HOVER_MS);
  else closeSoon();
}

function closeSoon() {
  clearTimeout(state.timer);
  state.timer = setTimeout(hide, state.shown ? LEAVE_MS : 0);
}

/** @param {PointerEvent} event */
function onDown(event) {
  state.byTouch = event.pointerType === "touch";
  if (isInPanel(event.target)) return;
  const piece = pieceOf(event);
  state.isPlace = piece?.dataset.open !== undefined;
  state.tapped = event.pointerType === "mouse" ? piece : state.shown;
  hide();
  Object.assign(press, { x: event.clientX, y: event.clientY });
  if (piece && event.pointerType === "touch") openAfter(piece, PRESS_MS);
}

/** A tap on a creature asks about it, unless a picked card goes there. @param {MouseEvent} event */
function onClick(event) {
  if (isInPanel(event.target) && !around(event, "a")) hide();
  const piece = around(event, ".creature, #spread .picked-card, .line-card");
  if (piece?.matches(".line-card") && !event.ctrlKey && !event.metaKey) event.preventDefault();
  const byKey = event.detail === 0 && piece?.matches(".line-card");
  const isTap = event.detail > 0 && !state.isPlace;
  if ((isTap || byKey) && piece && piece !== state.tapped) open(piece);
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (event.pointerType === "mouse" && (event.movementX || event.movementY)) state.byTouch = false;
  const way = Math.hypot(event.clientX - press.x, event.clientY - press.y);
  if (event.pointerType === "touch" && way > SLIP) clearTimeout(state.timer);
}

/** Over its card the wheel moves the panel. @param {WheelEvent} event */
function onWheel({ target, deltaY }) {
  if (target instanceof Node && state.shown?.contains(target)) panel()?.scrollBy(0, deltaY);
}

/** @param {FocusEvent} event */
function onFocus(event) {
  const piece = pieceOf(event);
  if (piece?.matches(":focus-visible")) openAfter(piece, HOVER_MS);
  if (around(event, "#log")) logKeys();
}

/** Say once, where there is no mouse, how a card is read. */
export function teach() {
  const line = document.getElementById("hint");
  if (!line || !matchMedia("(hover: none)").matches) return;
  try {
    if (localStorage.getItem(TAUGHT)) return;
    localStorage.setItem(TAUGHT, "yes");
    line.textContent = panel()?.dataset.hold ?? "";
  } catch {
    // Without storage it would be said at every move.
  }
}

/** Listen on the whole page. */
export function start() {
  spread.start();
  document.addEventListener("click", onClick);
  document.addEventListener("pointerover", onOver);
  document.addEventListener("pointerdown", onDown);
  // Cancelled: the page scrolls by this finger from now on.
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, () => clearTimeout(state.timer));
  document.addEventListener("pointermove", onMove);
  document.addEventListener("wheel", onWheel, { passive: true });
  document.addEventListener("contextmenu", (event) => pieceOf(event) && event.preventDefault());
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", (event) => isInPanel(event.relatedTarget) || hide());
  onEscape("look over a panel", () => panel()?.popover === "manual" && hide());
  onEscape("look", hide);
}
