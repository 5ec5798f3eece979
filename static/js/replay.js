// The replay page: steps are fetched as frames, animated like a match's, and put in place without leaving the page. The
// address always names the moment that is shown. Without this script the same links load pages.

import * as inspect from "./match/inspect.js";
import * as motion from "./match/motion.js";

const REST_MS = 650; // between two steps while it plays

const main = document.getElementById("replay");
const { base, from } = main.dataset;

let wanted = step(); // where the latest wish leads to
let going = null; // the promise of the walk in progress
let playing = false;
const fetched = new Map(); // step → promise of its frame

function stage() {
  return document.getElementById("stage").dataset;
}

/** The step that is shown. */
function step() {
  return Number(stage().step);
}

function last() {
  return Number(stage().last);
}

function speed() {
  return Number(document.getElementById("speed").value);
}

function frame(number) {
  if (!fetched.has(number)) {
    if (fetched.size > 60) fetched.clear();
    fetched.set(number, load(number));
  }
  return fetched.get(number);
}

async function load(number) {
  const answer = await fetch(`${base}/frame?step=${number}&from=${from}`, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`frame ${number}: ${answer.status}`);
  return answer.json();
}

/** Show a step; the one after the present is animated. A newer wish ends what is being played. */
function go(number) {
  wanted = Math.min(Math.max(number, 0), last());
  motion.skip();
  going ??= walk().finally(() => {
    going = null;
  });
  return going;
}

async function walk() {
  while (wanted !== step()) {
    const goal = wanted;
    let shown;
    try {
      shown = await frame(goal);
    } catch {
      location.assign(`${base}?step=${goal}&from=${from}`); // the page itself says what is wrong
      return;
    }
    if (goal !== wanted) continue;
    inspect.close();
    if (goal === step() + 1) await motion.play(shown.events, shown.faces, speed());
    if (goal === wanted || goal === step() + 1) await show(shown);
  }
  if (step() < last()) frame(step() + 1).catch(() => {});
}

async function show(shown) {
  const focused = document.activeElement?.id;
  await htmx.swap({ sourceElement: main, target: main, swap: "none", text: shown.content });
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  history.replaceState(null, "", `${base}?step=${shown.step}&from=${from}`);
  await turnLog(shown);
  settle();
}

/** A long match's log has parts: fetch the one that a step belongs to. */
async function turnLog({ step, part }) {
  const log = document.getElementById("log");
  if (Number(log.dataset.part) === part) return;
  await htmx.ajax("GET", `${base}/log?step=${step}&from=${from}`, { target: log, swap: "outerHTML" });
}

/** What the server's HTML does not know: the line of the log, the chosen turn, whether it plays. */
function settle() {
  markLog();
  markTurn();
  const button = document.getElementById("play");
  button.hidden = false;
  button.setAttribute("aria-pressed", String(playing));
  button.setAttribute("aria-label", playing ? button.dataset.pause : button.dataset.play);
}

function markLog() {
  const log = document.getElementById("log");
  let first = null;
  for (const line of log.children) {
    const here = Number(line.dataset.at) === step();
    if (here) first ??= line;
    line.toggleAttribute("aria-current", false);
    if (here) line.setAttribute("aria-current", "step");
  }
  if (first) log.scrollTop = first.offsetTop - log.offsetTop - log.clientHeight / 3;
}

function markTurn() {
  const turns = document.getElementById("turns");
  const begun = [...turns.options].filter((option) => Number(option.value) <= step());
  turns.value = begun.at(-1).value;
}

async function play() {
  playing = true;
  if (step() === last()) await go(0);
  settle();
  while (playing && step() < last()) {
    const next = step() + 1;
    await go(next);
    if (wanted !== next) break;
    await new Promise((resolve) => setTimeout(resolve, REST_MS / speed()));
  }
  pause();
}

function pause() {
  playing = false;
  settle();
}

function onClick(event) {
  if (event.target.closest("#play")) {
    if (playing) pause();
    else play();
    return;
  }
  const link = event.target.closest("a[data-step]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    playing = false;
    go(Number(link.dataset.step)).then(settle);
  } else if (motion.playing() && event.target.closest("#table, #draft, .telling")) {
    motion.skip();
  }
}

const LINKS = { PageUp: ".step-turn", PageDown: ".step-turn:last-of-type" };

function goalOf(key) {
  if (key === "ArrowLeft") return wanted - 1;
  if (key === "ArrowRight") return wanted + 1;
  if (key === "Home") return 0;
  if (key === "End") return last();
  const link = LINKS[key] && document.querySelector(`#steps ${LINKS[key]}`);
  return link ? Number(link.dataset.step) : null;
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, [popover]")) return;
  const goal = goalOf(event.key);
  if (goal !== null) {
    event.preventDefault();
    playing = false;
    go(goal).then(settle);
  } else if (event.key === " " && !event.target.closest("a, button, summary")) {
    event.preventDefault();
    if (playing) pause();
    else play();
  }
}

function onInput(event) {
  if (event.target.id !== "seek" && event.target.id !== "turns") return;
  playing = false;
  go(Number(event.target.value)).then(settle);
}

document.getElementById("speed-choice").hidden = false;
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
document.addEventListener("input", onInput);
document.addEventListener("submit", (event) => {
  if (event.target.matches(".replay-seek")) event.preventDefault();
});
inspect.start();
settle();
if (step() < last()) frame(step() + 1).catch(() => {});
