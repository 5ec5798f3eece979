// The end of a match that a fallen Fort decides, after its last step: the loser's bridges break, and the Fort burns over the
// whole board until the result comes. A press, or Escape, ends it.

import { all } from "../dom.js";
import { onEscape } from "../escape.js";
import { isFar } from "./places.js";

const LASTS_MS = 1700;
const FLAMES = 9;
const COMES_MS = 5000; // for the style sheet; without it nothing is shown

/** @param {number} lasts @param {HTMLElement} fire */
function flames(lasts, fire) {
  for (let n = 0; n < FLAMES; n += 1) {
    const flame = document.createElement("span");
    const share = Math.random();
    flame.style.left = `${(n / FLAMES) * 100 - 3}%`;
    fire.append(flame);
    const frames = [
      { scale: "1 .1", opacity: 0 },
      { scale: `1 ${0.7 + share * 0.5}`, opacity: 0.9, offset: 0.35 },
      { scale: `.8 ${0.5 + share * 0.4}`, opacity: 0.7, offset: 0.55 },
      { scale: `1.1 ${0.9 + share * 0.5}`, opacity: 0.9, offset: 0.8 },
      { scale: "1 1.2", opacity: 0.4 },
    ];
    flame.animate(frames, { duration: lasts * (0.8 + share * 0.2), fill: "both" });
  }
}

/** The bridges of who has lost break. @param {number} lasts @param {boolean} far */
function breakBridges(lasts, far) {
  for (const bridge of all(".bridge")) {
    bridge.dataset[far ? "far" : "near"] = "3";
    const half = bridge.querySelector(far ? ".bridge-far" : ".bridge-near");
    half?.animate([{ translate: "0 -8px" }, { translate: "0 10px" }, { translate: "0 0" }], { duration: lasts / 4 });
  }
}

/**
 * Show the end; resolves when it is over, or skipped.
 *
 * @param {string} loser the seat whose Fort has fallen
 * @param {number} speed a multiple of the normal one
 */
export async function burn(loser, speed) {
  const template = document.getElementById("burning");
  const stage = document.getElementById("stage");
  if (!template || !stage) return;
  const lasts = LASTS_MS / speed;
  const fire = document.createElement("div");
  fire.className = "burning";
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = template.dataset.sheet ?? "";
  const fort = document.createElement("img");
  fort.alt = "";
  fort.src = template.dataset.fort ?? "";
  fire.hidden = true;
  fire.append(fort);
  const styled = new Promise((/** @type {(isStyled: boolean) => void} */ resolve) => {
    sheet.addEventListener("load", () => resolve(true));
    sheet.addEventListener("error", () => resolve(false));
    setTimeout(() => resolve(false), COMES_MS);
  });
  // It stays, for the result that comes next: a sheet that leaves the page lets all of it be laid out again.
  document.head.append(sheet);
  stage.append(fire);
  if (!(await styled)) return fire.remove();
  fire.hidden = false;
  document.documentElement.setAttribute("data-playing", "");
  breakBridges(lasts, isFar(loser));
  flames(lasts, fire);
  fort.animate(
    [
      { scale: ".2", rotate: "8deg" },
      { scale: "1", rotate: "-4deg", offset: 0.25 },
      { scale: "1.05", rotate: "-13deg" },
    ],
    {
      duration: lasts,
      easing: "ease-out",
      fill: "both",
    },
  );
  const shown = fire.animate([{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1 }], { duration: lasts });
  const until = new AbortController();
  const { signal } = until;
  // Not earlier: the rest of the press would go to the result, and take its focus or press a button of it.
  document.addEventListener("click", () => shown.finish(), { signal, capture: true });
  onEscape("burning", () => {
    shown.finish();
    return !signal.aborted;
  });
  document.addEventListener("visibilitychange", () => shown.finish(), { signal });
  try {
    await shown.finished;
    await new Promise((resolve) => setTimeout(resolve, 0)); // an animation ends within a frame, whose task has enough to do
  } finally {
    until.abort();
    fire.remove();
    document.documentElement.removeAttribute("data-playing");
  }
}
