// The table as an animation sees it: where things are, and the few movements that every animation is made of.
//
// Movements use the Web Animations API (no inline styles, so a strict policy allows them). Animations change the table's
// own elements as the events tell; the server's fragment, swapped in afterwards, is what counts.

import { all, byId } from "../dom.js";

const STONES = 18;

/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/** @typedef {{x: number, y: number}} Point */
/** Shows one event on the table. @callback EventAnimation @param {Animator} animator @param {GameEvent} event @returns {Promise<void>} */
/** A card on its way from the table: the keys of the cards that the element shows. @typedef {{keys: string[], element: HTMLElement, rect: Box}} Lifted */

const fx = () => byId("fx", HTMLElement);

/** @param {Box} rect */
function centre(rect) {
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

/** The first element that matches, or null. @param {string} selector */
function one(selector) {
  return all(selector)[0] ?? null;
}

/** Animates the events of one frame. */
export class Animator {
  /**
   * @param {Faces} faces
   * @param {number} beat the length of a beat in milliseconds
   */
  constructor(faces, beat) {
    this.faces = faces;
    this.beat = beat;
    this.over = false;
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Animation[]} */
    this.kept = [];
    /** @type {Lifted[]} */
    this.offTable = []; // cards that were taken off the table, until it is known where they go
    /** @type {HTMLElement | null} */
    this.light = null;
    /** @type {{player: string, element: HTMLElement} | null} */
    this.casting = null;
  }

  /** Finish everything at once; animations still to come are left out. */
  skip() {
    this.over = true;
    for (const animation of this.running) animation.finish();
  }

  /** Remove what the animations added. */
  clear() {
    for (const animation of this.kept) animation.cancel();
    fx().replaceChildren();
    for (const element of all("[data-fx]")) element.removeAttribute("data-fx");
  }

  /**
   * @param {string} seat
   * @param {string} lane
   */
  row(seat, lane) {
    return one(`#realm-${seat}-${lane} .realm-row`);
  }

  /**
   * @param {string} seat
   * @param {string} lane
   */
  creatures(seat, lane) {
    const row = this.row(seat, lane);
    return row ? all(":scope > .creature", row) : [];
  }

  /** @param {CreaturePlace} place */
  creature({ player, lane, index }) {
    return this.creatures(player, lane)[index] ?? null;
  }

  /** @param {string} seat */
  hand(seat) {
    return one(`#hand-${seat} .hand-row`);
  }

  /**
   * @param {string} seat
   * @param {number} place
   */
  held(seat, place) {
    const row = this.hand(seat);
    return row ? (all(":scope > .held", row)[place] ?? null) : null;
  }

  /** @param {string} seat */
  fortress(seat) {
    return one(`#hand-${seat} .held-fortress`);
  }

  /** @param {string} seat */
  champion(seat) {
    return one(`#hand-${seat} .champion-seat .held`);
  }

  /** @param {string} seat */
  pile(seat) {
    return one(`#hand-${seat} .pile`);
  }

  /**
   * Animate and wait; after `skip` nothing moves any more.
   *
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   */
  async animate(element, frames, options) {
    if (this.over || !element) return;
    const animation = element.animate(frames, { easing: "ease-out", ...options });
    this.running.add(animation);
    if (options.fill) this.kept.push(animation);
    try {
      await animation.finished;
    } catch {
      // removed from the page meanwhile
    } finally {
      this.running.delete(animation);
    }
  }

  /** Wait for a number of beats. @param {number} [beats] */
  async pause(beats = 1) {
    await this.animate(fx(), [{ opacity: 1 }, { opacity: 1 }], { duration: this.beat * beats });
  }

  /**
   * Call `change` and let every one of `elements` glide from where it was to where it is then.
   *
   * @param {Element[]} elements
   * @param {() => void} change
   * @param {number} [beats]
   * @param {KeyframeAnimationOptions} [options]
   */
  async glide(elements, change, beats = 1, options = {}) {
    const before = new Map(elements.map((element) => [element, element.getBoundingClientRect()]));
    change();
    this.recount();
    await Promise.all([...before].map(([element, from]) => this.glideFrom(element, from, beats, options)));
  }

  /** Rows say how many pieces they hold, because that sets the size of their cards. */
  recount() {
    for (const realm of all("#table .realm")) {
      realm.dataset.count = String(realm.querySelectorAll(".creature").length);
    }
    for (const row of all("#table .hand-row")) {
      if (row.parentElement) row.parentElement.dataset.count = String(row.children.length);
    }
  }

  /**
   * @param {Element} element
   * @param {Box} from
   * @param {number} [beats]
   * @param {KeyframeAnimationOptions} [options]
   */
  async glideFrom(element, from, beats = 1, options = {}) {
    if (!element.isConnected || !from.width) return;
    const to = element.getBoundingClientRect();
    if (!to.width) return;
    const [a, b] = [centre(from), centre(to)];
    const [dx, dy, scale] = [a.x - b.x, a.y - b.y, from.width / to.width];
    if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.02) return;
    const arc = Math.hypot(dx, dy) > 120 ? -24 : 0;
    const frames = [
      { translate: `${dx}px ${dy}px`, scale: `${scale}`, zIndex: 30 },
      { translate: `${dx / 2}px ${dy / 2 + arc}px`, scale: `${(scale + 1) / 2}`, zIndex: 30 },
      { translate: "0 0", scale: "1", zIndex: 30 },
    ];
    await this.animate(element, frames, {
      duration: this.beat * beats,
      easing: "cubic-bezier(.3,.7,.3,1)",
      ...options,
    });
  }

  /**
   * A strike from one element towards another and back; resolves when it lands.
   *
   * @param {Element | null | undefined} element
   * @param {Element | null | undefined} target
   */
  async lunge(element, target) {
    if (!element || !target) return;
    const [a, b] = [centre(element.getBoundingClientRect()), centre(target.getBoundingClientRect())];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const reach = Math.min(length * 0.6, 220);
    const [x, y] = [((b.x - a.x) / length) * reach, ((b.y - a.y) / length) * reach];
    const back = `${-x * 0.12}px ${-y * 0.12}px`;
    await this.animate(
      element,
      [
        { translate: "0 0", zIndex: 40 },
        { translate: back, zIndex: 40 },
        { translate: `${x}px ${y}px`, zIndex: 40 },
      ],
      { duration: this.beat * 1.1, easing: "cubic-bezier(.5,0,.9,.6)" },
    );
    // The way back runs beside what the strike does.
    this.animate(element, [{ translate: `${x}px ${y}px`, zIndex: 40 }, { translate: "0 0" }], {
      duration: this.beat * 1.2,
    });
  }

  /**
   * A short tremble.
   *
   * @param {Element | null | undefined} element
   * @param {number} [size]
   */
  shake(element, size = 6) {
    const frames = [0, -1, 0.8, -0.6, 0.4, 0].map((n) => ({ translate: `${n * size}px ${n * size * -0.3}px` }));
    return this.animate(element, frames, { duration: this.beat * 1.4, easing: "linear" });
  }

  /**
   * Something small that rises over an element and fades: a number or a symbol.
   *
   * @param {Element | null | undefined} element
   * @param {string} text
   * @param {string} kind
   */
  float(element, text, kind) {
    if (this.over || !element) return;
    const at = centre(element.getBoundingClientRect());
    const mark = document.createElement("span");
    mark.className = `float float-${kind}`;
    mark.textContent = text;
    this.place(mark, at);
    const frames = [
      { opacity: 0, translate: "0 6px", scale: ".6" },
      { opacity: 1, translate: "0 -10px", scale: "1.25", offset: 0.2 },
      { opacity: 1, translate: "0 -18px", scale: "1", offset: 0.65 },
      { opacity: 0, translate: "0 -44px", scale: ".9" },
    ];
    this.animate(mark, frames, { duration: Math.max(700, this.beat * 4) }).then(() => mark.remove());
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
    fx().append(element);
  }

  /**
   * A ring of light that spreads from an element.
   *
   * @param {Element | null | undefined} element
   * @param {string} kind
   */
  ring(element, kind) {
    if (this.over || !element) return;
    const rect = element.getBoundingClientRect();
    const ring = document.createElement("span");
    ring.className = `ring ring-${kind}`;
    this.place(ring, centre(rect));
    const scale = Math.max(rect.width, rect.height) / 40;
    const frames = [
      { scale: `${scale * 0.4}`, opacity: 0.9 },
      { scale: `${scale * 1.3}`, opacity: 0 },
    ];
    this.animate(ring, frames, { duration: this.beat * 2.4 }).then(() => ring.remove());
  }

  /** Stones that break off a falling fortress. @param {Element | null | undefined} element */
  debris(element) {
    if (this.over || !element) return;
    const rect = element.getBoundingClientRect();
    for (let n = 0; n < STONES; n += 1) {
      const stone = document.createElement("span");
      stone.className = "stone";
      this.place(stone, { x: rect.left + rect.width * Math.random(), y: rect.top + rect.height * 0.7 * Math.random() });
      const [out, up, size] = [(Math.random() - 0.5) * 180, 30 + Math.random() * 70, 0.5 + Math.random()];
      const frames = [
        { translate: "0 0", scale: `${size}`, opacity: 1, easing: "cubic-bezier(.2,.6,.5,1)" },
        {
          translate: `${out * 0.6}px ${-up}px`,
          scale: `${size}`,
          opacity: 1,
          offset: 0.35,
          easing: "cubic-bezier(.5,0,.9,.5)",
        },
        { translate: `${out}px 150px`, scale: `${size}`, rotate: `${out * 3}deg`, opacity: 0 },
      ];
      this.animate(stone, frames, { duration: this.beat * (4 + Math.random() * 3) }).then(() => stone.remove());
    }
  }

  /** The table in shadow, for the moments that matter. @param {number} beats */
  shade(beats) {
    if (this.over) return;
    const shade = document.createElement("span");
    shade.className = "shade";
    fx().prepend(shade);
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }];
    this.animate(shade, frames, { duration: this.beat * beats, easing: "ease" }).then(() => shade.remove());
  }

  /** The light that travels from one attacker to the next. @param {Element | null | undefined} element */
  async shine(element) {
    if (this.over || !element) return;
    const to = centre(element.getBoundingClientRect());
    if (!this.light) {
      this.light = document.createElement("span");
      this.light.className = "travelling-light";
      this.place(this.light, to);
      await this.animate(
        this.light,
        [
          { opacity: 0, scale: ".4" },
          { opacity: 1, scale: "1" },
        ],
        { duration: this.beat },
      );
      return;
    }
    const from = { x: parseFloat(this.light.style.left), y: parseFloat(this.light.style.top) };
    this.place(this.light, to);
    const start = `${from.x - to.x}px ${from.y - to.y}px`;
    await this.animate(this.light, [{ translate: start }, { translate: "0 0" }], { duration: this.beat });
  }

  dim() {
    const light = this.light;
    this.light = null;
    if (light)
      this.animate(light, [{ opacity: 1 }, { opacity: 0 }], { duration: this.beat }).then(() => light.remove());
  }

  /**
   * A sentence over the middle of the table.
   *
   * @param {string} text
   * @param {string} kind
   * @param {number} beats
   */
  async banner(text, kind, beats) {
    if (this.over || !text) return;
    const banner = document.createElement("p");
    banner.className = `banner banner-${kind}`;
    banner.textContent = text;
    const table = document.getElementById("table")?.getBoundingClientRect();
    if (table) {
      banner.style.left = `${table.left}px`;
      banner.style.width = `${table.width}px`;
    }
    fx().append(banner);
    const frames = [
      { opacity: 0, scale: ".92" },
      { opacity: 1, scale: "1", offset: 0.18 },
      { opacity: 1, scale: "1", offset: 0.78 },
      { opacity: 0, scale: "1.02" },
    ];
    await this.animate(banner, frames, { duration: this.beat * beats, easing: "ease" });
    banner.remove();
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
    if (element && this.faces[key]) element.innerHTML = this.faces[key];
  }

  /**
   * Take an element off the table but leave it where it is seen, until it is known where it goes.
   *
   * @param {HTMLElement} element
   * @param {string[]} keys
   */
  lift(element, keys) {
    const rect = element.getBoundingClientRect();
    // Only what it shows: a button would bring its own box.
    const shown = document.createElement("div");
    shown.className = "lifted";
    shown.append(...element.childNodes);
    shown.style.width = `${rect.width}px`;
    element.remove();
    this.offTable.push({ keys: [...keys], element: shown, rect });
    this.place(shown, centre(rect));
  }

  /** The lifted element that shows this card, and where it was. @param {string} key */
  lifted(key) {
    const index = this.offTable.findIndex((entry) => entry.keys.includes(key));
    if (index < 0) return null;
    const entry = this.offTable[index];
    entry.keys.splice(entry.keys.indexOf(key), 1);
    if (!entry.keys.length) {
      this.offTable.splice(index, 1);
      entry.element.remove();
    }
    return entry;
  }

  /**
   * Show the health that a wounded creature has left.
   *
   * @param {Element | null | undefined} element
   * @param {number} left
   */
  health(element, left) {
    const shown = [...(element?.querySelectorAll(".card-health") ?? [])].at(-1);
    if (!shown) return;
    shown.textContent = String(left);
    shown.classList.add("hurt");
  }

  /**
   * Show how much HP a fortress has.
   *
   * @param {string} seat
   * @param {number} value
   */
  hp(seat, value) {
    const shown = document.querySelectorAll(`[data-hp="${seat}"], #hand-${seat} .card-hp`);
    for (const number of shown) number.textContent = String(value);
  }
}
