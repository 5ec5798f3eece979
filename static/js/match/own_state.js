// What the viewer has of their own on the table, and no server knows: what is picked, folded out, laid out, looked at. It is
// noted before a frame changes the table, and holds again after it where it still makes sense.

import { all } from "../dom.js";
import * as inspect from "./inspect.js";
import * as play from "./play.js";
import * as spread from "./spread.js";

/**
 * By ids, because a frame may bring other elements: the card that is picked, the parts that are folded out, the hand that is laid
 * out.
 *
 * @typedef {{ picked: string, parts: string[], hand: string }} OwnState
 */

/** Note it, right before a frame: while events are shown, the viewer may lay a card back. @returns {OwnState} */
export function noted() {
  return {
    picked: play.pickedId(),
    parts: all("#table details[open]").map(({ id }) => id),
    hand: spread.shown(),
  };
}

/** Fold out and lay out what was. Behind a cover there is another player, who must not see what this one had. @param {OwnState} state */
export function restoreParts({ parts, hand }) {
  for (const id of parts) document.getElementById(id)?.setAttribute("open", "");
  const isCovered = document.getElementById("cover-title") !== null;
  spread.restore(isCovered ? "" : hand);
  if (isCovered) inspect.close();
  else inspect.refresh();
}

/** The card stays picked. @param {OwnState} state */
export function keepPicked({ picked }) {
  play.keepPicked(picked);
}
