// A sound is heard as it was asked for, whatever has become of the page's audio.

import assert from "node:assert/strict";
import { test } from "node:test";
import { root } from "./document.js";

/** @type {{ playbackRate: number, state: string }[]} */
const heard = [];
let context = { state: "", suspend() {} };

/** A part of an audio graph, which takes whatever it is told; an offline one is rendered at once. */
class Part extends EventTarget {
  /** @param {Part} [owner] @param {{ playbackRate?: number }} [options] */
  constructor(owner, { playbackRate = 1 } = {}) {
    super();
    const ignored = () => {};
    const ramps = { setValueAtTime: ignored, linearRampToValueAtTime: ignored, exponentialRampToValueAtTime: ignored };
    Object.assign(this, { owner, playbackRate, gain: { value: 1, ...ramps }, frequency: ramps, sampleRate: 8000 });
  }
  connect(/** @type {Part} */ to) {
    return to;
  }
  getChannelData() {
    return [];
  }
  startRendering() {
    return Promise.resolve(this);
  }
  start() {
    const { owner, playbackRate } = /** @type {any} */ (this);
    if (owner === context) heard.push({ playbackRate, state: context.state });
    this.dispatchEvent(new Event("ended"));
  }
  stop() {}
}
class AudioContext extends Part {
  state = "suspended";
  constructor() {
    super();
    context = this;
  }
  async resume() {
    this.state = "running";
  }
  async suspend() {
    this.state = "suspended";
  }
}
const parts = ["AudioBuffer", "AudioBufferSourceNode", "BiquadFilterNode", "DynamicsCompressorNode", "GainNode"];
for (const name of [...parts, "OfflineAudioContext", "OscillatorNode"]) Object.assign(globalThis, { [name]: Part });
Object.assign(globalThis, { AudioContext, HTMLScriptElement: class {}, matchMedia: () => new EventTarget() });
Object.defineProperty(globalThis, "navigator", { value: {} }); // which does not vibrate
root.dataset.prefDefaults = "sound-on.volume-50.speed-1.vibration-off";
performance.now = () => 0; // nothing is late
await import("../../static/js/prefs.js");
await import("../../static/js/sound/player.js");
await Promise.all(["sounds", "synth"].map((name) => import(`../../static/js/sound/${name}.js`))); // which come late

/** What begins when this sound is asked for, once it is loaded and drawn. @param {string} name @param {number} [raised] */
async function played(name, raised) {
  heard.length = 0;
  document.dispatchEvent(new CustomEvent("game-sound", { detail: { name, raised } }));
  for (let turn = 0; turn < 100 && !heard.length; turn += 1) await new Promise(setImmediate);
  return heard;
}

test("while sound is off a gesture begins no audio", () => {
  const { get } = window.prefs;
  window.prefs.get = (name) => (name === "sound" ? "off" : get(name));
  document.dispatchEvent(new Event("pointerdown"));
  assert.equal(context.state, "");
  window.prefs.get = get;
});

test("nothing is heard before the first gesture; then a sound, raised by as many semitones as it should be", async () => {
  assert.deepEqual(await played("land"), []);
  document.dispatchEvent(new Event("pointerdown"));
  assert.deepEqual(await played("pick"), [{ playbackRate: 1, state: "running" }]);
  assert.deepEqual(await played("wound", 12), [{ playbackRate: 2, state: "running" }]);
});

test("audio that the system has interrupted goes on before the next sound begins", async () => {
  context.state = "interrupted"; // by a call
  assert.deepEqual(await played("mana"), [{ playbackRate: 1, state: "running" }]);
});
