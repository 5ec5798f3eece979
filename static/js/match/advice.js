// A hint: what it speaks of is marked on the board, and it lies over the other half of the sea.

import { all } from "../dom.js";
import { elementOf, placeOf, seat } from "./choices.js";
import * as places from "./places.js";

const BUTTONS = { end_summon: "#attack", attack: "#attack", attack_all: "#attack-all", end_turn: "#end-turn" };

function box() {
  return document.getElementById("advice");
}

/** A hint is about one moment of the match. */
export function close() {
  unmark();
  box()?.replaceChildren();
}

function unmark() {
  for (const marked of all("[data-advised]")) marked.removeAttribute("data-advised");
}

/** @returns {Action | null} */
function action() {
  const advised = /** @type {HTMLElement | null} */ (document.querySelector("#advice [data-action]"))?.dataset.action;
  return advised ? JSON.parse(advised) : null;
}

/** Return what an action is about: a card of the hand and where it goes, or a button. @param {Action} advised */
function subjects(advised) {
  const { type } = advised;
  if (type !== "play" && type !== "champion") {
    const button = BUTTONS[/** @type {keyof typeof BUTTONS} */ (type)];
    return button ? all(button) : [];
  }
  const card = type === "champion" ? places.champion(seat()) : places.held(seat(), advised.hand ?? -1);
  const goal = elementOf(placeOf(advised), seat());
  return [card, goal?.matches(".berth") ? goal.closest(".realm") : goal].filter((element) => element !== null);
}

/** Whether the hint came after the player had moved on. */
function isLate() {
  const { seq } = /** @type {HTMLElement | null} */ (document.querySelector("#advice [data-seq]"))?.dataset ?? {};
  return seq !== undefined && seq !== document.getElementById("turn")?.dataset.seq;
}

/** Mark what the hint speaks of, if there is one, and lay it there. */
export function show() {
  if (isLate()) return close();
  unmark();
  const advised = action();
  if (advised) for (const subject of subjects(advised)) subject?.setAttribute("data-advised", "");
  place(advised);
}

/** Lay the hint over the far half, or over the near one where it is about a card of the far side. @param {Action | null} advised */
function place(advised) {
  const { left, top, width, height } = places.sea();
  const isFar = advised?.target?.player === seat() || !advised?.target;
  const upright = places.isUpright();
  const [across, down] = upright ? [width, height / 2] : [width / 2, height];
  const x = upright || !isFar ? left : left + across;
  const y = upright && !isFar ? top + down : top;
  const style = box()?.style;
  for (const [name, value] of Object.entries({ x, y, w: across - 16, h: down - 16 }))
    style?.setProperty(`--${name}`, `${value}px`);
}

window.addEventListener("resize", () => box()?.hasChildNodes() && place(action()));
