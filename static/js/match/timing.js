// When animations end. In the last 40 milliseconds of one that ends on its own the browser styles the page in every frame; so
// they stay at their end until a timer ends them. Each end is a frame of the page: those that are nearly due come together, and
// what nothing waits for comes with them.

const STAY_MS = 5000;
const NEAR_MS = 32;
const SAMPLES = 24; // of an easing
const START_OFFSET = 0.001; // of a movement
const CAN_STAY = CSS.supports("animation-timing-function", "linear(0, 1)");

/**
 * Options of an animation that stays at its end until `endByTimer`. It waits at its first keyframe, where the end of a delay
 * would be a frame, too.
 *
 * @param {KeyframeAnimationOptions} options
 * @returns {KeyframeAnimationOptions & {lasts?: number}} `lasts`: without that stay
 */
export function staying(options) {
  const { duration, easing = "linear", iterations = 1, delay = 0, fill = "none" } = options;
  if (!CAN_STAY || iterations !== 1)
    return delay ? { ...options, fill: fill === "forwards" || fill === "both" ? "both" : "backwards" } : options;
  const lasts = delay + Number(duration);
  return { ...options, delay: 0, duration: lasts + STAY_MS, easing: stretched(easing, lasts, delay), lasts };
}

/**
 * @param {Animation} animation
 * @param {{lasts?: number}} options
 * @param {number} [rest] milliseconds for which the last keyframe stays
 * @param {boolean} [isLazy] whether nothing waits for the end
 */
export async function endByTimer(animation, { lasts }, rest = 0, isLazy = false) {
  if (lasts === undefined || animation.playState !== "running") return;
  await animation.ready.catch(() => {}); // cancelled before its first frame
  const left = lasts + rest - Number(animation.currentTime);
  after(
    left / animation.playbackRate,
    () => animation.playState === "running" && animation.finish(),
    isLazy ? "lazy" : "page",
  );
}

/**
 * A "lazy" call comes with the next "page"; one that changes nothing, as a sound, comes "alone"; so do "words", a little later if
 * something else comes then.
 *
 * @typedef {"page" | "lazy" | "alone" | "words"} Kind
 */
/** @type {{at: number, call: () => void, kind: Kind}[]} */
let waiting = [];
let timer = 0;
let planned = Number.POSITIVE_INFINITY; // when the timer fires

/**
 * Call something after so many milliseconds, or a little earlier, together with what is due then.
 *
 * @param {number} delay
 * @param {() => void} call
 * @param {Kind} [kind]
 */
export function after(delay, call, kind = "page") {
  const added = { at: performance.now() + delay, call, kind };
  waiting.push(added);
  if (latest(added) < planned) plan();
}

/** Until when something may wait. @param {{at: number, kind: Kind}} waiting */
function latest({ at, kind }) {
  return at + (kind === "lazy" ? STAY_MS / 2 : kind === "words" ? NEAR_MS : 0);
}

/** The next that may not wait says when; without any, what is left has time until it would end on its own. */
function plan() {
  clearTimeout(timer);
  planned = Math.min(...waiting.map(latest)); // infinite where nothing waits
  if (waiting.length) timer = window.setTimeout(run, planned - performance.now());
}

function run() {
  planned = Number.POSITIVE_INFINITY;
  const until = performance.now() + NEAR_MS;
  const isChanging = waiting.some((each) => ["page", "lazy"].includes(each.kind) && latest(each) <= until);
  const isDue = (/** @type {typeof waiting[0]} */ each) => (isChanging ? each.at : latest(each)) <= until;
  const due = waiting.filter(isDue).sort((one, other) => one.at - other.at);
  waiting = waiting.filter((each) => !isDue(each));
  for (const { call } of due) call();
  plan();
}

/** @type {Map<string, string>} */
const easings = new Map();

/**
 * An easing that ends after so many milliseconds, and stays there.
 *
 * @param {string} easing
 * @param {number} lasts
 * @param {number} delay until it begins
 */
function stretched(easing, lasts, delay) {
  const [rounded, begin] = [Math.round(lasts), Math.round(delay)];
  const key = `${easing} ${rounded} ${begin}`;
  const known = easings.get(key);
  if (known) return known;
  const points = sampled(easing).map((progress, n) => {
    const time = begin + (n / SAMPLES) * (rounded - begin);
    return `${progress} ${(time * 100) / (rounded + STAY_MS)}%`;
  });
  const made = `linear(0, ${points}, 1)`;
  easings.set(key, made);
  return made;
}

/** @type {Map<string, number[]>} */
const samples = new Map();

/** The progress of an easing at SAMPLES + 1 moments. @param {string} easing */
function sampled(easing) {
  const known = samples.get(easing);
  if (known) return known;
  const effect = new KeyframeEffect(null, null, { duration: SAMPLES, easing, fill: "both" });
  const probe = new Animation(effect, null);
  const made = [];
  for (let n = 0; n <= SAMPLES; n += 1) {
    probe.currentTime = n;
    made.push(effect.getComputedTiming().progress ?? 1);
  }
  samples.set(easing, made);
  return made;
}

/** @typedef {{frames: Keyframe[], duration: number, easing: string}} Movement */

/**
 * Two movements as one, the second after its delay: with an animation each, the page would wake between them.
 *
 * @param {Movement} first
 * @param {Movement & {delay: number}} second
 * @returns {Movement}
 */
export function chained(first, second) {
  const duration = first.duration + second.delay + second.duration;
  const [end, begin] = [first.duration / duration, 1 - second.duration / duration];
  const part = (/** @type {Keyframe[]} */ frames, /** @type {number} */ from, /** @type {number} */ to) =>
    frames.map((frame, index) => ({
      ...frame,
      offset: from + (to - from) * (frame.offset ?? index / (frames.length - 1)),
    }));
  const points = (/** @type {string} */ easing, /** @type {number} */ from, /** @type {number} */ to) =>
    sampled(easing).map((progress, n) => {
      const [reached, time] = [from + (to - from) * progress, from + ((to - from) * n) / SAMPLES];
      return `${reached} ${time * 100}%`;
    });
  return {
    frames: [...part(first.frames, 0, end), ...part(second.frames, begin, 1)],
    duration,
    easing: CAN_STAY ? `linear(${[...points(first.easing, 0, end), ...points(second.easing, begin, 1)]})` : "linear",
  };
}

/**
 * The keyframes of what is put in place before it is seen.
 *
 * @param {Keyframe[]} frames
 * @returns {Keyframe[]}
 */
export function unseen([first, ...frames]) {
  return [{ ...first, opacity: 0, offset: 0 }, { ...first, offset: START_OFFSET }, ...frames];
}

const MOVED = ["translate", "scale", "rotate", "opacity"];

/** Return whether all that an animation moves is moved by these frames, too. @param {KeyframeEffect} effect @param {Keyframe[]} frames */
export function isCovered(effect, frames) {
  const old = effect.getKeyframes();
  return MOVED.every((name) => old.every((frame) => !(name in frame)) || frames.some((frame) => name in frame));
}
