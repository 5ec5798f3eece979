// What happens on the table, for whoever makes it heard: a "game-sound" event on the document for each, by name.

/**
 * @typedef {"pick" | "land" | "lunge" | "wound" | "absorbed" | "crack" | "bastion-falls" | "mana" | "your-turn" | "win" | "loss"} SoundName
 */

/** Say that this is the moment for a sound. @param {SoundName} name */
export function sound(name) {
  document.dispatchEvent(new CustomEvent("game-sound", { detail: { name } }));
}
