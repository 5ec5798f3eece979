// The arithmetic of clocks.

import "./page.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { aheadBy, dueWarning, secondsLeft, untilNext, words } from "../../static/js/match/clocks.js";

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
