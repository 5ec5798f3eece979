// Dispatches a "game-sound" event on the document for each sound, by name and how many semitones higher than usual.

/** @import { SoundName } from "../sound/sounds.js" */

/**
 * Announce a sound.
 *
 * @param {SoundName} name
 * @param {number} [raised] semitones
 */
export function sound(name, raised = 0) {
  document.dispatchEvent(new CustomEvent("game-sound", { detail: { name, raised } }));
}
