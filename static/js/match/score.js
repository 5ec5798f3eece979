// A score: movements that need nothing of the page between them are handed to the browser at once, each with its delay, and
// the sounds and sentences that belong to them wait for their moments; so the page wakes at the beginning and at the end.

import { Progress } from "./progress.js";
import { sound } from "./sound_cues.js";
import { after } from "./timing.js";

/** @import { SoundName } from "../sound/sounds.js" */
/** @import { Box } from "./places.js" */
/** @import { Kind } from "./timing.js" */

const STANDING = "#table .creature, #table .held-fortress";

export class Score extends Progress {
  #ahead = 0;
  /** @type {Map<Element, Box>} */
  #boxes = new Map();
  /** @type {Promise<unknown> | null} */
  #opening = null; // until the first movement of the score is seen

  /** @param {number} beat the length of a beat in milliseconds; 0: nothing moves, the table only changes */
  constructor(beat) {
    super();
    this.beat = beat;
    this.over = beat === 0;
    /** @type {Map<{finish(): void}, number | undefined>} */
    this.running = new Map(); // with the milliseconds that an animation lasts without its stay
    /** @type {Map<Element, Box>} */
    this.arriving = new Map(); // what slides, and to where
  }

  /** By how many milliseconds what is written next comes after what is seen now. */
  get ahead() {
    return this.#ahead;
  }

  /** Finish everything at once; until `goOn` the events change the table without a movement. */
  skip() {
    this.over = true;
    for (const part of [...this.running.keys()]) part.finish();
  }

  /** Move again after a skip. */
  goOn() {
    this.over = this.beat === 0;
  }

  /** Let everything written from now on come so many beats later. @param {number} beats */
  advance(beats) {
    if (!this.over) this.#ahead += this.beat * beats;
  }

  /** Wait until all that is written is seen: before the page is changed, or read again. */
  async reach() {
    const ahead = this.#ahead;
    if (ahead && !this.over) await this.wait(ahead);
    this.#ahead = 0;
    this.#opening = null;
    this.forgetBoxes();
  }

  /**
   * Call something small when what is written next is seen.
   *
   * @param {() => void} call
   * @param {number} [ahead]
   * @param {Kind} [kind]
   */
  cue(call, ahead = this.#ahead, kind = "alone") {
    if (ahead && !this.over) this.wait(ahead, kind).then(call);
    else call();
  }

  /** Let a sound be heard when what is written next is seen. @param {SoundName} name @param {number} [raised] semitones */
  hear(name, raised) {
    this.cue(() => sound(name, raised));
  }

  /** This movement begins the score, if none has. @param {Animation} animation */
  open(animation) {
    this.#opening ??= animation.ready.catch(() => {}); // cancelled before its first frame
  }

  /**
   * The rectangle of an element, where it comes to rest; those of all pieces on the table are read at once, before a score
   * changes anything.
   *
   * @param {Element} element
   */
  box(element) {
    if (!this.#boxes.size && this.#opening === null)
      for (const piece of document.querySelectorAll(STANDING)) this.#boxes.set(piece, this.#read(piece));
    return this.#boxes.get(element) ?? this.#read(element);
  }

  /** @param {Element} element @returns {Box} */
  #read(element) {
    return this.arriving.get(element) ?? element.getBoundingClientRect();
  }

  /** Something has moved. */
  forgetBoxes() {
    this.#boxes.clear();
  }

  /** Wait for a number of beats. @param {number} [beats] */
  async pause(beats = 1) {
    this.advance(beats);
    await this.reach();
  }

  /** @param {number} milliseconds @param {Kind} [kind] of what follows */
  async wait(milliseconds, kind = "page") {
    const opening = this.#opening;
    await new Promise((resolve) => {
      const wait = { finish: () => resolve(this.running.delete(wait)) };
      this.running.set(wait, undefined);
      const begin = () => after(milliseconds, wait.finish, kind);
      if (opening) opening.then(begin);
      else begin();
    });
  }
}
