// Draws sounds: each is a few layers of waves and noise, made by the browser's own audio graph. No file is loaded.

/**
 * One layer of a sound. Frequencies in Hz, times in seconds from the sound's beginning.
 *
 * @typedef {object} Layer
 * @property {OscillatorType | "noise"} wave
 * @property {number} from its frequency, for noise that of its filter, at the beginning
 * @property {number} [to] and at its end
 * @property {BiquadFilterType} [filter] for a wave: at `cut`
 * @property {number} [cut] where a wave's filter begins; it opens to three times that and closes again
 * @property {number} [q] how narrow the filter is
 * @property {number} [at]
 * @property {number} [attack]
 * @property {number} decay
 * @property {number} gain
 */

const SILENT = 0.0001; // what an exponential fall can reach
const NOISE_SECONDS = 1;

/** Return how long a sound lasts, in seconds. @param {Layer[]} layers */
export function secondsOf(layers) {
  return Math.max(...layers.map(({ at = 0, attack = 0.002, decay }) => at + attack + decay));
}

/**
 * Render a sound, the same each time, without blocking the page.
 *
 * @param {Layer[]} layers
 * @param {number} rate samples per second
 * @returns {Promise<AudioBuffer>}
 */
export function render(layers, rate) {
  const context = new OfflineAudioContext(1, Math.ceil(secondsOf(layers) * rate), rate);
  const noise = noiseOf(context);
  for (const layer of layers) add(context, layer, noise);
  return context.startRendering();
}

/**
 * @param {BaseAudioContext} context
 * @param {Layer} layer
 * @param {AudioBuffer} noise
 */
function add(context, layer, noise) {
  const { at = 0, attack = 0.002, decay, gain } = layer;
  const end = at + attack + decay;
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(SILENT, at);
  volume.gain.linearRampToValueAtTime(gain, at + attack);
  volume.gain.exponentialRampToValueAtTime(SILENT, end);
  volume.connect(context.destination);
  const source = layer.wave === "noise" ? hiss(context, layer, noise, volume) : tone(context, layer, volume);
  source.start(at);
  source.stop(end);
}

/**
 * @param {BaseAudioContext} context
 * @param {Layer} layer
 * @param {AudioBuffer} buffer
 * @param {AudioNode} volume
 */
function hiss(context, { from, to = from, filter = "bandpass", q = 1, at = 0, attack = 0.002, decay }, buffer, volume) {
  const source = new AudioBufferSourceNode(context, { buffer, loop: true });
  const sieve = new BiquadFilterNode(context, { type: filter, frequency: from, Q: q });
  sieve.frequency.setValueAtTime(from, at);
  sieve.frequency.exponentialRampToValueAtTime(to, at + attack + decay);
  source.connect(sieve).connect(volume);
  return source;
}

/**
 * @param {BaseAudioContext} context
 * @param {Layer} layer
 * @param {AudioNode} volume
 */
function tone(
  context,
  { wave, from, to = from, filter = "lowpass", cut, q = 1, at = 0, attack = 0.002, decay },
  volume,
) {
  const source = new OscillatorNode(context, { type: /** @type {OscillatorType} */ (wave), frequency: from });
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + attack + decay);
  if (cut === undefined) {
    source.connect(volume);
    return source;
  }
  const sieve = new BiquadFilterNode(context, { type: filter, frequency: cut, Q: q });
  sieve.frequency.setValueAtTime(cut, at);
  sieve.frequency.linearRampToValueAtTime(cut * 3, at + attack);
  sieve.frequency.exponentialRampToValueAtTime(cut, at + attack + decay);
  source.connect(sieve).connect(volume);
  return source;
}

/** White noise, always the same: a sound shall not differ from one page to the next. @param {BaseAudioContext} context */
function noiseOf(context) {
  const buffer = new AudioBuffer({ length: context.sampleRate * NOISE_SECONDS, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  let seed = 22_222;
  for (let n = 0; n < samples.length; n += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    samples[n] = seed / 2 ** 31;
  }
  return buffer;
}
