// Playing a card: by click or tap (card, then place), by drag and drop, by keyboard (keys.js).

import { all, around, byId } from "../dom.js";
import { lazy } from "../fragments.js";
import { choicesOf, elementOf, placeOf, seat, sourceOf } from "./choices.js";
import { letDrag } from "./drag.js";
import { socket } from "./socket.js";
import { sound } from "./sound_cues.js";
import * as spread from "./spread.js";

/**
 * The card that is being played: its element, and what may be done with it by the key of the place.
 *
 * @typedef {{element: HTMLElement, choices: Map<string, Choice>}} Picked
 */

const foretold = lazy("match/foretold");

/** @type {Picked | null} */
let picked = null;

/** The card that is being played, or null. */
export function current() {
  return picked;
}

/** The places where the picked card may go, as elements in the table's order. */
export function places() {
  if (!picked) return [];
  return [...picked.choices.keys()].map((key) => elementOf(key, seat())).filter((element) => element !== null);
}

/** Begin to play the card of an element of the own hand; false if it cannot be played now. @param {HTMLElement} element */
export function pick(element) {
  const source = sourceOf(element);
  const choices = new Map(
    (source && !socket.isLeaving ? choicesOf(source) : []).map((choice) => [placeOf(choice.action), choice]),
  );
  if (picked?.element !== element || !choices.size) drop();
  if (!choices.size) return false;
  picked = { element, choices };
  element.setAttribute("aria-pressed", "true");
  const kind = kindOf(choices);
  document.documentElement.setAttribute("data-picking", kind);
  const open = new Map([...choices.keys()].map((key) => [elementOf(key, seat()), key]));
  for (const closed of all("[data-open]")) if (!open.has(closed)) closed.removeAttribute("data-open");
  for (const [place, key] of open) place?.setAttribute("data-open", key);
  hint(element, kind);
  if ([...choices.values()].some(({ hp }) => hp !== undefined))
    foretold().then(({ show }) => {
      if (picked) show(seat(), [...picked.choices.values()]);
    });
  return true;
}

/** Return the id of the card that is picked, or "". */
export function pickedId() {
  return picked?.element.id ?? "";
}

/** After a frame: a picked card stays so if it is in the hand and may still be played, at the places of now. @param {string} id */
export function keepPicked(id) {
  const element = id ? document.getElementById(id) : null;
  if (!element || !pick(element)) drop();
}

/** @param {Map<string, Choice>} choices */
function kindOf(choices) {
  const kinds = new Set([...choices.keys()].map((key) => key.split(":")[0]));
  return kinds.has("target") ? "target" : kinds.has("onto") ? "onto" : "lane";
}

/**
 * @param {HTMLElement} element
 * @param {"target" | "onto" | "lane"} kind
 */
function hint(element, kind) {
  const line = document.getElementById("hint");
  const text = (line?.dataset[kind] ?? "").replace("{card}", element.dataset.name ?? "");
  if (line && line.textContent !== text) line.textContent = text; // written once, it is read aloud once
}

/** Lay the picked card back. */
export function drop() {
  if (!picked) return;
  picked.element.removeAttribute("aria-pressed");
  picked = null;
  document.documentElement.removeAttribute("data-picking");
  for (const open of all("[data-open]")) open.removeAttribute("data-open");
  for (const mark of all(".foretold")) mark.remove();
  const line = document.getElementById("hint");
  if (line) line.textContent = "";
}

/**
 * The place (an element that is open) that something on the table belongs to, or null.
 *
 * @param {Element | null} element
 * @returns {HTMLElement | null}
 */
export function openAt(element) {
  const open = element?.closest("[data-open]") ?? element?.closest(".realm")?.querySelector(".berth[data-open]");
  return open instanceof HTMLElement ? open : null;
}

/** Play the picked card at an open place; asks first where the server says so. @param {HTMLElement} open */
export async function playAt(open) {
  const choice = picked?.choices.get(open.dataset.open ?? "");
  if (!picked || !choice) return;
  const message = /** @type {ClientMessage} */ ({ type: "act", action: choice.action, seq: socket.seq });
  if (socket.isBusy) {
    socket.send(message); // without a connection that is said; the card stays picked
    return;
  }
  const { element } = picked;
  drop();
  if (choice.ask && !(await confirmed(choice.ask))) {
    element.focus();
    return;
  }
  socket.send(message, Boolean(choice.ask));
}

const ALWAYS_ASKED = ["fort", "resign"]; // what loses the match

/**
 * Ask before something that cannot be taken back; resolves to whether it shall be done.
 *
 * @param {string | undefined} kind
 * @returns {Promise<boolean>}
 */
export function confirmed(kind) {
  if (window.prefs.get("confirm") === "off" && !ALWAYS_ASKED.includes(kind ?? "")) return Promise.resolve(true);
  const dialog = byId("ask", HTMLDialogElement);
  for (const text of all("[data-ask]", dialog)) text.hidden = text.dataset.ask !== kind;
  dialog.showModal();
  const ended = new AbortController();
  return new Promise((resolve) => {
    const end = (/** @type {boolean} */ isYes) => {
      ended.abort();
      resolve(isYes);
    };
    // At once: "close" comes when the page has time for it, behind another tab never, and the line may be gone by then.
    const onSubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      dialog.close();
      end(event.submitter?.getAttribute("value") === "yes");
    };
    // Escape; that of an earlier question may come late.
    const onClose = () => dialog.open || end(false);
    dialog.addEventListener("submit", onSubmit, { signal: ended.signal });
    dialog.addEventListener("close", onClose, { signal: ended.signal });
  });
}

/** A card of the hand can be dragged to a place. @type {import("./drag.js").Grip} */
function gripCard(event) {
  const held = around(event, ".held");
  const source = held && sourceOf(held);
  return source && choicesOf(source).length ? () => liftCard(held) : null;
}

/** Lift a card of the hand, if it can be played: a copy of it follows the pointer. @param {HTMLElement} held */
function liftCard(held) {
  const card = held.querySelector(".card");
  if (!card || socket.isBusy || !pick(held)) return null;
  sound("pick");
  const copy = document.createElement("div");
  copy.className = "lifted dragging";
  copy.append(card.cloneNode(true));
  copy.style.width = `${card.getBoundingClientRect().width}px`;
  document.getElementById("fx")?.append(copy);
  held.setAttribute("data-fx", "away");
  /** @type {HTMLElement | null} */
  let over = null;
  return {
    move(/** @type {number} */ x, /** @type {number} */ y) {
      copy.style.left = `${x}px`;
      copy.style.top = `${y}px`;
      const open = openAt(document.elementFromPoint(x, y));
      if (open === over) return;
      over?.removeAttribute("data-over");
      open?.setAttribute("data-over", "");
      over = open;
    },
    end(/** @type {boolean} */ isCancelled) {
      copy.remove();
      held.removeAttribute("data-fx");
      over?.removeAttribute("data-over");
      if (over && picked && !isCancelled) playAt(over);
      else drop();
    },
  };
}

letDrag(gripCard);

/** A click or Enter on something of the table. @param {MouseEvent} event */
export function press(event) {
  const open = picked && openAt(around(event, "*"));
  if (open) {
    playAt(open);
    return;
  }
  const held = around(event, ".held");
  if (!held || !sourceOf(held) || picked?.element === held) {
    drop();
    return;
  }
  if (pick(held)) {
    sound("pick");
    return;
  }
  if (socket.isBusy || (event.detail && spread.opens(held))) return; // a key lays nothing out: it is answered
  const place = held.dataset.place;
  if (place !== undefined && seat()) socket.send({ type: "why", hand: Number(place) });
}
