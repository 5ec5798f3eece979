// A table without a connection: its worker stands in for the server, one tab plays, and a worker that the system ends is begun again.

import assert from "node:assert/strict";
import { setMaxListeners } from "node:events";
import { beforeEach, test } from "node:test";
import { byId, heard, root, shows } from "./document.js";

const ID = "0123456789abcdef0123456789abcdef";
const PAGE = `<p id="toast"></p><main data-elsewhere="It is open elsewhere." data-failed="It does not begin." data-stopped="It begins again."
  data-unkept="Nothing is kept." data-starting="It starts." data-preparing="It prepares."></main>`;
const OPENING = '<div id="opening"><p id="said"></p><progress id="steps"></progress></div>';

class CloseEvent extends Event {
  /** @param {string} type @param {{ code: number }} init */
  constructor(type, { code }) {
    super(type);
    this.code = code;
  }
}

class Worker {
  /** @type {any[]} */
  posted = [];
  onmessage = (/** @type {{ data: any }} */ _) => {};
  onerror = () => {};

  constructor() {
    workers.push(this);
  }
  /** @param {any} message */
  postMessage(message) {
    this.posted.push(typeof message === "string" ? JSON.parse(message) : message);
  }
  /** @param {any} data */
  say(data) {
    this.onmessage({ data });
  }
}

/** Locks that tabs and workers of this browser hold. */
class Locks {
  /** @type {Map<string, (() => void)[]>} */
  held = new Map();

  /** @param {string} name @param {...any} rest options, and what to do when it is free */
  request(name, ...rest) {
    const begin = rest.pop();
    const waiting = this.held.get(name);
    if (rest.length) begin(waiting ? null : { name });
    else if (waiting) waiting.push(begin);
    else begin();
    if (!waiting) this.held.set(name, []);
  }
  /** Let the next one have it, as when its holder is gone. @param {string} name */
  free(name) {
    const [next] = this.held.get(name) ?? [];
    this.held.delete(name);
    next?.();
  }
}

/** @type {Worker[]} */
let workers = [];
let locks = new Locks();
let address = "";
let pages = 0;

let left = new AbortController();

/** What a page listens to, it hears until the next one is opened. @param {any} target */
function hearsUntilLeft(target) {
  const listen = target.addEventListener.bind(target);
  target.addEventListener = (/** @type {string} */ type, /** @type {any} */ listener, options = {}) =>
    listen(type, listener, { ...options, signal: left.signal });
}
hearsUntilLeft(document);
hearsUntilLeft(globalThis);

/** Load the page, and let htmx begin a connection. @param {string} search @param {boolean} [hasLocks] */
async function opened(search, hasLocks = true) {
  left.abort();
  left = new AbortController();
  setMaxListeners(0, left.signal);
  shows(PAGE + OPENING);
  Object.assign(root.dataset, { language: "de" });
  Object.defineProperty(globalThis, "navigator", { value: hasLocks ? { locks } : {}, configurable: true });
  Object.assign(globalThis, {
    Worker,
    CloseEvent,
    location: { href: `https://clash.example/offline/match${search}`, search },
    history: {
      replaceState: (/** @type {unknown} */ _, /** @type {string} */ __, /** @type {string} */ to) => (address = to),
    },
    prefs: { who: () => "anna" },
    fetch: async (/** @type {string} */ path) => `the site's ${path}`,
  });
  pages += 1;
  await import(`../../static/js/match/connection.js?${pages}`);
  return connected();
}

/** What htmx has for its socket. */
function connected() {
  const line = /** @type {any} */ (new WebSocket("/match"));
  line.events = [];
  for (const type of ["open", "message", "close"])
    line.addEventListener(type, (/** @type {any} */ event) => line.events.push(event.data ?? event.code ?? type));
  return line;
}

const toast = () => byId("toast").textContent;
const soon = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  workers = [];
  locks = new Locks();
  address = "";
});

test("the worker opens the match for this player; what is sent then goes to it, and what it says comes in", async () => {
  const line = await opened("?level=3");
  const [{ id, life, ...rest }] = workers[0].posted;
  assert.deepEqual(rest, { wishes: "level=3", language: "de", match: null, who: "anna" });
  assert.ok(/^[0-9a-f]{32}$/.test(id) && life.length === 32 && id !== life);
  assert.equal(line.readyState, WebSocket.CONNECTING);
  workers[0].say({ type: "open" });
  assert.deepEqual([line.readyState, line.events, address], [WebSocket.OPEN, ["open"], `?id=${id}`]);
  line.send('{"type":"act","seq":0}');
  workers[0].say('{"type":"frame","seq":1}');
  assert.deepEqual([workers[0].posted[1], line.events[1]], [{ type: "act", seq: 0 }, '{"type":"frame","seq":1}']);
  line.send('{"type":"hello","hello":1}'); // the worker may be thinking
  await soon();
  assert.deepEqual([workers[0].posted.length, line.events[2]], [2, '{"type":"beat","beat":1}']);
  line.close();
  assert.equal(line.readyState, WebSocket.CLOSED);
});

test("until then the page says what is done, and why it does not begin", async () => {
  await opened("");
  const [worker] = workers;
  const said = () => [byId("said").textContent, byId("steps").hidden, /** @type {any} */ (byId("steps")).value];
  worker.say({ type: "starting" });
  assert.deepEqual(said(), ["It starts.", false, 1 / 3]);
  worker.say({ type: "preparing" });
  assert.deepEqual(said(), ["It prepares.", false, 2 / 3]);
  worker.say({ type: "failed", error: "There is no such match." });
  assert.deepEqual(said(), ["There is no such match.", true, 0]);
  worker.onerror();
  assert.deepEqual(said(), ["It does not begin.", true, 0]);
  byId("opening").remove(); // a table is there
  worker.say({ type: "starting" });
  assert.equal(toast(), "");
  worker.say({ type: "failed" });
  assert.equal(toast(), "It does not begin.");
});

test("one tab plays a match; another one says so, and goes on when that one is closed. Without locks each plays", async () => {
  locks.held.set(`match-${ID}`, []);
  await opened(`?id=${ID}`);
  assert.deepEqual([workers[0].posted, byId("said").textContent], [[], "It is open elsewhere."]);
  locks.free(`match-${ID}`);
  assert.deepEqual([workers[0].posted[0].id, workers[0].posted[0].wishes], [ID, `id=${ID}`]);
  workers = [];
  await opened(`?id=${ID}`, false);
  assert.equal(workers[0].posted[0].id, ID);
});

/** The worker says that it lives, by a lock that it holds. @param {Worker} worker @param {string} life */
function lives(worker, life) {
  locks.held.set(life, []);
  worker.say({ type: "alive", life });
}

test("a worker that the system has ended is begun again from the record, and the page asks for the table", async () => {
  const line = await opened(`?id=${ID}&level=2`);
  lives(workers[0], "first");
  workers[0].say({ type: "open" });
  const hint = /** @type {Promise<any>} */ (fetch("/offline/hint?seq=1"));
  locks.free("first");
  assert.deepEqual([toast(), (await hint).type, line.events.at(-1)], ["It begins again.", "error", 1006]);
  const [{ id, wishes, match }] = workers[1].posted;
  assert.deepEqual([workers.length, id, wishes, match], [2, ID, `id=${ID}`, null]);
  workers[1].say({ type: "open" });
  const again = connected(); // htmx takes another
  await soon();
  assert.deepEqual([again.events, workers[1].posted[1]], [["open"], { type: "hello", hello: 0 }]);
  lives(workers[1], "second");
  locks.free("second");
  assert.equal(workers.length, 3);
  lives(workers[2], "third"); // before there is a table
  locks.free("third");
  assert.deepEqual(
    [workers.length, byId("said").textContent],
    [3, "It does not begin."],
    "it would be ended each time",
  );
});

test("a match that the browser cannot keep is kept by the page, which says so once", async () => {
  await opened(`?id=${ID}`);
  lives(workers[0], "first");
  workers[0].say({ type: "unkept" });
  workers[0].say({ type: "open" });
  document.dispatchEvent(new Event("htmx:ws:after:message:incoming"));
  assert.equal(toast(), "", "nothing has been played");
  for (const seq of [1, 2]) {
    workers[0].say({ type: "unkept", match: { seq } });
    document.dispatchEvent(new Event("htmx:ws:after:message:incoming"));
    assert.equal(toast(), seq === 1 ? "Nothing is kept." : "");
    byId("toast").textContent = "";
  }
  locks.free("first");
  assert.deepEqual(workers[1].posted[0].match, { seq: 2 });
});

test("what else the board asks a site for, the worker answers; all else goes its way", async () => {
  await opened("");
  const answers = ["/offline/hint?seq=1", "/solo/sum", "/offline/replay/x", "/offline/road/2"].map((path) =>
    fetch(path),
  );
  for (const { ask, number, who, language } of workers[0].posted.slice(1).reverse()) {
    assert.deepEqual([who, language], ["anna", "de"]);
    workers[0].say({ type: "answer", number, text: `${ask}!` });
  }
  const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
  assert.deepEqual(texts, ["/offline/hint?seq=1!", "/solo/sum!", "/offline/replay/x!", "/offline/road/2!"]);
  for (const path of ["/cards/ogre/face", "/offline/hints", "/solo/sums"])
    assert.equal(await fetch(path), /** @type {any} */ (`the site's ${path}`));
});

test("the replay is that of this match, and a page without a network has lost nothing", async () => {
  await opened(`?id=${ID}`);
  byId("said").innerHTML = '<a id="replay" href="/offline/replay"></a>';
  heard("click", byId("replay"));
  assert.equal(byId("replay").href, `/offline/replay/${ID}`);
  let told = 0;
  addEventListener("offline", () => (told += 1));
  dispatchEvent(new Event("offline"));
  assert.equal(told, 0);
});
