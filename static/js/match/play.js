// Playing a card: by click or tap (card, then place), by drag and drop (drag.js), by keyboard (keys.js).

import { choicesOf, elementOf, placeOf, seat, sourceOf } from "./choices.js";
import * as wire from "./wire.js";

let picked = null; // {source, element, choices: Map(place key → choice)}

/** The card that is being played, or null. */
export function current() {
  return picked;
}

/** The places where the picked card may go, as elements in the table's order. */
export function places() {
  if (!picked) return [];
  return [...picked.choices.keys()].map((key) => elementOf(key, seat())).filter(Boolean);
}

/** Begin to play the card of an element of the own hand; false if it cannot be played now. */
export function pick(element) {
  drop();
  const source = sourceOf(element);
  if (!source || wire.isBusy()) return false;
  const choices = new Map(choicesOf(source).map((choice) => [placeOf(choice.action), choice]));
  if (!choices.size) return false;
  picked = { source, element, choices };
  element.setAttribute("aria-pressed", "true");
  document.documentElement.setAttribute("data-picking", kindOf(choices));
  for (const key of choices.keys()) elementOf(key, seat())?.setAttribute("data-open", key);
  hint(element);
  return true;
}

function kindOf(choices) {
  const kinds = new Set([...choices.keys()].map((key) => key.split(":")[0]));
  return kinds.has("target") ? "target" : kinds.has("onto") ? "onto" : "lane";
}

function hint(element) {
  const line = document.getElementById("hint");
  if (!line) return;
  const kind = document.documentElement.dataset.picking;
  line.textContent = line.dataset[kind].replace("{card}", element.dataset.name ?? "");
}

/** Lay the picked card back. */
export function drop() {
  if (!picked) return;
  picked.element.removeAttribute("aria-pressed");
  picked = null;
  document.documentElement.removeAttribute("data-picking");
  for (const open of document.querySelectorAll("[data-open]")) open.removeAttribute("data-open");
  const line = document.getElementById("hint");
  if (line) line.textContent = "";
}

/** The place (an element that is open) that something on the table belongs to, or null. */
export function openAt(element) {
  const open = element?.closest("[data-open]");
  if (open) return open;
  const realm = element?.closest(".realm");
  return realm?.querySelector(".berth[data-open]") ?? null;
}

/** Play the picked card at an open place; asks first where the server says so. */
export async function playAt(open) {
  const choice = picked?.choices.get(open.dataset.open);
  if (!choice) return;
  const { element } = picked;
  drop();
  if (choice.ask && !(await confirmed(choice.ask))) {
    element.focus();
    return;
  }
  wire.send({ action: choice.action });
}

/** Ask before something that cannot be taken back; resolves to whether it shall be done. */
export function confirmed(kind) {
  const dialog = document.getElementById("ask");
  for (const text of dialog.querySelectorAll("[data-ask]")) text.hidden = text.dataset.ask !== kind;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** A click or Enter on something of the table. */
export function press(target) {
  const open = picked && openAt(target);
  if (open) {
    playAt(open);
    return;
  }
  const held = target.closest(".held");
  if (!held || !sourceOf(held)) {
    drop();
    return;
  }
  if (picked?.element === held) {
    drop();
    return;
  }
  if (pick(held) || wire.isBusy()) return;
  const place = held.dataset.place;
  if (place !== undefined && seat()) wire.send({ why: Number(place) });
}
