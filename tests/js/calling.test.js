// The tab says by its title, its icon and a sound whose turn it is.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, shows } from "./document.js";

shows(`<link id="icon" rel="icon" href="plain.svg"></link><main id="match" data-icon-turn="mine.svg"></main>
  <p id="turn" data-state="theirs" data-turn="1" data-words="Bo plays"></p><p id="asked"></p><p id="next-match"></p>`);
document.title = "Clash";
let now = 10_000;
performance.now = () => now;
Object.defineProperty(globalThis, "navigator", { value: {} }); // without a badge
const { call } = await import("../../static/js/match/calling.js");
/** @type {string[]} */
let heard = [];
document.addEventListener("game-sound", (event) => heard.push(/** @type {any} */ (event).detail.name));

/** @type {unknown[]} */
let asked = [];
const ask = () => Object.assign(globalThis, { htmx: { trigger: (/** @type {any[]} */ ...what) => asked.push(what) } });

/** A frame has come. @param {"mine" | "theirs" | "over"} state @param {number} turn @param {string} words */
function frame(state, turn, words) {
  Object.assign(byId("turn").dataset, { state, turn: String(turn), words });
  call();
  return [document.title, byId("icon").getAttribute("href")];
}

beforeEach(() => {
  frame("theirs", 1, "Bo plays");
  heard = [];
  asked = [];
});

test("in the viewer's turn title and icon are marked, and a sound says once that it has come", () => {
  assert.deepEqual(frame("mine", 2, "Your turn"), ["● Your turn – Clash", "mine.svg"]);
  frame("mine", 2, "Your turn");
  assert.deepEqual(heard, ["your-turn"]);
  assert.deepEqual(frame("theirs", 3, "Bo plays"), ["Bo plays – Clash", "plain.svg"]);
  assert.deepEqual(heard, ["your-turn"]);
});

test("a question that waits for an answer marks them too, in anybody's turn, and is heard when it comes", () => {
  byId("asked").dataset.asks = "";
  assert.deepEqual(frame("theirs", 1, "Bo plays"), ["● Bo plays – Clash", "mine.svg"]);
  frame("theirs", 1, "Bo plays");
  assert.deepEqual(heard, ["offer"]);
  delete byId("asked").dataset.asks;
  assert.deepEqual(frame("theirs", 1, "Bo plays"), ["Bo plays – Clash", "plain.svg"]);
});

test("somebody who comes back is asked for before htmx is there, without an error, and from then on", () => {
  dispatchEvent(new Event("focus"));
  ask();
  dispatchEvent(new Event("focus"));
  assert.deepEqual(asked, [["#next-match", "look"]]);
  for (const hidden of [true, false]) {
    Object.assign(document, { hidden });
    document.dispatchEvent(new Event("visibilitychange"));
    assert.equal(asked.length, hidden ? 1 : 2);
  }
});

test("within one turn the other's answer calls only somebody who has waited for it", () => {
  for (const [ms, sounds] of /** @type {const} */ ([
    [2000, []],
    [2001, ["your-turn"]],
  ])) {
    frame("mine", 4, "Your turn");
    frame("theirs", 4, "Bo answers");
    heard = [];
    now += ms;
    frame("mine", 4, "Your turn");
    assert.deepEqual(heard, sounds);
  }
});

test("the other tables are asked for when the viewer's turn ends, once", () => {
  ask();
  for (const [state, turn, times] of /** @type {const} */ ([
    ["mine", 6, 0],
    ["mine", 6, 0],
    ["theirs", 7, 1],
    ["theirs", 7, 1],
  ])) {
    frame(state, turn, "");
    assert.equal(asked.length, times);
  }
});

test("a rematch that both have agreed on takes everybody there", () => {
  /** @type {string[]} */
  const went = [];
  Object.assign(globalThis, { location: { assign: (/** @type {string} */ to) => went.push(to) } });
  frame("over", 8, "Victory");
  assert.deepEqual(went, []);
  byId("asked").innerHTML = '<a data-follow href="/match/next"></a>';
  frame("over", 8, "Victory");
  assert.deepEqual(went, ["/match/next"]);
});
