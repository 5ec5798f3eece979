// The table has one owner. Three things change it, each by a verb of its own, namely what the player has just done (`now`), what
// has happened, shown event by event (`byEvent`), and what the server says (`byFrame`). That always wins, because whatever the
// other two have changed is put back before htmx swaps a frame in: the swap meets the table as the server knows it.

import { all } from "../dom.js";
import { countLanes } from "./lane_room.js";

/** @import { Animator } from "./animator.js" */

const ZONES = "#table .bar, #table .hand, #table .realm";
const PIECES = ".held[id], .creature[id], .bar-hp[id], .mana[id]";

/**
 * What is shown of an action before its answer: by which animator, which event will confirm it, and what a refusal does. That is
 * called before the table is put back, and what it returns after it.
 *
 * @typedef {{animator: Animator, event: string, refuse?: () => () => void}} Early
 */

/**
 * What changes the table, each at the owner's request alone. `begin` returns what shows an action that is being sent (without a
 * movement if it `isAgain`), or null if nothing on the table does; `end` ends what else shows it. `play` shows the events of a
 * frame, by the animator that has begun with them.
 *
 * @typedef {object} Changes
 * @property {(action: Action, isAgain: boolean) => (() => Early) | null} begin
 * @property {() => void} end
 * @property {(events: GameEvent[], faces: Faces, begun: Animator | null) => Promise<void>} play
 */

export class Table {
  #changes;
  /** @type {Zones | null} */
  #said = null; // as the server last described them, while something else changes them
  /** @type {Early | null} */
  #early = null; // the player's action that has no answer yet

  /** @param {Changes} changes */
  constructor(changes) {
    this.#changes = changes;
  }

  /**
   * Show at once what the player has just done; the server's frame confirms it, or a refusal takes it back.
   *
   * @param {Action} action
   * @param {boolean} [isAgain] it was seen: nothing moves
   */
  now(action, isAgain = false) {
    const change = this.#changes.begin(action, isAgain);
    if (!change) return;
    this.#said ??= new Zones();
    this.#early = change();
  }

  /**
   * Show what has happened, without what the player has seen already. Resolves when all of it is seen.
   *
   * @param {GameEvent[]} events
   * @param {Faces} faces
   */
  async byEvent(events, faces) {
    this.#said ??= new Zones();
    this.#changes.end();
    await this.#changes.play(left(events, this.#early), faces, this.#early?.animator ?? null);
  }

  /** The table is about to become what the server says. @param {string} content the HTML that htmx is about to swap in */
  byFrame(content) {
    this.#changes.end();
    this.#early?.animator.clear();
    this.#early = null;
    this.#said?.putBack(content);
    this.#said = null;
  }

  /** The server has said more of the table that is there, such as who has left it: what the player has done stays. @param {string} content */
  alsoByFrame(content) {
    this.#said?.update(content);
  }

  /** The server has refused what the player has done. */
  takeBack() {
    const early = this.#early;
    const end = early?.refuse?.();
    early?.animator.skip();
    this.byFrame("");
    end?.();
  }
}

/**
 * The events that are still to be shown. An incantation is aimed already, but not yet cast.
 *
 * @param {GameEvent[]} events
 * @param {Early | null} early
 */
function left(events, early) {
  const known = early && early.event !== "cast" ? events.findIndex(({ type }) => type === early.event) : -1;
  return events.filter((_, index) => index !== known);
}

/** @param {HTMLElement} element */
const copyOf = (element) => /** @type {HTMLElement} */ (element.cloneNode(true));

/**
 * The zones as the server last described them. What it sends is put in its place by htmx; what it does not send is put back from
 * here: zones and pieces (a card of a hand, a creature, HP, mana) that ended as they had begun, such as a wound that healed in the
 * same turn, and the faces that it left out because the page has them.
 */
class Zones {
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
