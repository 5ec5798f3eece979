// Clocks, and their arithmetic.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { byId, root, shows } from "./document.js";

let now = 0;
performance.now = () => now;
mock.timers.enable({ apis: ["setTimeout"] });
const { aheadBy, dueWarning, secondsLeft, untilNext, words } = await import("../../static/js/match/clocks.js");
const { extras } = await import("../../static/js/match/steps.js");

/** A frame of this moment of the site's is here, and shown. @param {number} clock seconds @param {string} [type] */
function frame(clock, type = "frame") {
  const shown = /** @type {any} */ ({ type, clock: String(clock) });
  for (const extra of extras) extra.came?.(shown);
  for (const extra of extras) extra.shown(shown);
}

/** @param {number} ms */
function pass(ms) {
  for (let n = 0; n < ms; n += 50) {
    now += 50;
    mock.timers.tick(50);
  }
}

const clock = (
  /** @type {string} */ id,
  rest = "",
) => `<div id="bar-${id}"><time id="${id}" data-clock="90"${rest}></time>
  <i id="said-${id}" data-warnings></i></div>`;

test("a clock shows minutes, hours when there are some, and days in words", () => {
  const shown = [0, 9, 60, 61, 3599, 3600, 36_061, 86_399].map((left) => words(left, "en"));
  assert.deepEqual(shown, ["0:00", "0:09", "1:00", "1:01", "59:59", "1:00:00", "10:01:01", "23:59:59"]);
  assert.equal(words(86_400, "en"), "1d 0h");
  assert.equal(words(2 * 86_400 + 3 * 3600 + 59, "en"), "2d 3h");
  assert.equal(words(86_400, "sv"), "1d 0h");
});

test("a clock that stands shows what is left; one that runs at most that, and never less than nothing", () => {
  assert.equal(secondsLeft(90, undefined, 1000), 90);
  assert.equal(secondsLeft(90, "1010", 1000), 10);
  assert.equal(secondsLeft(90, "1010", 1000.5), 10);
  assert.equal(secondsLeft(90, "1010", 1000.96), 9); // a timer that is a little early counts
  assert.equal(secondsLeft(90, "1200", 1000), 90);
  assert.equal(secondsLeft(90, "990", 1000), 0);
});

test("the next look is when another second is shown", () => {
  assert.equal(untilNext(10, 9.75), 250);
  assert.equal(untilNext(10, 8.5), 500);
  assert.equal(untilNext(10, 9), 1000);
  assert.equal(untilNext(10, 11.5), 1000);
  assert.equal(untilNext(10, 9.99), 50);
});

test("a frame that had to wait does not set a clock back, but a new connection may", () => {
  assert.equal(aheadBy(500, 400, false), 500);
  assert.equal(aheadBy(500, 600, false), 600);
  assert.equal(aheadBy(500, 400, true), 400);
});

test("each warning is due once, and late rather than never", () => {
  const warnings = { 10: "ten", 60: "a minute" };
  assert.equal(dueWarning(warnings, 61, 60), "a minute");
  assert.equal(dueWarning(warnings, 60, 59), undefined);
  assert.equal(dueWarning(warnings, 62, 55), "a minute");
  assert.equal(dueWarning(warnings, 11, 10), "ten");
  assert.equal(dueWarning(warnings, 70, 5), "ten");
  assert.equal(dueWarning(warnings, 10, 9), undefined);
});

test("the clock that runs goes down by the site's time and the other one stands; the player's own ticks, and says so in words", () => {
  /** @type {string[]} */
  const ticks = [];
  document.addEventListener("game-sound", (event) => ticks.push(/** @type {any} */ (event).detail.name));
  Object.assign(root, { lang: "en" });
  shows(clock("mine", ' data-own=""') + clock("theirs"));
  for (const id of ["mine", "theirs"])
    byId(`said-${id}`).dataset.warnings = JSON.stringify({ 10: "Ten seconds left.", 60: "A minute left." });
  const shown = () => ["mine", "theirs"].map((id) => byId(id).textContent);
  const low = () => ["mine", "theirs"].map((id) => byId(`bar-${id}`).getAttribute("data-low") !== null);
  byId("mine").dataset.until = "1062";
  frame(1000, "snapshot");
  assert.deepEqual(shown(), ["1:02", "1:30"]);
  pass(2000);
  assert.deepEqual([shown(), byId("said-mine").textContent], [["1:00", "1:30"], "A minute left."]);
  frame(1001.5); // it had to wait
  assert.deepEqual(shown(), ["1:00", "1:30"]);
  pass(49_000);
  assert.deepEqual([low(), ticks], [[false, false], []]);
  pass(3000);
  assert.deepEqual(
    [shown(), low(), ticks],
    [
      ["0:08", "1:30"],
      [true, false],
      ["tick", "tick", "tick"],
    ],
  );
  assert.equal(byId("said-mine").textContent, "Ten seconds left.");
  pass(20_000);
  assert.deepEqual([shown(), ticks.length], [["0:00", "1:30"], 10]); // none at nought
  delete byId("mine").dataset.until;
  byId("theirs").dataset.until = "1080";
  frame(1074);
  assert.deepEqual(
    [shown(), low()],
    [
      ["1:30", "0:06"],
      [false, true],
    ],
  );
  pass(3000);
  assert.deepEqual([shown(), ticks.length], [["1:30", "0:03"], 10]); // the opponent's makes no sound
  assert.equal(byId("said-theirs").textContent, "");
});
