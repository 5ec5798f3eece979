// Ends of animations come together, and what nothing waits for comes with them.

import "./platform.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { after, endByTimer, isCovered } from "../../static/js/match/timing.js";

/** @param {(pass: (milliseconds: number) => void) => void} body */
function withClock(body) {
  const real = performance.now;
  let now = 0;
  mock.timers.enable({ apis: ["setTimeout"] });
  performance.now = () => now;
  try {
    body((milliseconds) => {
      for (let n = 0; n < milliseconds; n += 1) {
        now += 1;
        mock.timers.tick(1);
      }
    });
  } finally {
    performance.now = real;
    mock.timers.reset();
  }
}

test("what is nearly due comes with what is due, in its order; what is later waits", () => {
  withClock((pass) => {
    /** @type {string[]} */
    const called = [];
    const call = (/** @type {string} */ name) => () => called.push(name);
    after(130, call("late"));
    after(120, call("near"));
    after(100, call("due"));
    pass(99);
    assert.deepEqual(called, []);
    pass(1);
    assert.deepEqual(called, ["due", "near"]);
    pass(29);
    assert.deepEqual(called, ["due", "near"]);
    pass(1);
    assert.deepEqual(called, ["due", "near", "late"]);
  });
});

test("what nothing waits for causes no frame of its own, but ends at last", () => {
  withClock((pass) => {
    /** @type {string[]} */
    const called = [];
    after(10, () => called.push("lazy"), true);
    pass(300);
    assert.deepEqual(called, []);
    after(50, () => called.push("eager"));
    pass(50);
    assert.deepEqual(called, ["lazy", "eager"]);
    after(10, () => called.push("alone"), true);
    pass(2509);
    assert.equal(called.length, 2);
    pass(1);
    assert.deepEqual(called.at(-1), "alone");
  });
});

test("an animation is covered by one that moves all that it moves", () => {
  const effect = (/** @type {Keyframe[]} */ ...frames) =>
    /** @type {KeyframeEffect} */ ({ getKeyframes: () => frames });
  assert.ok(isCovered(effect({ translate: "0" }), [{}, { translate: "1px" }]));
  assert.ok(!isCovered(effect({ translate: "0" }, { opacity: 0 }), [{ translate: "1px" }]));
  assert.ok(isCovered(effect({ color: "red" }), [{ scale: 1 }]));
  for (const name of ["translate", "scale", "rotate", "opacity"])
    assert.ok(!isCovered(effect({ [name]: 1 }), [{}]), name);
});

test("an animation that stays is ended when it has lasted and rested, from where it is, at its own pace", async () => {
  const real = performance.now;
  let now = 0;
  mock.timers.enable({ apis: ["setTimeout"] });
  performance.now = () => now;
  try {
    /** @param {object} state @param {number} rest */
    const endOf = async (state, rest) => {
      let ended = 0;
      const animation = {
        playState: "running",
        ready: Promise.resolve(),
        currentTime: 0,
        playbackRate: 1,
        finish: () => (ended ||= now),
        ...state,
      };
      const begun = now;
      await endByTimer(/** @type {Animation} */ (/** @type {unknown} */ (animation)), { lasts: 400 }, rest);
      for (let n = 0; n < 2000; n += 1) {
        now += 1;
        mock.timers.tick(1);
      }
      return ended && ended - begun;
    };
    assert.equal(await endOf({}, 0), 400);
    assert.equal(await endOf({}, 100), 500);
    assert.equal(await endOf({ currentTime: 150 }, 100), 350);
    assert.equal(await endOf({ playbackRate: 2 }, 100), 250);
    assert.equal(await endOf({ playState: "finished" }, 0), 0);
  } finally {
    performance.now = real;
    mock.timers.reset();
  }
});
