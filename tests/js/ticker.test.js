// One ticker for all times that run down.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { byId, shows } from "./document.js";

let now = 0;
Date.now = () => now;
mock.timers.enable({ apis: ["setTimeout"] });
const { countDown, digits, onTick, tick } = await import("../../static/js/ticker.js");

/** @param {number} ms */
function pass(ms) {
  for (let n = 0; n < ms; n += 100) {
    now += 100;
    mock.timers.tick(100);
  }
}

test("a time is minutes and seconds, with hours if there are some", () => {
  assert.deepEqual([0, 9, 60, 3599, 3600, 36_061].map(digits), [
    "0:00",
    "0:09",
    "1:00",
    "59:59",
    "1:00:00",
    "10:01:01",
  ]);
});

test("a notice that the server will stop counts down, and goes when it is long out of date", () => {
  shows('<p class="banner"><span id="left" data-left="65"></span></p>');
  tick();
  const shown = () => byId("left").textContent;
  assert.equal(shown(), "1:05");
  pass(1000);
  assert.equal(shown(), "1:04");
  byId("left").dataset.left = "10"; // the host has changed it
  pass(1000);
  assert.equal(shown(), "0:10");
  pass(20_000);
  assert.equal(shown(), "0:00");
  pass(79_000);
  assert.ok(byId("left"));
  pass(2000);
  assert.throws(() => byId("left"));
});

test("an opponent may be away until a moment of the server's clock", () => {
  shows('<time id="due" data-due="1000"></time>');
  now = 700_000;
  countDown(240_000);
  assert.equal(byId("due").textContent, "1:00");
  pass(1000);
  assert.equal(byId("due").textContent, "0:59");
  pass(61_000);
  assert.equal(byId("due").textContent, "0:00");
});

test("all that runs is drawn when the first of it looks different, and nothing when nothing runs", () => {
  shows("<main></main>");
  const waits = { slow: 700, fast: 300 };
  /** @type {string[]} */
  let drawn = [];
  for (const name of /** @type {const} */ (["slow", "fast"]))
    onTick(() => {
      drawn.push(name);
      return waits[name];
    });
  tick();
  tick(); // again, as with each frame: there is still one timer
  drawn = [];
  pass(200);
  assert.deepEqual(drawn, []);
  pass(100);
  assert.deepEqual(drawn, ["slow", "fast"]);
  waits.slow = waits.fast = Number.POSITIVE_INFINITY;
  pass(300);
  drawn = [];
  pass(100_000);
  assert.deepEqual(drawn, []);
});
