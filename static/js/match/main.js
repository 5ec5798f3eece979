// The match page: ties the socket, the animations and the ways to play together.

import * as drag from "./drag.js";
import * as inspect from "./inspect.js";
import * as keys from "./keys.js";
import * as mend from "./mend.js";
import * as motion from "./motion.js";
import * as order from "./order.js";
import * as play from "./play.js";
import * as wire from "./wire.js";

let fetching = false;
let focused = ""; // id of what had the focus before a swap
let opened = []; // ids of the parts of the table that are folded out; the server knows nothing of that
const faces = {}; // HTML of cards by key: a connection gets each only once

async function show(frame) {
  focused = document.activeElement?.id ?? "";
  opened = [...document.querySelectorAll("#table details[open]")].map((part) => part.id);
  Object.assign(faces, frame.faces);
  // Who comes and goes, or a refusal, does not disturb a card in the hand.
  if (frame.seq === undefined || (frame.seq === wire.seq() && !frame.fresh)) return;
  play.drop();
  inspect.close();
  if (!frame.next || wire.isBehind() || !motion.wanted()) return;
  const table = mend.remember();
  await motion.play(frame.events, faces);
  mend.mend(table, frame.content);
}

function after(frame) {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  if (focused && document.activeElement === document.body) {
    (document.getElementById(focused) ?? (focused === "undo" && document.getElementById("attack")))?.focus?.();
  }
  followLog(frame);
  greetResult();
  order.greet();
  document.getElementById("cover-title")?.focus({ preventScroll: true });
}

/** Frames append to the log; what came before (or was missed) is fetched. */
async function refreshLog() {
  const log = document.getElementById("log");
  const seq = wire.seq();
  if (!log || fetching || Number(log.dataset.seq) >= seq) return;
  fetching = true;
  try {
    await htmx.ajax("GET", log.dataset.url, { target: log, swap: "innerHTML" });
    log.dataset.seq = seq;
    log.scrollTop = log.scrollHeight;
  } finally {
    fetching = false;
  }
  refreshLog(); // what came meanwhile was put into a log that has just been replaced
}

function followLog(frame) {
  const log = document.getElementById("log");
  if (!log) return;
  if (frame?.fresh) log.dataset.seq = -1;
  else if (frame?.events && Number(log.dataset.seq) >= frame.seq - 1) log.dataset.seq = frame.seq;
  log.scrollTop = log.scrollHeight;
  refreshLog();
}

function greetResult() {
  const title = document.getElementById("result-title");
  if (!title || title.dataset.greeted !== undefined) return;
  title.dataset.greeted = "";
  document.documentElement.dataset.result = "shown";
  title.focus({ preventScroll: true });
}

async function onClick(event) {
  if (motion.playing()) {
    motion.skip();
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (drag.wasDrag()) return;
  const risky = event.target.closest("[data-confirm]");
  if (risky && !(await play.confirmed(risky.dataset.confirm))) return;
  if (risky) wire.send(JSON.parse(risky.dataset.say));
  else if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
  else if (!order.onClick(event.target) && event.target.closest("#table")) press(event);
}

function press(event) {
  play.press(event.target);
  const byKeyboard = event.detail === 0;
  if (byKeyboard && play.current()) play.places()[0]?.focus();
}

function showResult(event) {
  const button = event.target.closest("[data-result]");
  if (button) document.documentElement.dataset.result = button.dataset.result;
}

wire.onShow(show);
wire.onAfter(after);
drag.start();
keys.start();
inspect.start();
order.start();
document.addEventListener("click", onClick, { capture: true });
document.addEventListener("click", showResult);
