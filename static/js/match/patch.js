// An animation changes the table while it plays: cards move, numbers fall. Zones that the server then sends are put in
// its place by their swap; those that ended as they had begun (a wound that healed in the same turn) are not sent, and
// are put right here.

import { all } from "../dom.js";
import { countLanes } from "./lane_room.js";

const ZONES = "#table .bar, #table .hand, #table .realm";

/** Return copies of the table's zones as they are now, by id, without those that `content` brings. @param {string} [content] */
export function snapshot(content = "") {
  const zones = all(ZONES).filter(({ id }) => !content.includes(` id="${id}"`));
  return new Map(zones.map((zone) => [zone.id, zone.cloneNode(true)]));
}

/**
 * Put back what an animation has changed and `content`, the HTML that comes next, does not bring.
 *
 * @param {Map<string, Node>} before
 * @param {string} content
 */
export function patchZones(before, content) {
  for (const [id, zone] of before) {
    const shown = document.getElementById(id);
    if (shown && !content.includes(` id="${id}"`) && !shown.isEqualNode(zone)) shown.replaceWith(zone);
  }
  countLanes();
}
