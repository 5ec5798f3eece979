// The idea of the game in one blow, struck again and again: a creature crosses its bridge, and the wounds push the
// fortress through the hand. A still picture while it is out of sight, stopped, or motion is reduced.

const BEAT_MS = 1400;
const RUN_MS = 260;
const PUSH_MS = 220;
const REST = 2; // beats, before the blow and after it

const root = /** @type {HTMLElement} */ (document.getElementById("showpiece"));
const button = root.querySelector("button");
const striker = root.querySelector(`[data-lane="${root.dataset.striker}"] .card`);
const hp = root.querySelector(".small-hand .card-hp");
const fortress = hp?.closest(".card")?.parentElement;
const passed = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-passed]"))];
const whole = hp?.textContent ?? "";
const state = { isSeen: false, isStopped: false, beat: 0 };

/** Animate a card to its present place in the document from where it was. @param {Element} moved @param {DOMRect} from */
function glide(moved, from) {
  const x = from.left - moved.getBoundingClientRect().left;
  if (x) moved.animate({ translate: [`${x}px 0`, "0 0"] }, { duration: PUSH_MS * passed.length, easing: "ease-out" });
}

/** @param {() => void} change */
function rearrange(change) {
  const cards = [fortress, ...passed].filter((each) => each instanceof Element);
  const places = cards.map((each) => each.getBoundingClientRect());
  change();
  for (const [index, moved] of cards.entries()) glide(moved, places[index]);
}

function strike() {
  if (!striker || !fortress || !hp) return;
  const [from, to] = [striker.getBoundingClientRect(), fortress.getBoundingClientRect()];
  const way = `${(to.left - from.left) * 0.8}px ${(to.top - from.top) * 0.8}px`;
  const run = striker.animate(
    { translate: ["0 0", way, "0 0"], zIndex: [3, 3, 3] },
    { duration: 2 * RUN_MS, easing: "ease-in-out" },
  );
  setTimeout(() => {
    rearrange(() => passed.at(-1)?.after(fortress));
    fortress.animate({ scale: [1, 1.25, 1] }, PUSH_MS * passed.length);
    hp.textContent = root.dataset.hp ?? "";
  }, RUN_MS);
  return run;
}

function restore() {
  if (!fortress || !hp) return;
  rearrange(() => passed[0]?.before(fortress));
  hp.textContent = whole;
}

function beat() {
  if (state.isStopped || !state.isSeen || document.hidden || window.prefs.still()) return;
  state.beat = (state.beat + 1) % (2 * REST);
  if (state.beat === 1) strike();
  if (state.beat === 1 + REST) restore();
}

function begin() {
  if (button) button.hidden = window.prefs.still();
}

button?.addEventListener("click", () => {
  state.isStopped = !state.isStopped;
  button.setAttribute("aria-label", (state.isStopped ? root.dataset.play : root.dataset.pause) ?? "");
  button.classList.toggle("is-stopped", state.isStopped);
});
new IntersectionObserver((entries) => {
  state.isSeen = entries.some((entry) => entry.isIntersecting);
}).observe(root);
matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", begin);
document.addEventListener("prefs-changed", begin);
setInterval(beat, BEAT_MS);
begin();
