// What happens on the table, for whoever makes it heard: a "game-sound" event on the document for each, by name.

/** @import { SoundName } from "../sound/sounds.js" */

/** Say that this is the moment for a sound. @param {SoundName} name */
export function sound(name) {
  document.dispatchEvent(new CustomEvent("game-sound", { detail: { name } }));
}
