// The match's socket, on top of htmx's hx-ws: which frames to show, in which order, and what to do when the connection is bad.
//
// Messages in and out have a "type": app/live/server_messages.py and client_messages.py list them, tools/types/page.d.ts what is read here.

import { byId } from "../dom.js";
import { say } from "../fragments.js";
import { reloadPage } from "../reload.js";

const PROBE_MS = 900; // how long a probe may stay unanswered before the connection counts as dead
const SLEEP_MS = 4000; // a gap in the clock of this length means that the device slept
const TICK_MS = 1000;
const SHORT = 2; // frames, or actions in one frame, that are still shown one after the other
const QUIET_MS = 25000; // the server beats more often than this
const CARDS = ["play", "champion"]; // actions that leave the turn where it is

const main = byId("match", HTMLElement);
const form = byId("outbox", HTMLElement);
const lost = byId("connection-lost", HTMLElement);
/** @type {SocketEvent["detail"]["connection"] | null} */
let connection = null;
let waiting = 0; // frames that have arrived and are not yet shown
let lastMessage = Date.now();
let probe = 0;
let busy = false;
/** @type {ClientMessage | null} */
let held = null; // what was confirmed, and goes out when no move is on its way any more and the connection is there
/** @type {Action | null} */
let following = null; // a button of the status line that was pressed while a card was on its way
let sent = ""; // the type of the action that went out last
let answered = -1; // the number of actions that the last answer came with; other frames come in between
/** @type {Faces} */
const faces = {}; // HTML of cards by key: each is sent once, with the first events in which its card appears
/** @type {{show: Show | null, after: ((frame: Shown) => void)[], sent: (action: Action) => void, lost: () => void, talk: (piece: TalkPiece) => void}} */
const handlers = { show: null, after: [], sent: () => {}, lost: () => {}, talk: () => {} };

/** The number of actions that the page shows. */
export function seq() {
  return Number(document.getElementById("turn")?.dataset.seq ?? 0);
}

/** Return whether a move of the viewer's is on its way. */
export function isBusy() {
  return busy;
}

/** Return whether a move is on its way after which the same cards may not be played. */
export function isLeaving() {
  return busy && !CARDS.includes(sent);
}

/** Return whether the page should catch up instead of playing all frames that wait: there are many, or the viewer does. */
export function isBehind() {
  return waiting > SHORT || held !== null;
}

/**
 * `show(frame, isNext)` is awaited before a frame's HTML is swapped in; it animates what happened. `isNext`: it begins where the
 * page is, and is short.
 *
 * @typedef {(frame: Shown, isNext: boolean) => Promise<void>} Show
 * @param {Show} show
 */
export function onShow(show) {
  handlers.show = show;
}

/** `after(frame)` is called when a frame's HTML is in place. @param {(frame: Shown) => void} after */
export function onAfter(after) {
  handlers.after.push(after);
}

/**
 * `sent(action)` is called when an action goes out, `lost` when the connection breaks before or after its answer.
 *
 * @param {(action: Action) => void} sent
 * @param {() => void} lost
 */
export function onSent(sent, lost) {
  Object.assign(handlers, { sent, lost });
}

/** `talk(piece)` gets what is said beside the match, at once: it waits for no frame before it. @param {(piece: TalkPiece) => void} talk */
export function onTalk(talk) {
  handlers.talk = talk;
}

/**
 * Send a message; an action gets the number that the page shows, so that a repeated or late one is refused.
 *
 * @param {ClientMessage} message
 */
export function send(message) {
  form.setAttribute("hx-vals", JSON.stringify(message));
  htmx.trigger(form, "submit");
}

/** Send a message as soon as no move is on its way. @param {ClientMessage} message */
export function sendInTurn(message) {
  if (busy) held = message;
  else send(message);
}

/** @param {Shown} frame */
function sendHeld(frame) {
  if (frame.type === "error" || hasMore(frame)) following = null;
  if (busy) return;
  const action = following && buttonOf(following) ? following : null;
  const message = held ?? (action && { type: "act", action });
  held = following = null;
  if (message) send(message);
}

/** Return the button of the status line that does this, if it is offered now. @param {Action} action */
function buttonOf({ type }) {
  return document.querySelector(`#status [hx-vals*='"${type}"']`);
}

/** A second press of a button is none; one that follows a card waits for its answer. @param {Action} action */
function follow(action) {
  if (!CARDS.includes(sent) || !buttonOf(action)) return;
  following = action;
  handlers.sent(action);
}

/** @param {boolean} value */
function setBusy(value) {
  busy = value;
  main.toggleAttribute("data-busy", value);
}

/** @param {"open" | "lost"} state */
function setConnection(state) {
  main.dataset.connection = state;
  lost.hidden = state !== "lost";
}

function reconnect() {
  clearTimeout(probe);
  probe = 0;
  lastMessage = Date.now();
  const socket = connection?.socket;
  // A socket on a dead connection does not notice for minutes: tell hx-ws itself, which then opens a new one.
  if (socket && socket.readyState !== WebSocket.CONNECTING)
    socket.dispatchEvent(new CloseEvent("close", { code: 1006 }));
}

function probeConnection() {
  const socket = connection?.socket;
  if (!socket || probe) return;
  if (socket.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify({ type: "hello", hello: seq() }));
    probe = setTimeout(reconnect, PROBE_MS);
  } else if (socket.readyState !== WebSocket.CONNECTING) {
    reconnect();
  }
}

function touch() {
  lastMessage = Date.now();
  clearTimeout(probe);
  probe = 0;
}

function watchClock() {
  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    const slept = now - last > SLEEP_MS;
    last = now;
    if (slept || now - lastMessage > QUIET_MS) probeConnection();
  }, TICK_MS);
}

/**
 * @param {string} data
 * @returns {ServerMessage | null}
 */
function parse(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

/** @param {SocketEvent} event */
function onOpen(event) {
  connection = event.detail.connection;
  waiting = 0;
  touch();
  connection.socket?.addEventListener("message", ({ data }) => {
    touch();
    const message = parse(data);
    if (message?.type === "talk_panel" || message?.type === "talk_lines") handlers.talk(message);
    else waiting += 1;
  });
}

/** @param {SocketEvent} event */
function onIncoming(event) {
  const said = parse(event.detail.message.data);
  if (said?.type !== "talk_panel" && said?.type !== "talk_lines") waiting = Math.max(0, waiting - 1);
  switch (said?.type) {
    case "snapshot":
    case "frame":
    case "error":
      backOnline();
      if (isOld(said)) event.preventDefault();
      else prepare(event, said);
      return;
    case "banner":
      backOnline();
      return;
    case "beat":
      backOnline();
      break;
    case "reload":
      reloadPage();
      break;
    default: // what is said beside the match is shown already
  }
  event.preventDefault();
}

/** At the very beginning the page is ready for clicks only when its first frame is shown. */
function backOnline() {
  if (main.dataset.connection !== "opening") setConnection("open");
}

/**
 * Let a frame be shown before htmx swaps its HTML in.
 *
 * @param {SocketEvent} event
 * @param {Shown} frame
 */
function prepare({ detail }, frame) {
  if (frame.type === "frame") frame.faces = Object.assign(faces, frame.faces);
  detail.message.frame = frame;
  detail.message.json = () => Promise.resolve(frame); // what htmx swaps in
  if (handlers.show) detail.waitUntil(handlers.show(frame, follows(frame)));
}

/** Return whether the page shows more than this frame already. @param {Shown} frame */
function isOld(frame) {
  return frame.type !== "error" && frame.seq < seq();
}

/** Return whether this frame begins where the page is, and is short enough to be animated. @param {Shown} frame */
function follows(frame) {
  if (frame.type !== "frame") return false;
  return (frame.from ?? frame.seq - 1) === seq() && frame.seq - seq() <= SHORT + 1;
}

/** Return whether another action of the viewer's follows by itself. @param {Shown} frame */
function hasMore(frame) {
  return frame.type === "frame" && frame.more === true;
}

/** @param {SocketEvent} event */
function onShown({ detail }) {
  const { frame } = detail.message;
  if (!frame) {
    import("../banner.js");
    return;
  }
  setConnection("open");
  if (frame.type !== "frame" || frame.seq > answered) {
    if (frame.type !== "error") answered = frame.seq;
    setBusy(hasMore(frame));
  }
  for (const after of handlers.after) after(frame);
  sendHeld(frame);
}

/** @param {SocketEvent} event */
function onOutgoing(event) {
  const { message } = event.detail;
  const values = message.values;
  // A move kept until the connection is back would meet a table that nobody has seen.
  if (main.dataset.connection === "lost") {
    event.preventDefault();
    say(lost.dataset.pressed ?? "");
    return;
  }
  if (values.type !== "act") {
    message.data = JSON.stringify(values);
    return;
  }
  const action = /** @type {Action} */ (values.action);
  if (busy) {
    event.preventDefault();
    follow(action);
    return;
  }
  answered = seq();
  sent = action.type;
  message.data = JSON.stringify({ type: "act", seq: answered, action });
  setBusy(true);
  handlers.sent(action);
}

function onClose() {
  handlers.lost();
  following = null;
  setBusy(false);
  setConnection("lost");
}

main.addEventListener("htmx:ws:after:connection", onOpen);
main.addEventListener("htmx:ws:before:message:incoming", onIncoming);
main.addEventListener("htmx:ws:after:message:incoming", onShown);
main.addEventListener("htmx:ws:before:message:outgoing", onOutgoing);
main.addEventListener("htmx:ws:close", onClose);
window.addEventListener("online", probeConnection);
window.addEventListener("offline", () => setConnection("lost"));
document.addEventListener("visibilitychange", () => document.hidden || probeConnection());
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
watchClock();
