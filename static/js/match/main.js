// The match page: ties the socket, the animations and the ways to play together.

import { all, around } from "../dom.js";
import { call } from "./calling.js";
import { noteTime, showClocks } from "./clocks.js";
import { countDown } from "./countdown.js";
import * as drag from "./drag.js";
import { once } from "./event_animations.js";
import * as focus from "./focus.js";
import * as inspect from "./inspect.js";
import * as instant from "./instant.js";
import * as keys from "./keys.js";
import { followLane } from "./lane_room.js";
import * as motion from "./motion.js";
import { patchZones, snapshot } from "./patch.js";
import * as play from "./play.js";
import * as socket from "./socket.js";
import { sound } from "./sound_cues.js";

let logSeq = 0; // the number of actions when the log was asked for
const order = once(() => import("./order.js")); // few matches ask for cards in order
const recap = () => import("./recap.js"); // only where nothing moves
const botWords = once(() => import("./bot_words.js")); // only against a computer
let isOrdering = false;
let isEndHeard = false; // the animation has sounded it
let early = ""; // id of a card that was picked before the last move was answered
/** @type {string[]} */
let opened = []; // ids of the parts of the table that are folded out; the server knows nothing of that
/** @type {Faces} */
const faces = {}; // a connection gets each only once
const SAID_TO = new Set(["bastion_fell", "over"]); // what a computer opponent has something to say about

/**
 * Animate what has happened, before the frame's HTML is put in place.
 *
 * @param {Shown} frame
 * @param {boolean} isNext
 */
async function beforeSwap(frame, isNext) {
  noteTime(frame);
  focus.note();
  opened = all("#table details[open]").map((part) => part.id);
  if (frame.type === "error") {
    takeBack();
    return;
  }
  if (frame.type === "frame") {
    Object.assign(faces, frame.faces);
    if (frame.seq === socket.seq()) return; // who comes and goes does not disturb a card in the hand
  }
  early = play.pickedEarly();
  play.drop();
  inspect.close();
  closeAdvice();
  const shown = instant.confirm();
  const events = (frame.type === "frame" && frame.events) || null;
  if (isNext && events && !socket.isBehind() && motion.wanted()) await showEvents(frame, events, shown);
  else {
    shown?.animator.clear();
    if (events) await tell(events);
  }
  if (events?.some(({ type }) => SAID_TO.has(type))) letBotSpeak((words) => words.answer(events));
}

/**
 * @param {Shown} frame
 * @param {GameEvent[]} events
 * @param {ReturnType<typeof instant.confirm>} shown what the viewer's own action has shown already
 */
async function showEvents(frame, events, shown) {
  const table = shown?.table ?? snapshot(frame.content);
  await motion.play(instant.left(events, shown), faces, shown?.animator);
  shown?.animator.clear();
  isEndHeard = events.some(({ type }) => type === "over");
  patchZones(table, frame.content);
}

/** @param {(words: typeof import("./bot_words.js")) => void} say */
function letBotSpeak(say) {
  if (document.getElementById("voice")) botWords().then(say, console.error);
}

function takeBack() {
  const picked = play.pickedEarly();
  play.drop();
  instant.takeBack();
  play.pickAgain(picked);
}

/** A hint is about one moment of the match. */
function closeAdvice() {
  document.getElementById("advice")?.replaceChildren();
}

/** Bring back what the swap has undone, and what goes with the new board. @param {Shown} frame */
function afterSwap(frame) {
  followLane();
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  if (frame.type === "snapshot") letBotSpeak(({ greet }) => greet());
  followLog(frame);
  focusResult();
  call();
  countDown(frame);
  showClocks();
  prepareOrder();
  play.pickAgain(early);
  early = "";
  document.getElementById("cover-title")?.focus({ preventScroll: true });
  focus.restore();
}

function prepareOrder() {
  const wasOrdering = isOrdering;
  isOrdering = document.querySelector("#order .order-rows") !== null;
  if (isOrdering || wasOrdering) order().then(({ prepare }) => prepare());
}

/** Frames append to the log; what came before (or was missed) is fetched. */
function refreshLog() {
  const log = document.getElementById("log");
  if (log && Number(log.dataset.seq) < socket.seq()) htmx.trigger(log, "refresh");
}

/** @param {FragmentEvent} event */
function onLogRequest({ target }) {
  if (target instanceof Element && target.id === "log") logSeq = socket.seq();
}

/** A log that could not be fetched keeps its number; it is asked for again (fragments.js). @param {FragmentEvent} event */
function onLogAnswer({ target, detail }) {
  if (!(target instanceof HTMLElement) || target.id !== "log" || detail.ctx?.response?.status !== 200) return;
  target.dataset.seq = String(logSeq);
  target.scrollTop = target.scrollHeight;
  refreshLog(); // what came meanwhile was put into a log that has just been replaced
}

/** @param {Shown} frame */
function followLog(frame) {
  const log = document.getElementById("log");
  if (!log) return;
  if (frame.type === "snapshot") log.dataset.seq = "-1";
  else if (frame.type === "frame" && frame.events && Number(log.dataset.seq) >= frame.seq - 1)
    log.dataset.seq = String(frame.seq);
  requestAnimationFrame(() => {
    log.scrollTop = log.scrollHeight; // in the frame that lays the page out anyway
  });
  refreshLog();
}

function focusResult() {
  const title = document.getElementById("result-title");
  if (!title || title.dataset.greeted !== undefined) return;
  title.dataset.greeted = "";
  document.documentElement.dataset.result = "shown";
  title.focus({ preventScroll: true });
  if (isEndHeard) return;
  if (title.closest(".result-won")) sound("win");
  else if (title.closest(".result-lost")) sound("loss");
  else if (title.closest(".result-drawn")) sound("draw");
}

/** What cannot be loaded must not keep the new table from being shown. @param {GameEvent[]} events */
async function tell(events) {
  await recap().then(({ tell }) => tell(events), console.error);
}

function closeRecap() {
  if (document.querySelector("#recap:not([hidden])"))
    recap().then(({ close }) => {
      close();
      focus.settle();
    });
}

/** @param {MouseEvent} event */
async function onClick(event) {
  // What is not the table's, such as the menu or the log, can be pressed while something is shown.
  if (around(event, "#main, #fx, #spread") && motion.onClick(event)) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (drag.wasDrag()) return;
  const risky = around(event, "[data-confirm]");
  if (risky && !(await play.confirmed(risky.dataset.confirm))) return;
  if (risky) sayRisky(risky);
  else if (around(event, ".advice-close")) closeAdvice();
  else if (around(event, ".recap-close")) closeRecap();
  else if (around(event, "[data-close]")) closeDialog(event);
  else if (around(event, "#order")) order().then(({ pressed }) => pressed(event));
  else if (around(event, "#table")) press(event);
  else return;
  focus.settle();
}

/** Send what was confirmed; what is being shown meanwhile need not be seen to its end. @param {HTMLElement} button */
function sayRisky(button) {
  socket.sendInTurn(JSON.parse(button.dataset.message ?? ""));
  if (socket.isBehind()) motion.skip();
}

/** @param {MouseEvent} event */
function closeDialog(event) {
  const dialog = around(event, "dialog");
  if (dialog instanceof HTMLDialogElement) dialog.close();
}

/** @param {MouseEvent} event */
function press(event) {
  play.press(event);
  const byKeyboard = event.detail === 0;
  if (byKeyboard && play.current()) play.places()[0]?.focus();
}

/** @param {Action} action */
function onSent(action) {
  closeRecap();
  instant.show(action);
  focus.leave(action);
}

/** @param {MouseEvent} event */
function showResult(event) {
  const button = around(event, "[data-result]");
  if (!button) return;
  document.documentElement.dataset.result = button.dataset.result;
  focus.follow();
}

call();
followLane();
socket.onShow(beforeSwap);
socket.onAfter(afterSwap);
socket.onSent(onSent, takeBack);
drag.start();
focus.start();
keys.start();
inspect.start();
document.addEventListener("click", onClick, { capture: true });
document.addEventListener("click", showResult);
document.addEventListener("htmx:before:request", onLogRequest);
document.addEventListener("htmx:finally:request", onLogAnswer);
