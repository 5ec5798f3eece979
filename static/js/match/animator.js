// The movements that every animation is made of. They use the Web Animations API (no inline styles, so a strict policy
// allows them) and change nothing but transforms and opacity, which the browser animates without laying the page out.
//
// Animations change the table's own elements by the events; the server's fragment, swapped in afterwards, is what
// counts. A piece leaves its zone as a copy on the effects layer, because zones clip and overlap each other.

import { all, byId } from "../dom.js";
import { arc, cardBox, cardsOf, centre, offset, recount, rowsOf, sea } from "./places.js";
import { Score } from "./score.js";
import { endByTimer, isCovered, staying } from "./timing.js";

/** @import { Box, Point } from "./places.js" */
/** @import { Movement } from "./timing.js" */

/**
 * Shows one event on the table.
 *
 * @template {GameEvent["type"]} [Type=GameEvent["type"]]
 * @callback EventAnimation
 * @param {Animator} animator
 * @param {GameEvents[Type]} event
 * @returns {Promise<void>}
 */
/** A card on its way from the table: the keys of the cards that the element shows. @typedef {{keys: string[], element: HTMLElement, rect: Box}} Lifted */
/** Where something was, and where it is. @typedef {{element: Element, from: Box, to: Box}} Move */
/** A fortress that has come forward: where it stands, and how far it was pushed from there. @typedef {{seat: string, element: HTMLElement, hp: HTMLElement, rect: Box, pushed: number}} Forward */

const LANDING = "cubic-bezier(.3,.7,.3,1)";
/** What glides, by any animator: a second glide next to the first would run in the main thread. @type {WeakMap<Element, Animation>} */
const gliding = new WeakMap();

/** The layer over the table. */
export function effectsLayer() {
  return byId("fx", HTMLElement);
}

/** @param {Animation} animation */
function targetOf(animation) {
  return /** @type {KeyframeEffect} */ (animation.effect).target;
}

/** Animates the events of one frame. */
export class Animator extends Score {
  /**
   * @param {Faces} faces
   * @param {number} beat the length of a beat in milliseconds; 0: nothing moves, the table only changes
   */
  constructor(faces, beat) {
    super(beat);
    this.faces = faces;
    /** @type {WeakSet<object>} */
    this.adorning = new WeakSet(); // those that nothing waits for
    /** @type {Animation[]} */
    this.kept = [];
    /** @type {Map<Element, HTMLElement>} */
    this.copies = new Map(); // the copy on the effects layer of what is out of its place
    /** @type {Lifted[]} */
    this.offTable = []; // cards that were taken off the table, until it is known where they go
    /** @type {Box | null} */
    this.seaBox = null;
    /** @type {((ahead: number) => void)[]} */
    this.landings = []; // what is put in its place when the score has come to its end, with how long that was
  }

  /** Wait until all that is written is seen, and put in their places what has come there. */
  async reach() {
    const { ahead } = this;
    await super.reach();
    for (const land of this.landings.splice(0)) land(ahead);
    this.endRemoved();
  }

  /** End what moves something that has left the page: it would go on in each frame of the main thread. */
  endRemoved() {
    for (const part of this.running.keys())
      if (part instanceof Animation && !targetOf(part)?.isConnected) part.finish();
  }

  /** The rectangle of the sea, read once: it stays where it is while something is shown. */
  get sea() {
    this.seaBox ??= sea();
    return this.seaBox;
  }

  /** Remove what the animations added. */
  clear() {
    this.landings = [];
    for (const animation of this.kept) animation.cancel();
    for (const part of this.running.keys())
      if (part instanceof Animation && effectsLayer().contains(targetOf(part))) part.cancel(); // else it would go on without it
    effectsLayer().replaceChildren();
    for (const element of all("[data-fx]")) element.removeAttribute("data-fx");
  }

  /**
   * Animate from where the score has come to, and wait; after `skip` nothing moves any more.
   *
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @param {number} [rest] milliseconds for which the last keyframe stays
   * @param {boolean} [isLazy] whether nothing waits for the end
   */
  async animate(element, frames, options, rest = 0, isLazy = false) {
    if (this.over || !element) return;
    const timing = staying({ easing: "ease-out", ...options, delay: (options.delay ?? 0) + this.ahead });
    const animation = element.animate(frames, timing);
    this.open(animation);
    this.replace(element, frames);
    if (options.fill) this.kept.push(animation);
    endByTimer(animation, timing, rest, isLazy);
    if (isLazy) this.adorning.add(animation);
    await this.end(animation, timing.lasts);
  }

  /**
   * The same for what nothing waits for: it ends with the next change of the page.
   *
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @param {number} [rest]
   */
  adorn(element, frames, options, rest = 0) {
    return this.animate(element, frames, options, rest, true);
  }

  /**
   * An ended animation gives way to the next, one that nothing waits for and what is kept to the next of the same
   * properties: with two the main thread would move them.
   *
   * @param {Element} element
   * @param {Keyframe[]} frames
   */
  replace(element, frames) {
    for (const [old, lasts = Number.POSITIVE_INFINITY] of this.running) {
      const effect = old instanceof Animation ? /** @type {KeyframeEffect} */ (old.effect) : null;
      if (effect?.target !== element) continue;
      const isOver = Number(/** @type {Animation} */ (old).currentTime) >= lasts;
      if (isOver || (this.adorning.has(old) && isCovered(effect, frames))) old.finish();
    }
    this.kept = this.kept.filter((old) => {
      const effect = /** @type {KeyframeEffect} */ (old.effect);
      const isOver = effect.target === element && old.playState === "finished" && isCovered(effect, frames);
      if (isOver) old.cancel();
      return !isOver;
    });
  }

  /** Wait for the end of an animation. @param {Animation} animation @param {number} [lasts] */
  async end(animation, lasts) {
    this.running.set(animation, lasts);
    try {
      await animation.finished;
    } catch {
      // removed from the page meanwhile, or something else moves it now
    } finally {
      this.running.delete(animation);
    }
  }

  /**
   * Call `change` and let every one of `elements` glide from where it was to where it is then.
   *
   * @param {Element[]} elements
   * @param {() => void} change
   * @param {number} [beats]
   * @param {boolean} [isLazy] whether nothing waits for the end
   */
  async glide(elements, change, beats = 1, isLazy = false) {
    await this.slide(this.move(elements, change), beats, isLazy);
  }

  /**
   * Call `change`; return where each of `elements` was before and is after. All boxes are read before anything is
   * written, and once more after: whatever belongs to the change must be in it. Nothing is read where nothing moves.
   *
   * @param {Element[]} elements
   * @param {() => void} change
   * @returns {Move[]}
   */
  move(elements, change) {
    const rows = rowsOf(elements);
    const boxes = () => (this.over ? [] : elements.map((element) => element.getBoundingClientRect()));
    const before = boxes();
    if (!this.over) for (const element of elements) gliding.get(element)?.cancel();
    change();
    this.forgetBoxes();
    recount(new Set([...rows, ...rowsOf(elements)]));
    return boxes().map((to, index) => ({ element: elements[index], from: before[index], to }));
  }

  /**
   * @param {Move[]} moves
   * @param {number} [beats]
   * @param {boolean} [isLazy] whether nothing waits for the end
   */
  async slide(moves, beats = 1, isLazy = false) {
    await Promise.all(moves.map((move) => this.slideOne(move, beats, isLazy)));
  }

  /**
   * @param {Move} move
   * @param {number} beats
   * @param {boolean} isLazy
   */
  async slideOne({ element, from, to }, beats, isLazy) {
    const start = offset(from, to);
    if (!start || this.over || !element.isConnected) return;
    // Two animations of one property run in the main thread, and a card that lands changes its scale.
    const isScaled = Math.abs(start.scale - 1) >= 0.02;
    const frames = [
      { translate: `${start.x}px ${start.y}px`, ...(isScaled && { scale: `${start.scale}` }) },
      { translate: "0 0", ...(isScaled && { scale: "1" }) },
    ];
    const timing = staying({ duration: this.beat * beats, easing: LANDING, delay: this.ahead });
    const animation = element.animate(frames, timing);
    this.open(animation);
    gliding.set(element, animation);
    this.replace(element, frames);
    endByTimer(animation, timing, 0, isLazy);
    this.arriving.set(element, to);
    await this.end(animation, timing.lasts);
    if (this.arriving.get(element) === to) this.arriving.delete(element);
  }

  /**
   * Let something on the effects layer fly to where it is from somewhere else, in an arc if it is far.
   *
   * @param {Element} element
   * @param {Box} from
   * @param {number} [beats]
   * @param {Box} [to] where it is
   * @param {boolean} [isLazy] whether nothing waits for its end
   */
  async flyFrom(element, from, beats = 1, to = element.getBoundingClientRect(), isLazy = false) {
    const way = this.wayFrom(from, to, beats);
    if (way) await this.animate(element, way.frames, this.flight(beats), 0, isLazy);
  }

  /** The movement of that flight, if there is one. @param {Box} from @param {Box} to @param {number} [beats] @returns {Movement | null} */
  wayFrom(from, to, beats = 1) {
    const start = offset(from, to);
    return start && { frames: arc(start, { x: 0, y: 0, scale: 1 }), ...this.flight(beats) };
  }

  /**
   * The same from where it is, for good.
   *
   * @param {Element} element
   * @param {Box} to
   * @param {number} [beats]
   * @param {Box} [from] where it is
   * @param {boolean} [isLazy] whether nothing waits for its end
   */
  async flyTo(element, to, beats = 1, from = element.getBoundingClientRect(), isLazy = false) {
    const end = offset(to, from);
    const options = { ...this.flight(beats), fill: /** @type {const} */ ("forwards") };
    if (end) await this.animate(element, arc({ x: 0, y: 0, scale: 1 }, end), options, 0, isLazy);
  }

  /** @param {number} beats */
  flight(beats) {
    return { duration: this.beat * beats, easing: LANDING };
  }

  /**
   * A copy of an element's card on the effects layer, over the element, which is not seen until `bringBack`.
   *
   * @param {HTMLElement} element
   * @param {Box} [rect]
   */
  copyOf(element, rect = cardBox(element.getBoundingClientRect())) {
    this.copies.get(element)?.remove();
    this.endRemoved();
    const copy = document.createElement("div");
    copy.className = "lifted";
    copy.append(...cardsOf(element));
    copy.style.width = `${rect.width}px`;
    this.place(copy, centre(rect));
    element.setAttribute("data-fx", "gone");
    this.standFor(element, copy);
    return copy;
  }

  /**
   * From now on this is the copy of an element, which `bringBack` takes away.
   *
   * @param {HTMLElement} element
   * @param {HTMLElement} copy
   */
  standFor(element, copy) {
    this.copies.set(element, copy);
  }

  /**
   * Take a copy away again and show what it was made of, unless that has got another copy by now.
   *
   * @param {HTMLElement} element
   * @param {HTMLElement} copy
   */
  bringBack(element, copy) {
    copy.remove();
    if (this.copies.get(element) !== copy) return;
    this.copies.delete(element);
    element.removeAttribute("data-fx");
  }

  /**
   * Put an element on the effects layer, its middle at a point of the window.
   *
   * @param {HTMLElement} element
   * @param {Point} point
   */
  place(element, { x, y }) {
    element.style.left = `${x}px`;
    element.style.top = `${y}px`;
    effectsLayer().append(element);
  }

  /**
   * A short tremble.
   *
   * @param {Element | null | undefined} element
   * @param {number} [size] pixels
   * @param {number} [beats]
   * @param {boolean} [isLazy] whether nothing waits for its end
   */
  shake(element, size = 6, beats = 1.4, isLazy = true) {
    const frames = [0, -1, 0.8, -0.6, 0.4, 0].map((n) => ({ translate: `${n * size}px ${n * size * -0.3}px` }));
    return this.animate(element, frames, { duration: this.beat * beats, easing: "linear" }, 0, isLazy);
  }

  /**
   * A new element that shows a card's face (or a back, for an unknown one).
   *
   * @param {string} key
   * @param {string} className
   */
  make(key, className) {
    const element = document.createElement("div");
    element.className = className;
    element.innerHTML = this.faces[key] ?? this.faces.back ?? "";
    return element;
  }

  /**
   * Turn an element that shows a back (or an old face) to a face.
   *
   * @param {Element | null | undefined} element
   * @param {string} key
   */
  face(element, key) {
    if (!element || !this.faces[key]) return;
    element.classList.remove("held-hidden", "card", "card-back");
    element.innerHTML = this.faces[key];
  }

  /**
   * Take an element off the table but leave it where it is seen, until it is known where it goes.
   *
   * @param {HTMLElement} element
   * @param {string[]} keys
   */
  lift(element, keys) {
    const rect = cardBox(element.getBoundingClientRect());
    this.copies.get(element)?.remove();
    this.copies.delete(element);
    // Only what it shows: a button would bring its own box.
    const shown = document.createElement("div");
    shown.className = "lifted fallen";
    shown.append(...element.childNodes);
    shown.style.width = `${rect.width}px`;
    element.remove();
    this.offTable.push({ keys: [...keys], element: shown, rect });
    this.place(shown, centre(rect));
    this.endRemoved();
  }

  /**
   * A card that was lifted is about to continue: what shows it on the effects layer (for the caller to take away), and where.
   *
   * @param {string} key
   */
  release(key) {
    const index = this.offTable.findIndex((entry) => entry.keys.includes(key));
    if (index < 0) return null;
    const { keys, rect, element } = this.offTable[index];
    keys.splice(keys.indexOf(key), 1);
    if (!keys.length) {
      this.offTable.splice(index, 1);
      return { rect, element };
    }
    const alone = this.make(key, "lifted fallen"); // the other card of a pair goes its own way
    alone.style.width = `${rect.width}px`;
    this.place(alone, centre(rect));
    return { rect, element: alone };
  }
}
