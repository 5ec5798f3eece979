// Plays the sounds that a page asks for, at the volume that the visitor has chosen; on phones some vibrate, too.
//
// Browsers let nothing sound before the first gesture: until then, and while sound is off, there is no audio at all.

import { onEscape } from "../escape.js";
import { lazy } from "../fragments.js";

/** @import { SoundName } from "./sounds.js" */

const MAX_VOICES = 6; // sounds at a time
const GAP_MS = 50; // two of the same at once are only louder
const LATE_MS = 250; // a sound that could not begin until then is left out
/** @type {SoundName[]} */
const CALLS = ["your-turn"]; // played in a hidden tab, too
/** @type {Partial<Record<SoundName, number[]>>} name → milliseconds on, off, on … */
const BUZZES = {
  "your-turn": [60, 60, 60],
  "bastion-falls": [30, 40, 180],
  wound: [8],
  "wound-hard": [22],
  "wound-huge": [30, 20, 60],
};

// They compute sounds: a silent page does not load them.
const sounds = lazy("sound/sounds");
const synth = lazy("sound/synth");

/** @type {{context: AudioContext | null, volume: GainNode | null}} */
const audio = { context: null, volume: null };
/** @type {Map<SoundName, Promise<AudioBuffer | null>>} */
const drawn = new Map();
/** @type {Set<AudioBufferSourceNode>} */
const voices = new Set();
/** @type {Map<SoundName, number>} */
const begun = new Map(); // when each was last asked for

function isOn() {
  return window.prefs.get("sound") === "on";
}

/** What did not come is asked for again with the next sound of this name. @param {SoundName} name */
function draw(name) {
  const known = drawn.get(name) ?? drawNew(name);
  drawn.set(name, known);
  known.then(
    (buffer) => buffer ?? drawn.delete(name),
    () => drawn.delete(name),
  );
  return known;
}

/** @param {SoundName} name */
async function drawNew(name) {
  const rate = /** @type {AudioContext} */ (audio.context).sampleRate;
  const [{ SOUNDS }, { render }] = await Promise.all([sounds(), synth()]);
  return name in SOUNDS ? ((await render(SOUNDS[name], rate)) ?? null) : null;
}

async function drawAll() {
  const { SOUNDS } = await sounds();
  for (const name of Object.keys(SOUNDS)) draw(/** @type {SoundName} */ (name));
}

/** Start the audio after the first gesture. */
function unlock() {
  if (!isOn() || audio.context?.state === "running") return;
  if (!audio.context) {
    // While its switch is on silent an iPhone plays only this kind; a player who wants no sound has said so here.
    if (navigator.audioSession) navigator.audioSession.type = "playback";
    audio.context = new AudioContext({ latencyHint: "interactive" });
    // Several at once may be louder than the loudest.
    const limiter = new DynamicsCompressorNode(audio.context, {
      threshold: -6,
      ratio: 12,
      attack: 0.002,
      release: 0.1,
    });
    audio.volume = new GainNode(audio.context);
    audio.volume.connect(limiter).connect(audio.context.destination);
    setVolume();
    drawAll();
  }
  audio.context.resume();
}

function setVolume() {
  if (audio.volume) audio.volume.gain.value = (Number(window.prefs.get("volume")) / 100) ** 2; // as ears count
}

/** Take up what the visitor has chosen. @param {Event} event */
function onPrefs(event) {
  const { name } = /** @type {CustomEvent<{name: string}>} */ (event).detail;
  if (name !== "sound" && name !== "volume") return;
  if (name === "volume" && !isOn()) return window.prefs.set("sound", "on"); // who moves the volume wants sound
  setVolume();
  if (isOn()) {
    unlock();
    play("pick");
    return;
  }
  for (const voice of voices) voice.stop();
  audio.context?.suspend();
}

/** @param {Event} event */
function onSound(event) {
  const { name, raised } = /** @type {CustomEvent<{name: SoundName, raised?: number}>} */ (event).detail;
  buzz(name);
  play(name, raised);
}

/**
 * @param {SoundName} name
 * @param {number} [raised] semitones
 */
async function play(name, raised = 0) {
  const now = performance.now();
  if (!isOn() || !audio.context || (document.hidden && !CALLS.includes(name))) return;
  if (now - (begun.get(name) ?? -GAP_MS) < GAP_MS) return;
  begun.set(name, now);
  const buffer = await draw(name);
  if (audio.context.state !== "running") await audio.context.resume();
  if (!buffer || !isOn() || !audio.volume || voices.size >= MAX_VOICES || performance.now() - now > LATE_MS) return;
  const voice = new AudioBufferSourceNode(audio.context, { buffer, playbackRate: 2 ** (raised / 12) });
  voices.add(voice);
  voice.addEventListener("ended", () => voices.delete(voice));
  voice.connect(audio.volume);
  voice.start();
}

/** @param {SoundName} name */
function buzz(name) {
  // Without a gesture browsers refuse, and say so in the console.
  const pattern = BUZZES[name];
  if (!pattern || window.prefs.get("vibration") !== "on" || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(pattern);
}

/** The slider is shown while it has the focus; returns whether it had. */
function leaveVolume() {
  const focused = /** @type {HTMLElement | null} */ (document.querySelector(".sound :focus"));
  focused?.blur();
  return focused !== null;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.key.toLowerCase() !== "m") return;
  const field = event.target instanceof Element && event.target.closest("input:not([type=range]), textarea, select");
  if (!field && !document.querySelector("dialog[open]")) document.getElementById("sound-button")?.click();
}

for (const gesture of ["pointerdown", "pointerup", "keydown"]) {
  document.addEventListener(gesture, unlock, { capture: true, passive: true });
}
document.addEventListener("game-sound", onSound);
document.addEventListener("prefs-changed", onPrefs);
document.addEventListener("keydown", onKey);
onEscape("volume", leaveVolume);
