// How far the telling of what happened has come: the events that follow, and what those before them have left on the table.

/** @import { Forward } from "./animator.js" */

/**
 * A card in a hand whose incantation is being cast; the incantation that is aimed, and at what.
 *
 * @typedef {{player: string, element: HTMLElement}} Casting
 * @typedef {{shown: HTMLElement, target: HTMLElement | null}} Spell
 */

export class Progress {
  /** @type {GameEvent[]} */
  #coming = []; // the events after the one that is being shown
  /** @type {HTMLElement | null} */
  #light = null;
  /** @type {Casting | null} */
  #casting = null;
  /** @type {GameEvents["attack"] | GameEvents["cast"] | null} */
  #blow = null;
  /** @type {Spell | null} */
  #spell = null;
  /** @type {Forward | null} */
  #forward = null;
  #from = "";
  #streak = 0;

  /** The fortress that has come forward. */
  get forward() {
    return this.#forward;
  }

  /** The light that travels over the table. */
  get light() {
    return this.#light;
  }

  /** The attack or incantation that the wounds come from. */
  get blow() {
    return this.#blow;
  }

  /** Whose creature was destroyed last. */
  get from() {
    return this.#from;
  }

  /** The number of creatures that have been destroyed. */
  get streak() {
    return this.#streak;
  }

  /** Whether an incantation is aimed. */
  get isAiming() {
    return this.#spell !== null;
  }

  /** These events are to be shown. @param {GameEvent[]} events */
  begin(events) {
    this.#coming = [...events];
  }

  /** Take the next event, if there is one. */
  next() {
    return this.#coming.shift();
  }

  /** A fortress comes forward, or is changed; null: it goes. @param {Forward | null} forward */
  bring(forward) {
    this.#forward = forward;
  }

  /** The light is here now; null: it goes out. @param {HTMLElement | null} light */
  shine(light) {
    this.#light = light;
  }

  /** The wounds that follow come from this. @param {GameEvents["attack"] | GameEvents["cast"]} blow */
  strikeBy(blow) {
    this.#blow = blow;
  }

  /**
   * An incantation is aimed; its card has not left the hand.
   *
   * @param {Spell} spell
   * @param {Casting | null} casting
   */
  aim(spell, casting) {
    [this.#spell, this.#casting] = [spell, casting];
  }

  /** Take the incantation that is aimed, if there is one. */
  takeSpell() {
    const spell = this.#spell;
    this.#spell = null;
    return spell;
  }

  /** Take the card of the incantation that this player has cast, if it is still in the hand. @param {string} player */
  takeCasting(player) {
    const casting = this.#casting;
    if (casting?.player !== player || !casting.element.isConnected) return null;
    this.#casting = null;
    return casting;
  }

  /** A creature of this player is destroyed. @param {string} player */
  countFall(player) {
    this.#from = player;
    this.#streak += 1;
  }

  /**
   * The next event, if it is of this type.
   *
   * @template {GameEvent["type"]} Type
   * @param {Type} type
   */
  upcoming(type) {
    const [next] = this.#coming;
    return next?.type === type ? /** @type {GameEvents[Type]} */ (next) : null;
  }

  /**
   * The next events, as long as they are of this type: what happens at once is shown, and measured, at once.
   *
   * @template {GameEvent["type"]} Type
   * @param {Type} type
   */
  alike(type) {
    const count = this.#coming.findIndex((event) => event.type !== type);
    return /** @type {GameEvents[Type][]} */ (this.#coming.slice(0, count < 0 ? undefined : count));
  }

  /**
   * Take them.
   *
   * @template {GameEvent["type"]} Type
   * @param {Type} type
   */
  takeAll(type) {
    const taken = this.alike(type);
    this.#coming.splice(0, taken.length);
    return taken;
  }
}
