// The replay page: steps are fetched as frames, animated like a match's, and put in place without leaving the page. The
// address always names the moment that is shown. Without this script the same links load pages.

import { all, around, byId } from "./dom.js";
import * as inspect from "./match/inspect.js";
import { followLane } from "./match/lane_room.js";
import "./match/log_keys.js";
import { playback } from "./match/playback.js";
import { readAloud } from "./match/read_keys.js";

const REST_MS = 650; // between two steps while it plays
const CACHE_SIZE = 60; // frames

const main = byId("replay", HTMLElement);
const { base, from } = main.dataset;

/** `goal`: where the latest click leads. @type {{goal: number, walking: Promise<void> | null, isPlaying: boolean}} */
const state = { goal: step(), walking: null, isPlaying: false };
/** @type {Map<number, Promise<ReplayFrame>>} */
const fetched = new Map(); // by step

function stage() {
  return byId("stage", HTMLElement).dataset;
}

/** The step that is shown. */
function step() {
  return Number(stage().step);
}

function last() {
  return Number(stage().last);
}

/** @param {number} number */
function frame(number) {
  const known = fetched.get(number);
  if (known) return known;
  if (fetched.size > CACHE_SIZE) fetched.clear();
  const coming = load(number);
  fetched.set(number, coming);
  coming.catch(() => fetched.delete(number));
  return coming;
}

/**
 * @param {number} number
 * @returns {Promise<ReplayFrame>}
 */
async function load(number) {
  const answer = await fetch(`${base}/frame?step=${number}&from=${from}`, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`frame ${number}: ${answer.status}`);
  return answer.json();
}

/** Show a step; the one after the present is animated. A newer goal ends what is being played. @param {number} number */
function go(number) {
  state.goal = Math.min(Math.max(number, 0), last());
  playback.skip();
  state.walking ??= walk().finally(() => {
    state.walking = null;
  });
  return state.walking;
}

async function walk() {
  while (state.goal !== step()) {
    const next = state.goal;
    let shown;
    try {
      shown = await frame(next);
    } catch {
      location.assign(`${base}?step=${next}&from=${from}`); // the page itself says what is wrong
      return;
    }
    if (next !== state.goal) continue;
    inspect.close();
    if (next === step() + 1) await playback.play(shown.events, shown.faces);
    if (next === state.goal || next === step() + 1) await show(shown);
  }
  if (step() < last()) frame(step() + 1).catch(() => {});
}

/** @param {ReplayFrame} shown */
async function show(shown) {
  const focused = document.activeElement?.id;
  await htmx.swap({ sourceElement: main, target: main, swap: "none", text: shown.content });
  followLane();
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  history.replaceState(null, "", `${base}?step=${shown.step}&from=${from}`);
  await loadLogPart(shown);
  update();
}

/** A long match's log has parts: fetch the one that a step belongs to. @param {ReplayFrame} frame */
async function loadLogPart({ step, part }) {
  const log = byId("log", HTMLElement);
  if (Number(log.dataset.part) === part) return;
  const inside = log.contains(document.activeElement);
  await htmx.ajax("GET", `${base}/log?step=${step}&from=${from}`, { target: log, swap: "outerHTML" });
  if (inside) byId("log", HTMLElement).focus();
}

/** Show what the server's HTML does not know: the line of the log, the chosen turn, whether it plays. */
function update() {
  markLog();
  markTurn();
  document.dispatchEvent(new Event("replay-step"));
  const button = byId("play", HTMLButtonElement);
  button.hidden = false;
  button.setAttribute("aria-pressed", String(state.isPlaying));
  button.setAttribute("aria-label", (state.isPlaying ? button.dataset.pause : button.dataset.play) ?? "");
}

function markLog() {
  const log = byId("log", HTMLElement);
  let first = null;
  for (const line of all(":scope > *", log)) {
    const here = Number(line.dataset.at) === step();
    if (here) first ??= line;
    line.toggleAttribute("aria-current", false);
    if (here) line.setAttribute("aria-current", "step");
  }
  if (first) log.scrollTop = first.offsetTop - log.offsetTop - log.clientHeight / 3;
}

function markTurn() {
  const turns = document.getElementById("turns");
  if (!(turns instanceof HTMLSelectElement)) return; // inside a page of another site
  const begun = [...turns.options].filter((option) => Number(option.value) <= step());
  turns.value = begun.at(-1)?.value ?? "";
}

async function play() {
  state.isPlaying = true;
  if (step() === last()) await go(0);
  update();
  while (state.isPlaying && step() < last()) {
    const next = step() + 1;
    await go(next);
    if (state.goal !== next) break;
    await new Promise((resolve) => setTimeout(resolve, REST_MS / (playback.speed || 1)));
  }
  pause();
}

function pause() {
  state.isPlaying = false;
  update();
}

function toggle() {
  if (state.isPlaying) pause();
  else play();
}

/** Stop playing, and show a step at once. @param {number} number */
function jump(number) {
  state.isPlaying = false;
  go(number).then(update);
}

/** @param {MouseEvent} event */
function onClick(event) {
  if (around(event, "#play")) {
    toggle();
    return;
  }
  const link = around(event, "a[data-step]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    jump(Number(link.dataset.step));
  } else if (around(event, "#table, #draft, .telling")) {
    playback.onClick(event);
  }
}

/** @type {Record<string, string>} */
const LINKS = { PageUp: ".step-turn", PageDown: ".step-turn:last-of-type" };

/** The step to which a key leads, or null. @param {string} key */
function goalOf(key) {
  if (key === "ArrowLeft") return state.goal - 1;
  if (key === "ArrowRight") return state.goal + 1;
  if (key === "Home") return 0;
  if (key === "End") return last();
  const [link] = key in LINKS ? all(`#steps ${LINKS[key]}`) : [];
  return link ? Number(link.dataset.step) : null;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || around(event, "input, select, textarea, [popover]")) return;
  const number = goalOf(event.key);
  if (number !== null) {
    event.preventDefault();
    jump(number);
  } else if (event.key === " " && !around(event, "a, button, summary")) {
    event.preventDefault();
    toggle();
  } else if (event.key === "?") {
    byId("help-panel", HTMLElement).togglePopover();
  } else {
    readAloud(event);
  }
}

/** @param {Event} event */
function onInput(event) {
  const field = around(event, "#seek, #turns");
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) jump(Number(field.value));
}

document.addEventListener("click", onClick);
document.addEventListener("click", readAloud);
document.addEventListener("keydown", onKey);
document.addEventListener("input", onInput);
document.addEventListener("submit", (event) => {
  if (around(event, ".replay-seek")) event.preventDefault();
});
inspect.start();
followLane();
update();
if (step() < last()) frame(step() + 1).catch(() => {});
