// What the viewer has pressed, kept until the server has answered it: sent again at a steady pace, and over each new connection.
// The server does each press once (app/base/live/presses.py). No element and no socket here: a test gives its own.

const AGAIN_MS = 1200;

/** @typedef {{ press: string, message: object, sent: number }} Kept `sent`: when it last went out, by `now` */

export class Outbox {
  #put;
  #now;
  #late;
  #name;
  #count = 0;
  /** @type {Kept[]} */
  #kept = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {(message: object) => boolean} put sends a message now; false where there is no connection
   * @param {object} [parts]
   * @param {string} [parts.name] of this page: no other has it
   * @param {() => void} [parts.late] something has no answer yet, and goes out again
   * @param {() => number} [parts.now] milliseconds
   */
  constructor(put, { name = randomName(), late = () => {}, now = () => performance.now() } = {}) {
    this.#put = put;
    this.#now = now;
    this.#name = name;
    this.#late = late;
  }

  /** Whether the server has not yet answered everything. */
  get isFull() {
    return this.#kept.length > 0;
  }

  /** Whether this press has no answer yet. @param {string} press */
  has(press) {
    return this.#kept.some((kept) => kept.press === press);
  }

  /** Send a message, and again until it is answered; returns the id of the press. @param {object} message */
  send(message) {
    this.#count += 1;
    const kept = { press: `${this.#name}-${this.#count}`, message, sent: 0 };
    this.#kept.push(kept);
    this.#putOut(kept);
    this.#plan();
    return kept.press;
  }

  /** There is a new connection: everything without an answer goes over it, in its order. */
  sendAll() {
    for (const kept of this.#kept) this.#putOut(kept);
    this.#plan();
  }

  /** The server has answered this press; returns how long that took since it last went out, or null if it is not known here. @param {string} press */
  answered(press) {
    const kept = this.#kept.find((each) => each.press === press);
    if (!kept) return null;
    this.#kept.splice(this.#kept.indexOf(kept), 1);
    this.#plan();
    return this.#now() - kept.sent;
  }

  /** @param {Kept} kept */
  #putOut(kept) {
    kept.sent = this.#now();
    this.#put({ ...kept.message, press: kept.press });
  }

  #plan() {
    clearTimeout(this.#timer);
    if (!this.isFull) return;
    const due = Math.min(...this.#kept.map(({ sent }) => sent)) + AGAIN_MS;
    this.#timer = setTimeout(() => this.#sendDue(), Math.max(0, due - this.#now()));
  }

  #sendDue() {
    const until = this.#now() - AGAIN_MS + 1;
    for (const kept of this.#kept) if (kept.sent <= until) this.#putOut(kept);
    this.#plan();
    this.#late();
  }
}

function randomName() {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join("");
}
