// The table as an animation sees it: where things are, and the few movements that every step is made of.
//
// Movements use the Web Animations API (no inline styles, so a strict policy allows them). Steps change the table's own
// elements as the events tell; the server's fragment, swapped in afterwards, is what counts.

const STONES = 18;

const fx = () => document.getElementById("fx");

function centre(rect) {
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

/** One run of animations: `beat` is the length of a beat in milliseconds, `faces` HTML of cards by key. */
export class Show {
  constructor(faces, beat) {
    this.faces = faces ?? {};
    this.beat = beat;
    this.over = false;
    this.running = new Set();
    this.kept = [];
    this.limbo = [];
    this.light = null;
    this.casting = null;
  }

  /** Finish everything at once; steps still to come are left out. */
  skip() {
    this.over = true;
    for (const animation of this.running) animation.finish();
  }

  /** Remove what the animations added. */
  clear() {
    for (const animation of this.kept) animation.cancel();
    fx().replaceChildren();
    for (const element of document.querySelectorAll("[data-fx]")) element.removeAttribute("data-fx");
  }

  row(seat, lane) {
    return document.querySelector(`#realm-${seat}-${lane} .realm-row`);
  }

  creatures(seat, lane) {
    return [...(this.row(seat, lane)?.querySelectorAll(":scope > .creature") ?? [])];
  }

  creature({ player, lane, index }) {
    return this.creatures(player, lane)[index] ?? null;
  }

  hand(seat) {
    return document.querySelector(`#hand-${seat} .hand-row`);
  }

  held(seat, place) {
    return this.hand(seat)?.querySelectorAll(":scope > .held")[place] ?? null;
  }

  fortress(seat) {
    return document.querySelector(`#hand-${seat} .held-fortress`);
  }

  champion(seat) {
    return document.querySelector(`#hand-${seat} .champion-seat .held`);
  }

  pile(seat) {
    return document.querySelector(`#hand-${seat} .pile`);
  }

  /** Animate and wait; after `skip` nothing moves any more. */
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

  /** Wait for a number of beats. */
  async pause(beats = 1) {
    await this.animate(fx(), [{ opacity: 1 }, { opacity: 1 }], { duration: this.beat * beats });
  }

  /** Call `change` and let every one of `elements` glide from where it was to where it is then. */
  async glide(elements, change, beats = 1, options = {}) {
    const before = new Map(elements.filter(Boolean).map((element) => [element, element.getBoundingClientRect()]));
    change();
    this.recount();
    await Promise.all(
      [...before].map(([element, from]) => this.glideFrom(element, from, beats, options)),
    );
  }

  /** Rows say how many pieces they hold, because that sets the size of their cards. */
  recount() {
    for (const realm of document.querySelectorAll("#table .realm")) {
      realm.dataset.count = realm.querySelectorAll(".creature").length;
    }
    for (const row of document.querySelectorAll("#table .hand-row")) {
      row.parentElement.dataset.count = row.children.length;
    }
  }

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
    await this.animate(element, frames, { duration: this.beat * beats, easing: "cubic-bezier(.3,.7,.3,1)", ...options });
  }

  /** A strike from one element towards another and back; resolves when it lands. */
  async lunge(element, target) {
    if (!element || !target) return;
    const [a, b] = [centre(element.getBoundingClientRect()), centre(target.getBoundingClientRect())];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const reach = Math.min(length * 0.6, 220);
    const [x, y] = [((b.x - a.x) / length) * reach, ((b.y - a.y) / length) * reach];
    const back = `${-x * 0.12}px ${-y * 0.12}px`;
    await this.animate(
      element,
      [{ translate: "0 0", zIndex: 40 }, { translate: back, zIndex: 40 }, { translate: `${x}px ${y}px`, zIndex: 40 }],
      { duration: this.beat * 1.1, easing: "cubic-bezier(.5,0,.9,.6)" },
    );
    // The way back runs beside what the strike does.
    this.animate(element, [{ translate: `${x}px ${y}px`, zIndex: 40 }, { translate: "0 0" }], { duration: this.beat * 1.2 });
  }

  /** A short tremble. */
  shake(element, size = 6) {
    const frames = [0, -1, 0.8, -0.6, 0.4, 0].map((n) => ({ translate: `${n * size}px ${n * size * -0.3}px` }));
    return this.animate(element, frames, { duration: this.beat * 1.4, easing: "linear" });
  }

  /** Something small that rises over an element and fades: a number or a symbol. */
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

  /** Put an element on the effects layer, its middle at a point of the window. */
  place(element, { x, y }) {
    element.style.left = `${x}px`;
    element.style.top = `${y}px`;
    fx().append(element);
  }

  /** A ring of light that spreads from an element. */
  ring(element, kind) {
    if (this.over || !element) return;
    const rect = element.getBoundingClientRect();
    const ring = document.createElement("span");
    ring.className = `ring ring-${kind}`;
    this.place(ring, centre(rect));
    const scale = Math.max(rect.width, rect.height) / 40;
    const frames = [{ scale: `${scale * 0.4}`, opacity: 0.9 }, { scale: `${scale * 1.3}`, opacity: 0 }];
    this.animate(ring, frames, { duration: this.beat * 2.4 }).then(() => ring.remove());
  }

  /** Stones that break off a falling fortress. */
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
        { translate: `${out * 0.6}px ${-up}px`, scale: `${size}`, opacity: 1, offset: 0.35, easing: "cubic-bezier(.5,0,.9,.5)" },
        { translate: `${out}px 150px`, scale: `${size}`, rotate: `${out * 3}deg`, opacity: 0 },
      ];
      this.animate(stone, frames, { duration: this.beat * (4 + Math.random() * 3) }).then(() => stone.remove());
    }
  }

  /** The table in shadow, for the moments that matter. */
  shade(beats) {
    if (this.over) return;
    const shade = document.createElement("span");
    shade.className = "shade";
    fx().prepend(shade);
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }];
    this.animate(shade, frames, { duration: this.beat * beats, easing: "ease" }).then(() => shade.remove());
  }

  /** The light that travels from one attacker to the next. */
  async shine(element) {
    if (this.over || !element) return;
    const to = centre(element.getBoundingClientRect());
    if (!this.light) {
      this.light = document.createElement("span");
      this.light.className = "travelling-light";
      this.place(this.light, to);
      await this.animate(this.light, [{ opacity: 0, scale: ".4" }, { opacity: 1, scale: "1" }], { duration: this.beat });
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
    if (light) this.animate(light, [{ opacity: 1 }, { opacity: 0 }], { duration: this.beat }).then(() => light.remove());
  }

  /** A sentence over the middle of the table. */
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

  /** A new element that shows a card's face (or a back, for an unknown one). */
  make(key, className) {
    const element = document.createElement("div");
    element.className = className;
    element.innerHTML = this.faces[key] ?? this.faces.back ?? "";
    return element;
  }

  /** Turn an element that shows a back (or an old face) to a face. */
  face(element, key) {
    if (this.faces[key]) element.innerHTML = this.faces[key];
  }

  /** Take an element off the table but leave it where it is seen, until it is known where it goes. */
  lift(element, keys) {
    const rect = element.getBoundingClientRect();
    element.remove();
    this.limbo.push({ keys: [...keys], element, rect });
    element.className = "lifted";
    element.style.width = `${rect.width}px`;
    this.place(element, centre(rect));
  }

  /** The lifted element that shows this card, and where it was. */
  lifted(key) {
    const index = this.limbo.findIndex((entry) => entry.keys.includes(key));
    if (index < 0) return null;
    const entry = this.limbo[index];
    entry.keys.splice(entry.keys.indexOf(key), 1);
    if (!entry.keys.length) {
      this.limbo.splice(index, 1);
      entry.element.remove();
    }
    return entry;
  }

  /** Show the health that a wounded creature has left. */
  health(element, left) {
    const shown = [...(element?.querySelectorAll(".card-health") ?? [])].at(-1);
    if (!shown) return;
    shown.textContent = left;
    shown.classList.add("hurt");
  }

  /** Show how much HP a fortress has. */
  hp(seat, value) {
    const shown = document.querySelectorAll(`[data-hp="${seat}"], #hand-${seat} .card-hp`);
    for (const number of shown) number.textContent = value;
  }
}
