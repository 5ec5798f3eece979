// A table without a connection: htmx's socket is a worker in this page. Only the page for that loads this file, before all others
// of the board, and they know nothing of it.

import { around } from "../dom.js";
import { say } from "../fragments.js";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;
const NOTHING = JSON.stringify({ type: "hello", hello: 0 }); // answered by the whole table, or a beat where nothing was played

const OURS = /^\/(offline\/(hint|replay\/.+)|solo\/sum)$/;
const REPLAY = "/offline/replay";

const words = /** @type {HTMLElement} */ (document.querySelector("main")).dataset;
const address = new URL(location.href);
const id = address.searchParams.get("id") ?? crypto.randomUUID().replaceAll("-", "");
const wishes = address.search.slice(1);
/** @type {Line | null} */
let line = null;

/** What htmx takes for its WebSocket. */
class Line extends EventTarget {
  static CONNECTING = CONNECTING;
  static OPEN = OPEN;
  static CLOSED = CLOSED;
  readyState = CONNECTING;

  constructor() {
    super();
    const isFirst = line === null;
    line = this;
    if (isFirst) worker.postMessage({ id, wishes, language: document.documentElement.lang });
    else setTimeout(() => this.open(NOTHING));
  }

  /** The worker is there; a page that was connected before says what it shows. @param {string} [shown] */
  open(shown) {
    this.readyState = OPEN;
    this.dispatchEvent(new Event("open"));
    if (shown) worker.postMessage(shown);
  }

  /** A sign of life is answered here: the worker may be thinking. @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    if (message.type === "hello") setTimeout(() => this.tell(JSON.stringify({ type: "beat", beat: message.hello })));
    else worker.postMessage(text);
  }

  /** @param {string} data */
  tell(data) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  close() {
    this.readyState = CLOSED;
  }
}

/** Say in the middle of the page why there is no table. @param {string} [sentence] */
function fail(sentence = "") {
  const stage = document.getElementById("stage");
  if (stage) stage.textContent = sentence;
  say(sentence);
}

/** @param {{ type: string, error?: string, number?: number, text?: string }} said */
function onWord({ type, error, number = 0, text }) {
  if (type === "answer") asked.get(number)?.(new Response(text));
  else if (type === "open") {
    history.replaceState(null, "", `?id=${id}`);
    line?.open();
  } else if (type === "unkept") say(words.unkept ?? "");
  else fail(type === "elsewhere" ? words.elsewhere : type === "refused" ? error : words.failed);
}

/** @type {Map<number, (answer: Response) => void>} */
const asked = new Map();
const { fetch } = window;

/** What else a page of the board asks a site for, the worker answers. @type {typeof window.fetch} */
window.fetch = (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
  if (!OURS.test(pathname)) return fetch(input, init);
  const number = asked.size;
  worker.postMessage({ ask: pathname + search, number, language: document.documentElement.lang });
  return new Promise((resolve) => asked.set(number, resolve));
};

const worker = new Worker(new URL("../offline/worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => (typeof data === "string" ? line?.tell(data) : onWord(data));
worker.onerror = () => fail(words.failed);
document.addEventListener("click", (event) =>
  around(event, `[href="${REPLAY}"]`)?.setAttribute("href", `${REPLAY}/${id}`),
);
window.addEventListener("offline", (event) => event.stopImmediatePropagation()); // nothing is lost by it here
window.WebSocket = /** @type {typeof WebSocket} */ (/** @type {unknown} */ (Line));
