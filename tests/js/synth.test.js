// A sound is drawn as its layers say: waves and noise through filters, each of which swells and falls in its time.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const RAMPS = {
  setValueAtTime: "at",
  linearRampToValueAtTime: "by a line",
  exponentialRampToValueAtTime: "by a curve",
};
const ROUND = 1e6;

/** A number that changes in time; it tells how. */
class Parameter {
  /** @type {any[]} */
  told = [];
  constructor() {
    for (const [name, word] of Object.entries(RAMPS))
      Object.assign(this, {
        [name]: (/** @type {number} */ value, /** @type {number} */ time) =>
          this.told.push([word, value, Math.round(time * ROUND) / ROUND]),
      });
  }
}

/** A part of the browser's audio graph. */
class Part {
  gain = new Parameter();
  frequency = new Parameter();
  /** @type {any} */
  options;
  /** @type {any} */
  to;
  /** @type {number[]} */
  runs = [];
  /** @param {unknown} _ @param {object} options */
  constructor(_, options) {
    this.options = options;
    parts.push(this);
  }
  connect(/** @type {any} */ to) {
    this.to = to;
    return to;
  }
  start(/** @type {number} */ time) {
    this.runs.push(time);
  }
  stop(/** @type {number} */ time) {
    this.runs.push(Math.round(time * ROUND) / ROUND);
  }
}
class Source extends Part {}
class Sieve extends Part {}
class Wave extends Part {}
class Volume extends Part {}
class OfflineAudioContext {
  destination = "ears";
  /** @param {number} channels @param {number} length @param {number} sampleRate */
  constructor(channels, length, sampleRate) {
    Object.assign(this, { channels, length, sampleRate });
  }
  startRendering() {
    return this;
  }
}
class AudioBuffer {
  /** @param {{ length: number }} options */
  constructor({ length }) {
    this.samples = new Float32Array(length);
  }
  getChannelData() {
    return this.samples;
  }
}
const nodes = { AudioBufferSourceNode: Source, BiquadFilterNode: Sieve, OscillatorNode: Wave, GainNode: Volume };
Object.assign(globalThis, { ...nodes, OfflineAudioContext, AudioBuffer });
const { render, secondsOf } = await import("../../static/js/sound/synth.js");

/** @type {Part[]} */
let parts = [];
const one = (/** @type {typeof Part} */ kind) => parts.filter((part) => part instanceof kind)[0];

beforeEach(() => {
  parts = [];
});

test("noise is a second of the same samples each time, through a filter that moves from one pitch to another", async () => {
  /** @type {Float32Array[]} */
  const heard = [];
  for (const _ of [1, 2]) {
    parts = [];
    await render([{ wave: "noise", from: 800, to: 200, q: 3, at: 0.1, decay: 0.3, gain: 0.5 }], 8000);
    heard.push(one(Source).options.buffer.samples);
  }
  const [samples, again] = heard;
  assert.equal(samples.length, 8000);
  assert.deepEqual(samples, again);
  assert.ok(new Set(samples).size > 7900 && samples.every((sample) => Math.abs(sample) <= 1));
  assert.ok(Math.abs(samples.reduce((sum, sample) => sum + sample, 0) / 8000) < 0.02, "around nothing");
  assert.deepEqual(one(Sieve).options, { type: "bandpass", frequency: 800, Q: 3 });
  assert.deepEqual(one(Sieve).frequency.told, [
    ["at", 800, 0.1],
    ["by a curve", 200, 0.402],
  ]);
  assert.ok(one(Source).options.loop && one(Source).to === one(Sieve) && one(Sieve).to === one(Volume));
});

test("a wave glides, through a filter that opens and closes where it has one; it swells, falls and stops", async () => {
  await render([{ wave: "sine", from: 400, to: 300, at: 0.5, attack: 0.1, decay: 0.4, gain: 0.6 }], 8000);
  assert.equal(one(Wave).to, one(Volume));
  assert.deepEqual(one(Wave).frequency.told, [
    ["at", 400, 0.5],
    ["by a curve", 300, 1],
  ]);
  assert.deepEqual(one(Volume).gain.told, [
    ["at", 0.0001, 0.5],
    ["by a line", 0.6, 0.6],
    ["by a curve", 0.0001, 1],
  ]);
  assert.deepEqual([one(Wave).runs, one(Volume).to], [[0.5, 1], "ears"]);
  parts = [];
  await render([{ wave: "sawtooth", from: 400, cut: 900, q: 2, at: 0.5, attack: 0.1, decay: 0.4, gain: 0.6 }], 8000);
  assert.deepEqual(one(Sieve).options, { type: "lowpass", frequency: 900, Q: 2 });
  assert.deepEqual(one(Sieve).frequency.told, [
    ["at", 900, 0.5],
    ["by a line", 2700, 0.6],
    ["by a curve", 900, 1],
  ]);
  assert.ok(one(Wave).to === one(Sieve) && one(Sieve).to === one(Volume));
});

test("a sound is as long as its last layer lasts", async () => {
  const layers = [
    { wave: /** @type {const} */ ("sine"), from: 400, at: 0.5, attack: 0.1, decay: 0.4, gain: 1 },
    { wave: /** @type {const} */ ("noise"), from: 400, decay: 0.25, gain: 1 },
  ];
  assert.equal(secondsOf(layers), 1);
  const { channels, length, sampleRate } = /** @type {any} */ (await render(layers, 8000));
  assert.deepEqual([channels, length, sampleRate], [1, 8000, 8000]);
});
