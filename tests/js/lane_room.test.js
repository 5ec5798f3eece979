// The cards of a lane are sized by its room, which is followed as the window, or the table, changes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, shows } from "./document.js";

/** @typedef {{ target: object, contentRect: { width: number, height: number } }} Entry */
/** @type {(entries: Entry[]) => void} */
let measured = () => {};
/** @type {Set<object>} */
const observed = new Set();
Object.assign(globalThis, {
  ResizeObserver: class {
    /** @param {typeof measured} callback */
    constructor(callback) {
      measured = callback;
    }
    observe(/** @type {object} */ element) {
      observed.add(element);
    }
    disconnect() {
      observed.clear();
    }
  },
});
const { followLane } = await import("../../static/js/match/lane_room.js");

/** The page is laid out with lanes of this size: the room that the sea has then. @param {number} width @param {number} height */
function laidOut(width, height) {
  measured([...observed].map((target) => ({ target, contentRect: { width, height } })));
  const { style, attributes } = byId("table").children[0];
  return [style.getPropertyValue("--lane-w"), style.getPropertyValue("--lane-h"), attributes.has("data-tight")];
}

const table = () =>
  shows(`<div id="table"><div class="sea"><div class="lane"><i class="realm realm-near" data-count="3"></i>
  <i class="realm" data-count="1"></i></div></div></div>`);

test("the room follows the lane, is tight where it is low, and is not lost by a lane that is not laid out", () => {
  table();
  followLane();
  assert.deepEqual(laidOut(300, 340), ["300px", "340px", false]);
  assert.deepEqual(laidOut(200, 339), ["200px", "339px", true]);
  assert.deepEqual(laidOut(0, 0), ["200px", "339px", true]);
});

test("a table that is redrawn is followed instead, and a page without one is not", () => {
  table();
  followLane();
  assert.equal(observed.size, 1);
  assert.deepEqual(laidOut(400, 500), ["400px", "500px", false]);
  shows("");
  followLane();
  assert.equal(observed.size, 0);
});

test("a lane says how many creatures are at either end", () => {
  table();
  followLane();
  const { near, far } = byId("table").querySelectorAll(".lane")[0].dataset;
  assert.deepEqual([near, far], ["3", "1"]);
});
