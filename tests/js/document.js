// A small document for tests: elements read from HTML, found by simple selectors, copied, compared and replaced as in a browser.

import "./platform.js";

const TAG = /<(\/?)([a-z]+)((?:\s[^>]*)?)>|([^<]+)/g;
const ATTRIBUTE = /([\w-]+)(?:="([^"]*)")?/g;
const SIMPLE = /:(is|not)\(([^)]*)\)|(:[\w-]+)|([#.]?)((?:\\:|[\w-])+)|\[([\w-]+)(?:="?([^\]"]*)"?)?\]/g;
const COMMA = /, (?![^(]*\))/; // between selectors

/** @typedef {Element | string} Child */

/** The declarations of an element: own properties as in its attribute, so that two can be compared. */
class Style {
  /** @param {string} name @param {string} value */
  setProperty(name, value) {
    Object.assign(this, { [name]: value });
  }
  /** @param {string} name */
  getPropertyValue(name) {
    return Object.entries(this).find(([key]) => key === name)?.[1] ?? "";
  }
}

export class Element extends EventTarget {
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {Child[]} */
  childNodes = [];
  /** @type {Element | null} */
  parentElement = null;

  /** @param {string} tag */
  constructor(tag) {
    super();
    this.tag = tag;
    this.dataset = new Proxy(/** @type {Record<string, string | undefined>} */ ({}), {
      get: (_, name) => this.attributes.get(dataName(name)),
      set: (_, name, value) => Boolean(this.attributes.set(dataName(name), String(value))),
      deleteProperty: (_, name) => this.attributes.delete(dataName(name)) || true,
      ownKeys: () => [...this.attributes.keys()].flatMap(ownName),
      getOwnPropertyDescriptor: (_, name) => ({
        value: this.attributes.get(dataName(name)),
        configurable: true,
        enumerable: true,
      }),
    });
  }

  style = /** @type {Style & Record<string, any>} */ (new Style());
  /** Where it is on the page. */
  box = { left: 0, top: 0, width: 0, height: 0 };
  hidden = false;
  focus() {}

  get classList() {
    const names = () => new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
    const write = (/** @type {Set<string>} */ set) => this.setAttribute("class", [...set].join(" "));
    return {
      contains: (/** @type {string} */ name) => names().has(name),
      add: (/** @type {string} */ name) => write(names().add(name)),
      remove: (/** @type {string} */ name) => write(new Set([...names()].filter((each) => each !== name))),
    };
  }
  get className() {
    return this.getAttribute("class") ?? "";
  }
  set className(names) {
    this.setAttribute("class", names);
  }
  /** @returns {object[]} */
  getClientRects() {
    return [this.box];
  }
  getBoundingClientRect() {
    const { left, top, width, height } = this.box;
    return { ...this.box, right: left + width, bottom: top + height };
  }

  get id() {
    return this.attributes.get("id") ?? "";
  }
  get children() {
    return this.childNodes.filter((child) => child instanceof Element);
  }
  get content() {
    return this; // of a template
  }
  get childElementCount() {
    return this.children.length;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  /** @returns {Element | null} */
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  get href() {
    return this.getAttribute("href") ?? "";
  }
  set href(address) {
    this.setAttribute("href", address);
  }
  /** @returns {string} */
  get textContent() {
    return this.childNodes.map((child) => (child instanceof Element ? child.textContent : child)).join("");
  }
  set textContent(text) {
    this.childNodes = [text];
  }
  get innerHTML() {
    return this.childNodes.map(String).join("");
  }
  set innerHTML(html) {
    this.replaceChildren();
    read(html, this);
  }

  /** @param {"beforeend"} _ @param {string} html */
  insertAdjacentHTML(_, html) {
    read(html, this);
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }
  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  /** @param {string} name @param {boolean} isThere */
  toggleAttribute(name, isThere) {
    if (isThere) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }
  /** @param {string} selectors */
  matches(selectors) {
    return selectors.split(COMMA).some((selector) => matchesOne(this, selector.split(/ (?:> )?(?![^(]*\))/)));
  }
  /** @param {string} selectors @returns {Element | null} */
  closest(selectors) {
    return this.matches(selectors) ? this : (this.parentElement?.closest(selectors) ?? null);
  }
  /** @param {string} selectors @returns {Element[]} */
  querySelectorAll(selectors) {
    if (selectors.startsWith(":scope > ")) return this.children.filter((child) => child.matches(selectors.slice(9)));
    return this.children.flatMap((child) => [
      ...(child.matches(selectors) ? [child] : []),
      ...child.querySelectorAll(selectors),
    ]);
  }
  /** @param {string} selectors */
  querySelector(selectors) {
    return this.querySelectorAll(selectors)[0] ?? null;
  }
  /** @param {string} name */
  getElementsByClassName(name) {
    return this.querySelectorAll(`.${name}`);
  }
  /** @param {Child[]} added */
  append(...added) {
    for (const child of added) {
      if (child instanceof Element) {
        child.remove();
        child.parentElement = this;
      }
      this.childNodes.push(child);
    }
  }
  hasChildNodes() {
    return this.childNodes.length > 0;
  }
  /** @param {Child[]} others */
  replaceChildren(...others) {
    for (const child of this.children) child.remove();
    this.childNodes = [];
    this.append(...others);
  }
  /** @param {Element} other */
  before(other) {
    this.#insert(other, 0);
  }
  /** @param {Element} other */
  after(other) {
    this.#insert(other, 1);
  }
  /** @param {Element} other @param {number} offset */
  #insert(other, offset) {
    const parent = this.parentElement;
    other.remove();
    parent?.childNodes.splice(parent.childNodes.indexOf(this) + offset, 0, other);
    other.parentElement = parent;
  }
  /** @param {Element | null} other @returns {boolean} */
  contains(other) {
    return other === this || (other !== null && this.contains(other.parentElement));
  }
  /** @param {Element} other */
  replaceWith(other) {
    const parent = this.parentElement;
    if (!parent || other === this) return;
    other.remove();
    parent.childNodes[parent.childNodes.indexOf(this)] = other;
    other.parentElement = parent;
    this.parentElement = null;
  }
  remove() {
    const around = this.parentElement;
    if (around) around.childNodes = around.childNodes.filter((child) => child !== this);
    this.parentElement = null;
  }
  cloneNode(isDeep = false) {
    const copy = new Element(this.tag);
    copy.attributes = new Map(this.attributes);
    if (isDeep)
      copy.append(...this.childNodes.map((child) => (child instanceof Element ? child.cloneNode(true) : child)));
    return copy;
  }
  /** @param {Element} other */
  isEqualNode(other) {
    return String(this) === String(other);
  }
  toString() {
    const attributes = [...this.attributes].sort().map(([name, value]) => ` ${name}="${value}"`);
    return `<${this.tag}${attributes.join("")}>${this.innerHTML}</${this.tag}>`;
  }
}

/** @param {string | symbol} name */
function dataName(name) {
  return `data-${String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The name in a dataset that an attribute has, if it has one. @param {string} attribute */
function ownName(attribute) {
  const [, name] = attribute.match(/^data-(.*)/) ?? [];
  return name === undefined ? [] : [name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())];
}

/** @param {string} html @param {Element} root */
function read(html, root) {
  let parent = root;
  for (const [, end, tag, attributes, text] of html.matchAll(TAG)) {
    if (text !== undefined) {
      if (text.trim()) parent.append(text.trim());
    } else if (end) parent = /** @type {Element} */ (parent.parentElement);
    else {
      const child = new Element(tag);
      for (const [, name, value = ""] of attributes.matchAll(ATTRIBUTE)) child.setAttribute(name, value);
      parent.append(child);
      parent = child;
    }
  }
}

/** @param {Element} element @param {string[]} path compounds from the outermost to its own @returns {boolean} */
function matchesOne(element, path) {
  if (!matchesCompound(element, path.at(-1) ?? "")) return false;
  const outer = path.slice(0, -1);
  if (!outer.length) return true;
  for (let around = element.parentElement; around; around = around.parentElement)
    if (matchesOne(around, outer)) return true;
  return false;
}

/** @param {Element} element @param {string} compound */
function matchesCompound(element, compound) {
  return [...compound.matchAll(SIMPLE)].every(([, kind, inner, state, sign, name, attribute, value]) => {
    if (kind) return element.matches(inner) === (kind === "is");
    if (state === ":first-child") return element.parentElement?.children[0] === element;
    if (state) return false; // what only a browser knows
    if (attribute)
      return (
        element.attributes.has(attribute) &&
        (value ?? element.getAttribute(attribute)) === element.getAttribute(attribute)
      );
    if (sign === "#") return element.id === name;
    if (sign === ".") return element.className.split(" ").includes(name.replace("\\", ""));
    return element.tag === name;
  });
}

/** The whole document. */
export const root = new Element("html");
const page = new EventTarget();
Object.assign(globalThis, {
  Element,
  HTMLElement: Element,
  addEventListener: page.addEventListener.bind(page),
  dispatchEvent: page.dispatchEvent.bind(page),
  setInterval: () => 0,
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
});
Object.assign(document, {
  documentElement: root,
  cookie: "",
  hidden: false,
  querySelector: (/** @type {string} */ selectors) => root.querySelector(selectors),
  querySelectorAll: (/** @type {string} */ selectors) => root.querySelectorAll(selectors),
  getElementById: (/** @type {string} */ id) => root.querySelector(`[id="${id}"]`),
  createElement: (/** @type {string} */ tag) => new Element(tag),
});

/** The whole document is this. @param {string} html */
export function shows(html) {
  root.innerHTML = html;
}

/** The element with this id. @param {string} id */
export function byId(id) {
  const found = root.querySelector(`[id="${id}"]`);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

/** Swap in, as htmx does by ids, what HTML brings; a piece without its face keeps the face on the page. @param {string} html */
export function swap(html) {
  const brought = new Element("template");
  brought.innerHTML = html;
  for (const fresh of [...brought.children]) {
    for (const faceless of fresh.matches("[data-kept]") ? [fresh] : fresh.querySelectorAll("[data-kept]"))
      faceless.childNodes = byId(faceless.id).cloneNode(true).childNodes;
    byId(fresh.id).replaceWith(fresh);
  }
}

/** What lies under a point of the window. @param {(x: number, y: number) => Element | null} at */
export function lies(at) {
  Object.assign(document, { elementFromPoint: at });
}

/** An event about an element, as the document hears it. @param {string} type @param {Element} target @param {object} [details] */
export function heard(type, target, details = {}) {
  const event = Object.assign(new Event(type, { cancelable: true }), details);
  document.dispatchEvent(Object.defineProperty(event, "target", { value: target }));
  return event;
}
