// Ends of animations come together, and what nothing waits for comes with them.

import "./platform.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { after, chained, endByTimer, isCovered, staying, unseen } from "../../static/js/match/timing.js";

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
    after(140, call("late"));
    after(120, call("near"));
    after(100, call("due"));
    pass(99);
    assert.deepEqual(called, []);
    pass(1);
    assert.deepEqual(called, ["due", "near"]);
    pass(39);
    assert.deepEqual(called, ["due", "near"]);
    pass(1);
    assert.deepEqual(called, ["due", "near", "late"]);
  });
});

test("what nothing waits for causes no frame of its own, but ends at last", () => {
  withClock((pass) => {
    /** @type {string[]} */
    const called = [];
    after(10, () => called.push("lazy"), "lazy");
    pass(300);
    assert.deepEqual(called, []);
    after(50, () => called.push("eager"));
    pass(50);
    assert.deepEqual(called, ["lazy", "eager"]);
    after(10, () => called.push("alone"), "lazy");
    after(100, () => called.push("sound"), "alone"); // changes little: what is lazy does not come with it
    pass(2509);
    assert.equal(called.length, 3);
    pass(1);
    assert.deepEqual(called.at(-1), "alone");
  });
});

test("words come with what comes a little later, and else on their own", () => {
  withClock((pass) => {
    /** @type {string[]} */
    const called = [];
    after(10, () => called.push("words"), "words");
    after(30, () => called.push("sound"), "alone");
    pass(29);
    assert.deepEqual(called, []);
    pass(1);
    assert.deepEqual(called, ["words", "sound"]);
    after(10, () => called.push("more words"), "words");
    pass(41);
    assert.equal(called.length, 2);
    pass(1);
    assert.equal(called.at(-1), "more words");
  });
});

/** What the platform says about an easing: here each is even. */
class EvenEffect {
  time = 0;
  /** @param {unknown} _target @param {unknown} _frames @param {{duration: number}} timing */
  constructor(_target, _frames, { duration }) {
    this.duration = duration;
  }
  getComputedTiming() {
    return { progress: this.time / this.duration };
  }
}
class EvenAnimation {
  /** @param {EvenEffect} effect */
  constructor(effect) {
    this.effect = effect;
  }
  set currentTime(/** @type {number} */ time) {
    this.effect.time = time;
  }
}

/** The points of an easing: progress by the share of the time, in per cent. @param {string | undefined} easing */
function points(easing = "") {
  return easing
    .slice("linear(".length, -1)
    .split(",")
    .map((point) => point.trim().split(" ").map(Number.parseFloat));
}

test("two movements in one keep their moments, and what waits stays at its first keyframe", () => {
  Object.assign(globalThis, { KeyframeEffect: EvenEffect, Animation: EvenAnimation });
  const [there, home] = [
    ["0", "1px", "2px"],
    ["2px", "0"],
  ].map((way) => way.map((translate) => ({ translate })));
  const { frames, duration, easing } = chained(
    { frames: there, duration: 100, easing: "ease-in" },
    { frames: home, delay: 20, duration: 80, easing: "ease-out" },
  );
  assert.equal(duration, 200);
  assert.deepEqual(
    frames.map(({ offset }) => offset?.toFixed(2)),
    ["0.00", "0.25", "0.50", "0.60", "1.00"],
  );
  for (const [progress, share] of points(easing)) assert.ok(Math.abs(progress * 100 - share) < 1e-9);
  const later = staying({ duration: 100, delay: 400, easing: "ease" });
  assert.deepEqual([later.delay, later.lasts, later.duration], [0, 500, 5500]);
  const [, first, ...rest] = points(later.easing);
  assert.equal(first[0], 0);
  assert.ok(Math.abs((first[1] / 100) * 5500 - 400) < 1e-9);
  assert.deepEqual(rest.at(-2)?.[0], 1);
  assert.ok(Math.abs(((rest.at(-2)?.[1] ?? 0) / 100) * 5500 - 500) < 1e-9);
  // With an end of its own, as with several iterations, it has the browser's delay, and waits as well.
  assert.equal(staying({ duration: 1, delay: 2, iterations: 2 }).fill, "backwards");
  assert.equal(staying({ duration: 1, delay: 2, iterations: 2, fill: "forwards" }).fill, "both");
  assert.equal(staying({ duration: 1, iterations: 2 }).fill, undefined);
});

test("what is put in place before it is seen has no opacity until it moves", () => {
  const [waiting, first, last] = unseen([{ opacity: 0.9, scale: "1" }, { opacity: 0 }]);
  assert.deepEqual(waiting, { opacity: 0, scale: "1", offset: 0 });
  assert.deepEqual([first.opacity, Number(first.offset) > 0, last], [0.9, true, { opacity: 0 }]);
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
