// The worker of a table without a connection: it keeps each move before it shows it, or else the page keeps the match; messages are
// answered one after another, and a page that asks for something that is not there is told so.

import assert from "node:assert/strict";
import { register } from "node:module";
import { beforeEach, test } from "node:test";
import { browser } from "./storage.js";

// The interpreter is 10 MB: what Python answers is in `says`.
const LOADED = `const isIt = (name) => name.endsWith("/pyodide.mjs");
  const source = "export const loadPyodide = async () => globalThis.python;";
  export const resolve = async (name, context, next) => isIt(name) ? { url: name, shortCircuit: true } : next(name, context);
  export const load = async (url, context, next) => isIt(url) ? { format: "module", source, shortCircuit: true } : next(url, context);`;
register(`data:text/javascript,${encodeURIComponent(LOADED)}`);

/** @type {Record<string, (...args: string[]) => any>} */
let says = {};
/** @type {any[]} */
let posted = [];
/** @type {number[]} */
let onDisk = []; // how many actions were, as each frame was posted
let held = 0;
let isBroken = false;
let pages = 0;
const { open: openStore } = indexedDB;
const table = new Proxy(
  {},
  {
    get: (_, name) =>
      name === "then" ? undefined : (/** @type {string[]} */ ...args) => JSON.stringify(says[String(name)](...args)),
  },
);
/** @type {any} */
const page = globalThis;
Object.assign(globalThis, {
  python: { FS: {}, runPython() {}, pyimport: () => ({ TableWorker: () => table }) },
  fetch: async () => ({ arrayBuffer: async () => new TextEncoder().encode("[]\n").buffer }),
});
const locks = {
  request: (/** @type {string} */ _, /** @type {() => any} */ begin) => {
    held += 1;
    return begin();
  },
};

/** What Python says: a match that has come to so many actions, and the frames that show it. @param {number} count @param {string[]} frames */
const said = (count, ...frames) => ({
  frames,
  kept: { id: "m1", record: { actions: Array(count) } },
  status: "playing",
  next: null,
});

/** @type {any} */
const NEW = { id: "m1", wishes: "level=3", language: "de", life: "life", match: null, who: "ann" };

let ended = () => {};
const LAST = { number: 0, language: "de", who: "ann" };
// Its turn has come: the next word is the answer to it.
Object.defineProperty(LAST, "ask", {
  get: () => {
    page.postMessage = () => ended();
    return "/offline/replay/none";
  },
});

/** The worker gets these messages at once; wait until it has done everything. @param {any[]} messages */
async function gets(...messages) {
  page.postMessage = (/** @type {any} */ said) => {
    posted.push(said);
    if (typeof said === "string") onDisk.push(actions());
  };
  for (const data of messages) page.onmessage({ data });
  await /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      ended = resolve;
      page.onmessage({ data: LAST });
    })
  );
}

/** The same for a worker that begins. @param {any[]} messages */
async function begins(...messages) {
  pages += 1;
  await import(`../../static/js/offline/worker.js?${pages}`);
  await gets(...messages);
}

const actions = () => browser.matches.get("m1")?.match.record.actions.length;
const words = () => posted.map((each) => (typeof each === "string" ? each : each.type));

beforeEach(() => {
  browser.matches.clear();
  posted = [];
  onDisk = [];
  held = 0;
  isBroken = false;
  says = { open: () => said(0, "table"), receive: () => said(1, "frame"), answer: () => said(1) };
  indexedDB.open = (...args) => {
    if (isBroken) throw new Error("no room");
    return openStore(...args);
  };
  Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });
});

test("a match that is begun is kept for its player, and then shown; the page is told each step, and how to see it die", async () => {
  const opened = /** @type {string[][]} */ ([]);
  says.open = (...args) => opened.push(args) && said(0, "table");
  await begins(NEW);
  assert.deepEqual(opened, [["m1", "level=3", "[]"]]);
  assert.deepEqual(words(), ["alive", "starting", "preparing", "open", "table"]);
  assert.deepEqual([posted[0], held], [{ type: "alive", life: "life" }, 1]);
  const { id, status, player, match } = browser.matches.get("m1");
  assert.deepEqual([id, status, player, match.record.actions.length], ["m1", "playing", "ann", 0]);
});

test("what is played is on disk before it is shown, move by move, and the computer goes on for as long as it is to act", async () => {
  const turns = [said(2, "theirs 1"), said(3, "theirs 2"), said(3)];
  await begins(NEW);
  says.answer = () => turns.shift() ?? said(3);
  await gets('{"type":"act"}');
  assert.deepEqual(words().slice(4), ["table", "frame", "theirs 1", "theirs 2"]);
  assert.deepEqual(onDisk, [0, 1, 2, 3]);
});

test("a match that goes on begins with what is kept, or with what the page has; another player's is not there", async () => {
  /** @type {any[]} */
  const begun = [];
  says.open = (_, __, stored) => begun.push(JSON.parse(stored)) && said(1, "table");
  await begins({ ...NEW });
  await begins({ ...NEW, wishes: "id=m1" });
  await begins({ ...NEW, wishes: "id=m1", match: { id: "m1", record: { actions: [1, 2] } } });
  assert.deepEqual(
    begun.map((matches) => matches.map((/** @type {any} */ { record }) => record.actions.length)),
    [[], [1], [2]],
  );
  posted = [];
  await begins({ ...NEW, wishes: "id=m1", who: "bob" });
  assert.deepEqual([words().at(-1), begun.length], ["missing", 3]);
  says.open = () => ({ error: "No such level." });
  await begins({ ...NEW });
  assert.deepEqual(posted.at(-1), { type: "refused", error: "No such level." });
});

test("where the browser keeps nothing the page has the match, and hears when it is kept again", async () => {
  isBroken = true;
  await begins(NEW, '{"type":"act"}');
  const unkept = () => posted.filter(({ type }) => type === "unkept").map(({ match }) => match?.record.actions.length);
  assert.deepEqual([unkept(), words().includes("frame")], [[0, 1], true], "it is played all the same");
  isBroken = false;
  await gets('{"type":"act"}', '{"type":"act"}');
  assert.deepEqual([unkept(), actions()], [[0, 1, undefined], 1]);
});

test("a match that follows from one that is over is kept, too, before it is shown", async () => {
  says.receive = () => ({ ...said(1, "result"), status: "over", next: { id: "m2", record: { actions: [] } } });
  await begins(NEW, '{"type":"act"}');
  const status = ["m1", "m2"].map((id) => browser.matches.get(id)?.status);
  assert.deepEqual([status, words().at(-1)], [["over", "setup"], "result"]);
});

test("each player has a try of their own at an exercise", async () => {
  says.open = () => ({ ...said(0, "table"), kept: { id: "practice/1" }, status: "practice" });
  await begins({ ...NEW, id: "practice/1", wishes: "id=practice/1" });
  await begins({ ...NEW, id: "practice/1", wishes: "id=practice/1", who: "bob" });
  assert.deepEqual([...browser.matches.keys()], ["ann practice/1", "bob practice/1"]);
});

test("a hint or a replay is answered from what is kept, and where nothing is that is said", async () => {
  says.ask = (address, stored) => ({ address, count: JSON.parse(stored).length });
  await begins(NEW, { ask: "/offline/hint?seq=1", number: 7, language: "de", who: "ann" });
  await begins({ ask: "/offline/replay/m1", number: 8, language: "de", who: "ann" });
  await begins({ ask: "/offline/replay/m1", number: 9, language: "de", who: "bob" });
  const answers = posted.filter(({ type }) => type === "answer").map(({ number, text }) => [number, JSON.parse(text)]);
  assert.deepEqual(answers, [
    [7, { address: "/offline/hint?seq=1", count: 0 }],
    [8, { address: "/offline/replay/m1", count: 1 }],
  ]);
  assert.equal(words().at(-1), "missing");
});

test("a road is kept with the match that it leads to; one with its deck that is under way goes on", async () => {
  /** @type {string[][]} */
  const walked = [];
  says.walk = (path, roads, matches) => {
    walked.push([
      path,
      ...[roads, matches].map((list) =>
        JSON.parse(list)
          .map((/** @type {any} */ each) => each.id)
          .join(),
      ),
    ]);
    return { kept: { id: "r1", starter: 2, ended_at: null, steps: [{ match: "m1" }] }, next: said(0).kept };
  };
  const ask = (/** @type {string} */ address, who = "ann") => ({ ask: address, number: 1, language: "de", who });
  await begins(ask("/offline/road/r1?deck=2"));
  assert.deepEqual([browser.matches.get("r1").status, browser.matches.get("m1").status], ["road", "setup"]);
  await begins(ask("/offline/road/r2?deck=2"), ask("/offline/road/r1"));
  assert.deepEqual(walked, [
    ["/offline/road/r1?deck=2", "", ""],
    ["/offline/road/r1?deck=2", "r1", "m1"],
    ["/offline/road/r1", "r1", "m1"],
  ]);
  posted = [];
  await begins(ask("/offline/road/r1", "bob"));
  isBroken = true;
  await begins(ask("/offline/road/r3?deck=3"));
  isBroken = false;
  await begins(ask("/offline/road/r1/delete"));
  assert.deepEqual([words().filter((word) => word === "missing").length, posted.at(-1).text], [2, "{}"]);
  assert.ok(!browser.matches.has("r1") && browser.matches.has("m1"));
});

test("by plain http there are no locks, and it is played as well", async () => {
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  await begins(NEW, { ask: "/offline/road/r1", number: 1, language: "de", who: "ann" });
  assert.deepEqual(words(), ["alive", "starting", "preparing", "open", "table", "missing"]);
});

test("a fault is said, and the next message is answered", async () => {
  const { error } = console;
  console.error = () => undefined;
  says.receive = () => {
    throw new Error("a fault");
  };
  await begins(NEW, '{"type":"act"}');
  assert.equal(words().at(-1), "gone", "parts of the game are gone: it is not whole here");
  says.receive = () => said(1, "frame");
  await gets('{"type":"act"}');
  assert.equal(words().at(-1), "frame");
  console.error = error;
});
