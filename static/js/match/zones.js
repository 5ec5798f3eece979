// The zones of the table as the server last described them, kept while an animation changes the table: cards move, numbers fall.
// What the server then sends is put in its place by htmx; what it does not send is put back from here: zones and pieces (a card
// of a hand, a creature, HP, mana) that ended as they had begun, such as a wound that healed in the same turn, and the faces that
// it left out because the page has them.

import { all } from "../dom.js";
import { countLanes } from "./lane_room.js";

const ZONES = "#table .bar, #table .hand, #table .realm";
const PIECES = ".held[id], .creature[id], .bar-hp[id], .mana[id]";

/** @param {HTMLElement} element */
const copyOf = (element) => /** @type {HTMLElement} */ (element.cloneNode(true));

export class Zones {
  /** @type {Map<string, HTMLElement>} */
  #kept = new Map(all(ZONES).map((zone) => [zone.id, copyOf(zone)]));

  /** Put back what has changed since and `content`, the HTML that comes next, does not bring. @param {string} content */
  putBack(content) {
    const { brought, faceless } = idsIn(content);
    for (const [id, zone] of this.#kept) {
      const shown = document.getElementById(id);
      if (!shown || shown.isEqualNode(zone)) continue;
      if (brought.has(id)) putPiecesBack(shown, zone, faceless);
      else if (!isSameRow(shown, zone)) shown.replaceWith(zone);
      else {
        putPiecesBack(shown, zone);
        if (!shown.isEqualNode(zone)) shown.replaceWith(zone);
      }
    }
    countLanes();
  }

  /** The table shows what `content` has brought, and continues to be changed: it is what the server last said. @param {string} content */
  update(content) {
    const { brought, faceless } = idsIn(content);
    for (const id of brought) {
      const shown = faceless.has(id) ? null : document.getElementById(id);
      if (!shown) continue;
      if (this.#kept.has(id)) this.#kept.set(id, copyOf(shown));
      else for (const zone of this.#kept.values()) pieceOf(zone, id)?.replaceWith(copyOf(shown));
    }
  }
}

/** A face that was left out is no different from now on. */
export function forgetLeftOut() {
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
  const faceless = new Set(all("[data-kept]", template.content).flatMap((piece) => piece.closest("[id]")?.id ?? []));
  return { brought, faceless };
}

/** @param {HTMLElement} zone @param {string} id */
function pieceOf(zone, id) {
  return zone.querySelector(`[id="${id}"]`);
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
function putPiecesBack(shown, zone, wanted) {
  for (const piece of all(PIECES, zone)) {
    if (wanted && !wanted.has(piece.id)) continue;
    const now = pieceOf(shown, piece.id);
    if (!now) shown.append(copyOf(piece));
    else if (!now.isEqualNode(piece)) now.replaceWith(copyOf(piece));
  }
}
