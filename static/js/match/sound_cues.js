// Dispatches a "game-sound" event on the document for each sound, by name.

/** @import { SoundName } from "../sound/sounds.js" */

/** Announce a sound. @param {SoundName} name */
export function sound(name) {
  document.dispatchEvent(new CustomEvent("game-sound", { detail: { name } }));
}
