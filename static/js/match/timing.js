// When animations end. In the last 40 milliseconds of one that ends on its own the browser styles the page in every frame; so
// they stay at their end until a timer ends them. Each end is a frame of the page: those that are nearly due come together, and
// what nothing waits for comes with them.

const STAY_MS = 5000;
const NEAR_MS = 24;
const SAMPLES = 16; // of an easing
const CAN_STAY = CSS.supports("animation-timing-function", "linear(0, 1)");

/**
 * Options of an animation that stays at its end until `endByTimer`. It waits at its first keyframe, where the end of a delay
 * would be a frame, too.
 *
 * @param {KeyframeAnimationOptions} options
 * @returns {KeyframeAnimationOptions & {lasts?: number}} `lasts`: without that stay
 */
export function staying(options) {
  const { duration, easing = "linear", iterations = 1, delay = 0 } = options;
  if (!CAN_STAY || iterations !== 1) return options;
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
  after(left / animation.playbackRate, () => animation.playState === "running" && animation.finish(), isLazy);
}

/** @type {{at: number, call: () => void, isLazy: boolean}[]} */
let waiting = [];
let timer = 0;

/**
 * Call something after so many milliseconds, or a little earlier, together with what is due then.
 *
 * @param {number} delay
 * @param {() => void} call
 * @param {boolean} [isLazy] whether it may wait for the next that may not
 */
export function after(delay, call, isLazy = false) {
  waiting.push({ at: performance.now() + delay, call, isLazy });
  plan();
}

/** The next that may not wait says when; without any, what is left has time until it would end on its own. */
function plan() {
  clearTimeout(timer);
  const due = waiting.map(({ at, isLazy }) => (isLazy ? at + STAY_MS / 2 : at));
  if (due.length) timer = window.setTimeout(run, Math.min(...due) - performance.now());
}

function run() {
  const until = performance.now() + NEAR_MS;
  const due = waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
  waiting = waiting.filter(({ at }) => at > until);
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
  const effect = new KeyframeEffect(null, null, { duration: SAMPLES, easing, fill: "both" });
  const probe = new Animation(effect, null);
  const points = [];
  for (let n = 0; n <= SAMPLES; n += 1) {
    probe.currentTime = n;
    const { progress } = effect.getComputedTiming();
    const time = begin + (n / SAMPLES) * (rounded - begin);
    points.push(`${progress} ${(time * 100) / (rounded + STAY_MS)}%`);
  }
  const made = `linear(0, ${points}, 1)`;
  easings.set(key, made);
  return made;
}

const MOVED = ["translate", "scale", "rotate", "opacity"];

/** Return whether all that an animation moves is moved by these frames, too. @param {KeyframeEffect} effect @param {Keyframe[]} frames */
export function isCovered(effect, frames) {
  const old = effect.getKeyframes();
  return MOVED.every((name) => old.every((frame) => !(name in frame)) || frames.some((frame) => name in frame));
}
