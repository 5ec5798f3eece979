// A table without a connection: htmx's socket is a worker in this page. Only the page for that loads this file, before all others
// of the board, and they know nothing of it.

import { around, newId } from "../dom.js";
import { say } from "../fragments.js";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;
const BROKEN = 1006; // the code of a connection that broke
const SHOWN = "htmx:ws:after:message:incoming";
const STEPS = ["starting", "preparing"]; // towards a table, where there is none
const NOTHING = JSON.stringify({ type: "hello", hello: 0 }); // answered by the whole table, or a beat where nothing was played

const OURS = /^\/(offline\/(hint|(replay|road)\/.+)|solo\/sum)$/;
const REPLAY = "/offline/replay";

const words = /** @type {HTMLElement} */ (document.querySelector("main")).dataset;
const address = new URL(location.href);
const id = address.searchParams.get("id") ?? newId();
let wishes = address.search.slice(1);
const forever = new Promise(() => {});
/** @type {Line | null} */
let line = null;
/** @type {Worker} */
let worker;
let isOpen = false;
/** @type {object | null} */
let unkept = null; // the match, where the browser keeps nothing

/** What htmx takes for its WebSocket. */
class Line extends EventTarget {
  static CONNECTING = CONNECTING;
  static OPEN = OPEN;
  static CLOSED = CLOSED;
  readyState = CONNECTING;

  constructor() {
    super();
    if (line === null) lead();
    else if (isOpen) setTimeout(() => this.open(NOTHING));
    line = this;
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

/** Say how many `steps` towards a table are made, or why there is none: in its place, or above the one that is there. @param {string} [sentence] @param {number} [steps] */
function show(sentence = "", steps = 0) {
  const opening = document.getElementById("opening");
  if (!opening) return say(sentence);
  /** @type {HTMLElement} */ (opening.firstElementChild).textContent = sentence;
  const progress = /** @type {HTMLProgressElement} */ (opening.lastElementChild);
  progress.hidden = !steps;
  progress.value = steps / (STEPS.length + 1);
}

/** Play the match, if no other tab does; else when that one has been closed. By plain http tabs know nothing of each other. */
function lead() {
  if (!navigator.locks) return start();
  const name = `match-${id}`;
  const begin = () => {
    start();
    return forever;
  };
  const wait = () => {
    show(words.elsewhere);
    navigator.locks.request(name, begin);
  };
  navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? begin() : wait()));
}

/** Begin a worker. */
function begun() {
  const fresh = new Worker(new URL("../offline/worker.js", import.meta.url), { type: "module" });
  fresh.onmessage = ({ data }) => (typeof data === "string" ? line?.tell(data) : onWord(data));
  fresh.onerror = () => show(words.failed);
  return fresh;
}

/** Let the worker open the match. The system may end it at any time, and says nothing: the lock that it holds becomes free. */
function start() {
  const life = newId();
  worker.postMessage({
    id,
    wishes,
    language: document.documentElement.dataset.language ?? "",
    life,
    match: unkept,
    who: window.prefs.who(),
  });
}

/** Go on from the record; plays that were on their way are made again by hand. */
function startAgain() {
  if (!isOpen) return show(words.failed); // it is ended each time
  isOpen = false;
  say(words.stopped ?? "");
  for (const answer of asked.values()) answer(Response.error());
  worker = begun();
  start();
  line?.dispatchEvent(new CloseEvent("close", { code: BROKEN })); // htmx takes another
}

/** @param {{ type: string, error?: string, match?: object | null, number?: number, text?: string, life?: string }} said */
function onWord({ type, error, match = null, number = 0, text, life = "" }) {
  if (type === "answer") asked.get(number)?.(new Response(text));
  else if (type === "alive") navigator.locks?.request(life, startAgain);
  else if (type === "open") {
    isOpen = true;
    wishes = `id=${id}`;
    history.replaceState(null, "", `?${wishes}`);
    line?.open();
  } else if (type === "unkept") {
    // A frame that comes with it would take the sentence away.
    if (match && !unkept) document.addEventListener(SHOWN, () => say(words.unkept ?? ""), { once: true });
    unkept = match;
  } else if (words.failed && (document.getElementById("opening") || !STEPS.includes(type)))
    show(error ?? words[type], STEPS.indexOf(type) + 1);
}

/** @type {Map<number, (answer: Response) => void>} */
const asked = new Map();
const { fetch } = window;

/** What else a page of the board asks a site for, the worker answers. @type {typeof window.fetch} */
window.fetch = (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
  if (!OURS.test(pathname)) return fetch(input, init);
  const number = asked.size;
  worker.postMessage({
    ask: pathname + search,
    number,
    language: document.documentElement.dataset.language ?? "",
    who: window.prefs.who(),
  });
  return new Promise((resolve) => asked.set(number, resolve));
};

worker = begun();
document.addEventListener("click", (event) =>
  around(event, `[href="${REPLAY}"]`)?.setAttribute("href", `${REPLAY}/${id}`),
);
window.addEventListener("offline", (event) => event.stopImmediatePropagation()); // nothing is lost by it here
window.WebSocket = /** @type {typeof WebSocket} */ (/** @type {unknown} */ (Line));
