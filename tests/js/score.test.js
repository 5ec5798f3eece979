// A note in a score waits for its moment, and a skip ends it.

import "./platform.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Score } from "../../static/js/match/score.js";

/** Let what is due run, and what awaits it. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** @param {(pass: (milliseconds: number) => Promise<void>) => Promise<void>} body */
async function withClock(body) {
  const real = performance.now;
  let now = 0;
  mock.timers.enable({ apis: ["setTimeout"] });
  performance.now = () => now;
  try {
    await body(async (milliseconds) => {
      now += milliseconds;
      mock.timers.tick(milliseconds);
      await settled();
    });
  } finally {
    performance.now = real;
    mock.timers.reset();
  }
}

/** A score of which two sounds are written, and what has been heard of it. @param {number} beat */
function written(beat) {
  const score = new Score(beat);
  /** @type {string[]} */
  const heard = [];
  const hear = (/** @type {string} */ name) => () => heard.push(name);
  score.cue(hear("at once"));
  score.advance(1);
  score.cue(hear("after a beat"));
  score.advance(1);
  score.cue(hear("in between"), beat * 1.5);
  score.reach().then(hear("reached"));
  return { score, heard };
}

test("what is written is heard at its moment, and reached at the end", () =>
  withClock(async (pass) => {
    const { score, heard } = written(100);
    assert.equal(score.ahead, 200);
    assert.deepEqual(heard, ["at once"]);
    await pass(99);
    assert.deepEqual(heard, ["at once"]);
    await pass(1);
    assert.deepEqual(heard, ["at once", "after a beat"]);
    await pass(50);
    assert.deepEqual(heard.slice(2), ["in between"]);
    await pass(50);
    assert.deepEqual(heard.slice(3), ["reached"]);
    assert.equal(score.ahead, 0);
  }));

test("a skip ends all that is written, in its order; then nothing waits until the score goes on", () =>
  withClock(async (pass) => {
    const { score, heard } = written(100);
    score.skip();
    await settled();
    assert.deepEqual(heard, ["at once", "after a beat", "in between", "reached"]);
    score.advance(3);
    assert.equal(score.ahead, 0);
    score.goOn();
    score.advance(3);
    assert.equal(score.ahead, 300);
    const still = written(0);
    await settled();
    assert.deepEqual(still.heard, ["at once", "after a beat", "in between", "reached"]);
    await pass(400);
    assert.deepEqual(heard.length, 4);
  }));

test("the moments are counted from the first movement that is seen", () =>
  withClock(async (pass) => {
    const score = new Score(100);
    /** @type {(value: unknown) => void} */
    let begin = () => {};
    const ready = new Promise((resolve) => {
      begin = resolve;
    });
    score.open(/** @type {Animation} */ (/** @type {unknown} */ ({ ready })));
    score.advance(1);
    let isReached = false;
    score.reach().then(() => {
      isReached = true;
    });
    await pass(100);
    assert.ok(!isReached);
    begin(null);
    await settled();
    await pass(99);
    assert.ok(!isReached);
    await pass(1);
    assert.ok(isReached);
  }));

test("the pieces are read at once, before a score moves anything, and again when something has moved", async () => {
  let reads = 0;
  const piece = () => ({
    getBoundingClientRect: () => {
      reads += 1;
      return { left: reads };
    },
  });
  const [one, other] = [piece(), piece()];
  Object.assign(document, { querySelectorAll: () => [one, other] });
  const score = new Score(100);
  const left = (/** @type {unknown} */ element) => score.box(/** @type {Element} */ (element)).left;
  assert.deepEqual([left(one), left(other), left(one), reads], [1, 2, 1, 2]);
  score.forgetBoxes();
  assert.deepEqual([left(other), left(one), reads], [4, 3, 4]);
  score.forgetBoxes();
  score.arriving.set(/** @type {Element} */ (/** @type {unknown} */ (one)), { left: 50, top: 0, width: 1, height: 1 });
  assert.deepEqual([left(other), left(one), reads], [5, 50, 5]); // where it comes to rest
  await score.reach();
  score.open(/** @type {Animation} */ (/** @type {unknown} */ ({ ready: Promise.reject(new Error("cancelled")) })));
  assert.deepEqual([left(other), reads], [6, 6]);
});
