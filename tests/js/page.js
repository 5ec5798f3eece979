// A page of the board without a browser: its elements by id, and a line that the test holds in its hands.

import "./platform.js";
import { setMaxListeners } from "node:events";

/** What the socket, the log and what they load want of an element. */
class HTMLElement extends EventTarget {
  /** @type {Record<string, string>} */
  dataset = {};
  hidden = false;
  textContent = "";
  scrollTop = 0;
  scrollHeight = 0;
  clientHeight = 0;

  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
  }

  toggleAttribute() {}
  setAttribute() {}
  replaceWith() {}
  remove() {}
  contains() {
    return false;
  }
  cloneNode() {
    said.push(this);
    return this;
  }
}

/** @type {Map<string, HTMLElement>} */
const elements = new Map();
/** @type {HTMLElement[]} */
const said = [];
const windowTarget = new EventTarget();
setMaxListeners(0, document, windowTarget); // each page adds some, and none is ended

Object.assign(globalThis, {
  WebSocket: { CONNECTING: 0, OPEN: 1, CLOSED: 3 },
  CloseEvent: Event,
  HTMLElement,
  Element: HTMLElement,
  addEventListener: windowTarget.addEventListener.bind(windowTarget),
  dispatchEvent: windowTarget.dispatchEvent.bind(windowTarget),
  setInterval: () => 0,
});
Object.assign(document, {
  cookie: "",
  hidden: false,
  documentElement: new HTMLElement(""),
  body: Object.assign(new HTMLElement(""), { append: (/** @type {HTMLElement} */ one) => said.push(one) }),
  getElementById: (/** @type {string} */ id) => elements.get(id) ?? null,
  querySelectorAll: () => [],
  createElement: () => new HTMLElement(""),
  querySelector: () => null,
});

/** Begin a page that shows nothing yet: what listened to the one before hears nothing more. */
export function freshPage() {
  for (const id of ["match", "connection-lost", "turn", "log"]) elements.set(id, new HTMLElement(id));
}

/** The element with this id. @param {string} id */
export const element = (id) => /** @type {HTMLElement} */ (elements.get(id));

/** The page shows so many actions. @param {number} seq */
export const showsActions = (seq) => {
  element("turn").dataset.seq = String(seq);
};

/** Dispatch an event with this detail; returns false if it was prevented. @param {EventTarget} target @param {string} type @param {object} detail */
export const dispatch = (target, type, detail) =>
  target.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { detail }));

/** A line to a server; `sent` is what the page has sent over it, without signs of life. */
export class Line extends EventTarget {
  /** @type {number} */
  readyState = WebSocket.OPEN;
  /** @type {any[]} */
  sent = [];
  asked = 0; // how often the page has asked for the table

  url = "/match/m/live?v=1";

  open() {
    /** @type {{ socket: Line, url: string }} */
    const connection = { socket: this, url: this.url };
    dispatch(element("match"), "htmx:ws:before:connection", { connection });
    this.url = connection.url;
    dispatch(element("match"), "htmx:ws:after:connection", { connection });
    return this;
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    dispatch(element("match"), "htmx:ws:close", {});
  }

  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    if (message.type === "hello") this.asked += 1;
    else this.sent.push(message);
  }

  /** A message arrives, and waits until htmx takes it. @param {object} message */
  arrive(message) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  /** htmx takes a message that has arrived; returns what swaps it in, null where it is not shown. @param {{ type: string, seq?: number }} content */
  begin(content) {
    /** @type {any} */
    const message = { data: JSON.stringify(content) };
    if (!dispatch(element("match"), "htmx:ws:before:message:incoming", { message, waitUntil() {} })) return null;
    return () => {
      if (content.seq !== undefined) showsActions(content.seq);
      dispatch(element("match"), "htmx:ws:after:message:incoming", { message });
    };
  }

  /** The same at once; returns whether it is shown. @param {{ type: string, seq?: number }} content */
  take(content) {
    const swap = this.begin(content);
    swap?.();
    return swap !== null;
  }

  /** A message arrives and is taken. @param {{ type: string, [key: string]: any }} content */
  say(content) {
    this.arrive(content);
    return this.take(content);
  }
}

freshPage();
