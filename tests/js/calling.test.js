// The tab says by its title, its icon and a sound whose turn it is.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, shows } from "./document.js";

shows(`<link id="icon" rel="icon" href="plain.svg"></link><main id="match" data-icon-turn="mine.svg"></main>
  <p id="turn" data-state="theirs" data-turn="1" data-words="Bo plays"></p><p id="asked"></p><p id="next-match"></p>`);
document.title = "Clash";
Object.defineProperty(globalThis, "navigator", { value: {} }); // without a badge
const { call } = await import("../../static/js/match/calling.js");
/** @type {string[]} */
let heard = [];
document.addEventListener("game-sound", (event) => heard.push(/** @type {any} */ (event).detail.name));

/** A frame has come. @param {"mine" | "theirs" | "over"} state @param {number} turn @param {string} words */
function frame(state, turn, words) {
  Object.assign(byId("turn").dataset, { state, turn: String(turn), words });
  call();
  return [document.title, byId("icon").getAttribute("href")];
}

beforeEach(() => {
  frame("theirs", 1, "Bo plays");
  heard = [];
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
  /** @type {unknown[]} */
  const asked = [];
  Object.assign(globalThis, { htmx: { trigger: (/** @type {unknown[]} */ ...what) => asked.push(what) } });
  dispatchEvent(new Event("focus"));
  assert.deepEqual(asked, [["#next-match", "look"]]);
});
