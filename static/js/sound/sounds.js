// What each sound is made of: wood, stone, brass and sea. Short and soft; none is louder than 1.

/** @import { Layer } from "./synth.js" */

/**
 * A knock on wood.
 *
 * @param {number} pitch
 * @param {number} gain
 * @param {number} [at]
 * @returns {Layer[]}
 */
function wood(pitch, gain, at = 0) {
  return [
    { wave: "sine", from: pitch, to: pitch * 0.72, at, decay: 0.1, gain: gain * 0.7 },
    { wave: "triangle", from: pitch * 2.7, to: pitch * 2.2, at, decay: 0.04, gain: gain * 0.22 },
    { wave: "noise", from: pitch * 4, q: 1.2, at, decay: 0.025, gain: gain * 0.5 },
  ];
}

/**
 * A stone that strikes another.
 *
 * @param {number} pitch
 * @param {number} gain
 * @param {number} [at]
 * @param {number} [decay]
 * @returns {Layer[]}
 */
function stone(pitch, gain, at = 0, decay = 0.12) {
  return [
    { wave: "noise", from: pitch * 2, to: pitch, q: 3, at, decay, gain: gain * 1.3 },
    { wave: "noise", from: pitch * 7, q: 0.8, at, decay: decay * 0.25, gain: gain * 0.35 },
    { wave: "sine", from: pitch * 0.5, to: pitch * 0.35, at, decay: decay * 1.2, gain: gain * 0.5 },
  ];
}

/**
 * A soft horn.
 *
 * @param {number} pitch
 * @param {number} gain
 * @param {number} at
 * @param {number} decay
 * @returns {Layer[]}
 */
function horn(pitch, gain, at, decay) {
  const layer = { at, attack: 0.05, decay, gain: gain * 0.4, cut: pitch * 1.4 };
  return [pitch, pitch * 1.004].map((from) => ({ ...layer, wave: "sawtooth", from }));
}

/**
 * A struck piece of brass.
 *
 * @param {number} pitch
 * @param {number} gain
 * @param {number} at
 * @param {number} decay
 * @returns {Layer[]}
 */
function chime(pitch, gain, at, decay) {
  return [
    { wave: "sine", from: pitch, at, decay, gain: gain * 0.6 },
    { wave: "sine", from: pitch * 2.76, at, decay: decay * 0.5, gain: gain * 0.2 },
    { wave: "sine", from: pitch * 5.4, at, decay: decay * 0.2, gain: gain * 0.1 },
  ];
}

/**
 * A wave that comes and goes.
 *
 * @param {number} gain
 * @param {number} attack
 * @param {number} decay
 * @param {number} [at]
 * @returns {Layer[]}
 */
function sea(gain, attack, decay, at = 0) {
  return [{ wave: "noise", filter: "lowpass", from: 1100, to: 240, q: 0.4, at, attack, decay, gain }];
}

/** Small stones that roll away. @param {number[]} times @param {number} gain @returns {Layer[]} */
function rubble(times, gain) {
  return times.flatMap((at, n) => stone(150 + ((n * 67) % 140), gain * (1 - n / (times.length + 3)), at, 0.16));
}

/** @typedef {keyof typeof SOUNDS} SoundName */

/**
 * The sounds by the name that a "game-sound" event gives.
 *
 * @satisfies {Record<string, Layer[]>}
 */
export const SOUNDS = {
  pick: wood(640, 0.34),
  land: [...wood(210, 0.5), ...stone(240, 0.22, 0.005, 0.14)],
  cast: [
    { wave: "noise", from: 700, to: 3200, q: 1.4, attack: 0.16, decay: 0.3, gain: 0.16 },
    ...chime(740, 0.2, 0.06, 0.5),
    ...chime(988, 0.2, 0.14, 0.55),
  ],
  lunge: [
    { wave: "noise", from: 380, to: 1700, q: 1.1, attack: 0.09, decay: 0.12, gain: 0.6 },
    ...wood(130, 0.25, 0.1),
  ],
  wound: [...wood(330, 0.3), { wave: "noise", from: 1900, to: 900, q: 0.9, decay: 0.05, gain: 0.34 }],
  "wound-hard": [
    { wave: "sine", from: 165, to: 68, decay: 0.2, gain: 0.56 },
    { wave: "noise", from: 1500, to: 500, q: 0.9, decay: 0.09, gain: 0.4 },
  ],
  "wound-huge": [
    { wave: "sine", from: 110, to: 38, attack: 0.004, decay: 0.55, gain: 0.75 },
    { wave: "noise", from: 900, to: 160, q: 0.6, decay: 0.3, gain: 0.5 },
    ...rubble([0.12, 0.24, 0.38], 0.26),
  ],
  absorbed: [...chime(520, 0.4, 0, 0.34), ...chime(787, 0.2, 0.004, 0.22)],
  destroyed: [...wood(330, 0.34), ...wood(250, 0.34, 0.055), ...wood(180, 0.4, 0.12), ...sea(0.12, 0.04, 0.25, 0.08)],
  crack: [
    { wave: "noise", from: 210, to: 130, q: 2.2, attack: 0.05, decay: 0.24, gain: 1.3 },
    { wave: "noise", from: 900, to: 420, q: 1.2, attack: 0.03, decay: 0.18, gain: 0.24 },
    ...stone(190, 0.3, 0.2, 0.1),
  ],
  "bastion-falls": [
    { wave: "noise", filter: "lowpass", from: 420, to: 60, q: 0.6, attack: 0.03, decay: 1.5, gain: 1 },
    { wave: "sine", from: 74, to: 32, attack: 0.01, decay: 1.2, gain: 0.5 },
    ...rubble([0.06, 0.21, 0.34, 0.5, 0.71, 0.95, 1.2], 0.42),
  ],
  tick: wood(1240, 0.3),
  mana: [...chime(1318, 0.2, 0, 0.3), ...chime(1760, 0.16, 0.07, 0.36)],
  offer: [...wood(420, 0.4), ...wood(420, 0.4, 0.16)],
  "your-turn": [...horn(196, 0.3, 0, 0.28), ...horn(293.7, 0.34, 0.2, 0.6), ...chime(587.3, 0.08, 0.22, 0.6)],
  win: [
    ...horn(146.8, 0.28, 0, 0.3),
    ...horn(185, 0.28, 0.18, 0.3),
    ...horn(220, 0.3, 0.36, 0.35),
    ...horn(293.7, 0.4, 0.56, 1.3),
    ...horn(220, 0.24, 0.56, 1.3),
    ...chime(1174.7, 0.1, 0.58, 1),
    ...sea(0.16, 0.5, 0.9, 0.4),
  ],
  loss: [
    ...horn(146.8, 0.3, 0, 0.5),
    ...horn(138.6, 0.3, 0.4, 0.55),
    ...horn(110, 0.34, 0.85, 1.1),
    ...sea(0.22, 0.6, 1.1, 0.3),
  ],
  draw: [...horn(196, 0.28, 0, 0.4), ...horn(196, 0.28, 0.36, 0.8), ...sea(0.14, 0.4, 0.8)],
};
