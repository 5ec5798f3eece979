// The form of a match without a connection is the same for everybody: here it gets the name and the decks of whose browser it is.

import { all, byId } from "../dom.js";
import { ownKey } from "./kept.js";

/** @typedef {{ name: string, decks: Record<string, { name: string, cards: string }[]> }} Own */

/** @param {Own} own */
function fill({ name, decks }) {
  const field = byId("name", HTMLInputElement);
  field.value ||= name;
  for (const select of /** @type {HTMLSelectElement[]} */ (all("select[data-edition]"))) {
    const own = decks[select.dataset.edition ?? ""] ?? [];
    select.replaceChildren(...own.map((deck) => new Option(deck.name, deck.cards)));
  }
  const editions = Object.keys(decks).filter((edition) => decks[edition].length);
  const tile = document.querySelector('input[name="format"][value="constructed"]')?.closest("label");
  tile?.setAttribute("data-when", `mode=duel|hotseat|bot edition=${editions.join("|")}`);
}

try {
  const kept = localStorage.getItem(ownKey());
  if (kept && window.prefs.who()) fill(JSON.parse(kept));
} catch {
  // all storage may be refused
}
