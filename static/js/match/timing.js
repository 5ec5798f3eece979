// When animations end. In the last 40 milliseconds of one that ends on its own the browser styles the page in every frame; so
// they stay at their end until a timer ends them.

const STAY_MS = 1000;
const SAMPLES = 16; // of an easing
const CAN_STAY = CSS.supports("animation-timing-function", "linear(0, 1)");

/**
 * Options of an animation that stays at its end until `endByTimer`.
 *
 * @param {KeyframeAnimationOptions} options
 * @returns {KeyframeAnimationOptions & {lasts?: number}} `lasts`: without that stay
 */
export function staying(options) {
  const { duration, easing = "linear", iterations = 1 } = options;
  const lasts = Number(duration);
  if (!CAN_STAY || iterations !== 1) return options;
  return { ...options, duration: lasts + STAY_MS, easing: stretched(easing, lasts), lasts };
}

/**
 * @param {Animation} animation
 * @param {{delay?: number, lasts?: number}} options
 * @param {number} [rest] milliseconds for which the last keyframe stays
 */
export async function endByTimer(animation, { delay = 0, lasts }, rest = 0) {
  if (lasts === undefined || animation.playState !== "running") return;
  await animation.ready.catch(() => {}); // cancelled before its first frame
  const left = delay + lasts + rest - Number(animation.currentTime);
  setTimeout(() => animation.playState === "running" && animation.finish(), left / animation.playbackRate);
}

/** @type {Map<string, string>} */
const easings = new Map();

/**
 * An easing that ends after so many milliseconds, and stays there.
 *
 * @param {string} easing
 * @param {number} lasts
 */
function stretched(easing, lasts) {
  const rounded = Math.round(lasts);
  const key = `${easing} ${rounded}`;
  const known = easings.get(key);
  if (known) return known;
  const effect = new KeyframeEffect(null, null, { duration: SAMPLES, easing, fill: "both" });
  const probe = new Animation(effect, null);
  const points = [];
  for (let n = 0; n <= SAMPLES; n += 1) {
    probe.currentTime = n;
    const { progress } = effect.getComputedTiming();
    points.push(`${progress} ${((n / SAMPLES) * rounded * 100) / (rounded + STAY_MS)}%`);
  }
  const made = `linear(${points}, 1)`;
  easings.set(key, made);
  return made;
}

const MOVED = ["translate", "scale", "rotate", "opacity"];

/** Return whether all that an animation moves is moved by these frames, too. @param {KeyframeEffect} effect @param {Keyframe[]} frames */
export function isCovered(effect, frames) {
  const old = effect.getKeyframes();
  return MOVED.every((name) => old.every((frame) => !(name in frame)) || frames.some((frame) => name in frame));
}
