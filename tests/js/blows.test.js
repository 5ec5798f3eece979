// How strong a blow looks and sounds.

import "./platform.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { countTo, kindOf, strike } from "../../static/js/match/blows.js";
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
  Object.assign(document, { getElementById: () => null });
  const hear = (/** @type {string} */ name) => heard.push(name);
  const animator = /** @type {Animator} */ (/** @type {unknown} */ ({ shake: () => (shaken += 1), hear }));
  for (const amount of [2, 3, 4]) strike(animator, amount);
  assert.equal(shaken, 0);
  strike(animator, 5);
  assert.equal(shaken, 1);
  assert.deepEqual(heard, ["wound", "wound-hard", "wound-hard", "wound-huge"]);
});

/** An element of a page that is not there. */
class Part {
  textContent = "";
  /** @type {Part[]} */
  children = [];
  isConnected = true;
  append(/** @type {Part[]} */ ...parts) {
    this.children.push(...parts);
  }
  replaceChildren(/** @type {Part[]} */ ...parts) {
    this.children = parts;
  }
  replaceWith(/** @type {string} */ text) {
    shown = text;
  }
}

let shown = "";

test("a number counts in at most four steps, each there from the beginning, to its new value", async () => {
  Object.assign(document, { createElement: () => new Part() });
  /** @param {number} from @param {number} to @param {boolean} [over] */
  async function counted(from, to, over = false) {
    shown = "";
    const badge = new Part();
    /** @type {{lines: string[], moves: (string | undefined)[], duration: number}[]} */
    const seen = [];
    const adorn = async (
      /** @type {Part} */ strip,
      /** @type {Keyframe[]} */ frames,
      /** @type {{duration: number}} */ timing,
    ) => {
      seen.push({
        lines: strip.children.map(({ textContent }) => textContent),
        moves: frames.map(({ translate, offset }) => `${Number(offset).toFixed(2)}: ${translate}`),
        duration: timing.duration,
      });
    };
    const animator = /** @type {Animator} */ (/** @type {unknown} */ ({ over, beat: 100, adorn, endRemoved() {} }));
    await countTo(animator, /** @type {HTMLElement} */ (/** @type {unknown} */ (badge)), from, to);
    return { seen: seen[0], last: over ? badge.textContent : shown };
  }
  const moves = ["0.00: 0 0%", "0.00: 0 0%", "0.00: 0 -20%", "0.25: 0 -20%", "0.25: 0 -40%", "0.50: 0 -40%"];
  const rest = ["0.50: 0 -60%", "0.75: 0 -60%", "0.75: 0 -80%", "1.00: 0 -80%"];
  const lines = ["10", "8", "6", "4", "2"];
  assert.deepEqual(await counted(10, 2), { seen: { lines, moves: [...moves, ...rest], duration: 80 }, last: "2" });
  assert.deepEqual((await counted(3, 5)).seen?.lines, ["3", "4", "5"]);
  assert.deepEqual((await counted(3, 2)).seen?.lines, ["3", "2"]);
  assert.deepEqual(await counted(9, 1, true), { seen: undefined, last: "1" });
});

test("a sound lasts until its last layer has ended, and none is long", () => {
  assert.equal(secondsOf([{ wave: "sine", from: 1, decay: 0.25, gain: 1 }]), 0.252);
  const layer = /** @type {const} */ ({ wave: "sine", from: 1, at: 1, attack: 0.5, decay: 0.25, gain: 1 });
  assert.equal(secondsOf([layer, { ...layer, at: 0 }]), 1.75);
  for (const [name, layers] of Object.entries(SOUNDS))
    assert.ok(secondsOf(layers) < 2.5 && secondsOf(layers) > 0.02, name);
});
