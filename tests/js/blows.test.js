// How strong a blow looks and sounds.

import "./platform.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { count, kindOf, strike } from "../../static/js/match/blows.js";
import { SOUNDS } from "../../static/js/sound/sounds.js";
import { secondsOf } from "../../static/js/sound/synth.js";

/** @typedef {import("../../static/js/match/animator.js").Animator} Animator */

test("a blow ticks, thumps or shakes the table by its wounds", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 9].map(kindOf), [
    "wound",
    "wound",
    "wound float-hard",
    "wound float-hard",
    "wound float-huge",
    "wound float-huge",
  ]);
  /** @type {string[]} */
  const heard = [];
  let shaken = 0;
  document.addEventListener("game-sound", (event) => heard.push(/** @type {CustomEvent} */ (event).detail.name));
  Object.assign(document, { getElementById: () => null });
  const animator = /** @type {Animator} */ (/** @type {unknown} */ ({ shake: () => (shaken += 1) }));
  for (const amount of [2, 3, 4]) strike(animator, amount);
  assert.equal(shaken, 0);
  strike(animator, 5);
  assert.equal(shaken, 1);
  assert.deepEqual(heard, ["wound", "wound-hard", "wound-hard", "wound-huge"]);
});

test("a number counts in at most four steps, each once, to its new value", async () => {
  /** @param {number} from @param {number} to @param {boolean} [over] */
  async function counted(from, to, over = false) {
    /** @type {number[]} */
    const written = [];
    /** @type {number[]} */
    const pauses = [];
    const animator = { over, pause: async (/** @type {number} */ beats) => pauses.push(beats) };
    await count(/** @type {Animator} */ (/** @type {unknown} */ (animator)), from, to, (value) => written.push(value));
    return { written, pauses };
  }
  assert.deepEqual(await counted(10, 2), { written: [8, 6, 4, 2], pauses: [0.2, 0.2, 0.2] });
  assert.deepEqual(await counted(3, 5), { written: [4, 5], pauses: [0.4] });
  assert.deepEqual(await counted(3, 2), { written: [2], pauses: [] });
  assert.deepEqual(await counted(9, 1, true), { written: [1], pauses: [] });
});

test("a sound lasts until its last layer has ended, and none is long", () => {
  assert.equal(secondsOf([{ wave: "sine", from: 1, decay: 0.25, gain: 1 }]), 0.252);
  const layer = /** @type {const} */ ({ wave: "sine", from: 1, at: 1, attack: 0.5, decay: 0.25, gain: 1 });
  assert.equal(secondsOf([layer, { ...layer, at: 0 }]), 1.75);
  for (const [name, layers] of Object.entries(SOUNDS))
    assert.ok(secondsOf(layers) < 2.5 && secondsOf(layers) > 0.02, name);
});
