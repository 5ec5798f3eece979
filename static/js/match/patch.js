// An animation changes the table while it plays: cards move, numbers fall. What the server then sends is put in its place by
// its swap; what it does not send is put right here: zones and pieces (a card of a hand, a creature, HP, mana) that ended as they had
// begun, such as a wound that healed in the same turn, and the faces that it left out because the page has them.

import { all } from "../dom.js";
import { countLanes } from "./lane_room.js";

const ZONES = "#table .bar, #table .hand, #table .realm";
const PIECES = ".held[id], .creature[id], .bar-hp[id], .mana[id]";

/** Return copies of the table's zones as they are now, by id. */
export function snapshot() {
  return new Map(all(ZONES).map((zone) => [zone.id, /** @type {HTMLElement} */ (zone.cloneNode(true))]));
}

/**
 * Put back what an animation has changed and `content`, the HTML that comes next, does not bring.
 *
 * @param {Map<string, HTMLElement>} before
 * @param {string} content
 */
export function patchZones(before, content) {
  const { brought, kept } = idsIn(content);
  for (const [id, zone] of before) {
    const shown = document.getElementById(id);
    if (!shown || shown.isEqualNode(zone)) continue;
    if (brought.has(id)) putBack(shown, zone, kept);
    else if (!isSameRow(shown, zone)) shown.replaceWith(zone);
    else {
      putBack(shown, zone);
      if (!shown.isEqualNode(zone)) shown.replaceWith(zone);
    }
  }
  countLanes();
}

/** A face that was left out is no different from now on. */
export function forgetKept() {
  for (const piece of all("#table [data-kept]")) piece.removeAttribute("data-kept");
}

/**
 * The ids that HTML brings, and those of pieces whose face it leaves out: a piece says so itself, or what it begins with does.
 *
 * @param {string} content
 */
function idsIn(content) {
  const template = document.createElement("template");
  template.innerHTML = content;
  const brought = new Set(all("[id]", template.content).map(({ id }) => id));
  const kept = new Set(all("[data-kept]", template.content).flatMap((piece) => piece.closest("[id]")?.id ?? []));
  return { brought, kept };
}

/** Whether the same pieces stand there in the same order. @param {HTMLElement} shown @param {HTMLElement} zone */
function isSameRow(shown, zone) {
  const [now, then] = [shown, zone].map((row) => all(PIECES, row).map(({ id }) => id));
  return now.length > 0 && now.join() === then.join();
}

/**
 * Put the pieces of a zone back as they were: all that still stand there, or those of these ids.
 *
 * @param {HTMLElement} shown
 * @param {HTMLElement} zone
 * @param {Set<string>} [wanted]
 */
function putBack(shown, zone, wanted) {
  for (const piece of all(PIECES, zone)) {
    if (wanted && !wanted.has(piece.id)) continue;
    const now = shown.querySelector(`[id="${piece.id}"]`);
    if (!now) shown.append(piece.cloneNode(true));
    else if (!now.isEqualNode(piece)) now.replaceWith(piece.cloneNode(true));
  }
}
