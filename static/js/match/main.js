// The match page: ties the socket, the stage and the ways to play together.

import { around, byId } from "../dom.js";
import { lazy, say } from "../fragments.js";
import { call } from "./calling.js";
import * as drag from "./drag.js";
import * as focus from "./focus.js";
import * as inspect from "./inspect.js";
import * as keys from "./keys.js";
import { followLane } from "./lane_room.js";
import * as play from "./play.js";
import { playback } from "./playback.js";
import { socket } from "./socket.js";
import { advice, recap, stage, table } from "./stage.js";

const poster = lazy("match/poster");
const touch = lazy("match/touch");

function closeRecap() {
  if (document.querySelector("#recap:not([hidden])"))
    recap().then(({ close }) => {
      close();
      focus.settle();
    });
}

/** Whether a press was perhaps meant for Skip, which lay there a moment ago. @param {MouseEvent} event */
function isTooSoon(event) {
  const isGuarded = document.documentElement.dataset.guarded !== undefined;
  return isGuarded && event.detail > 0 && around(event, ".status-actions button") !== null;
}

/** @param {MouseEvent} event */
async function onClick(event) {
  // What is not the table's, such as the menu or the log, can be pressed while something is shown.
  if (around(event, "#main, #fx, #spread") && playback.onClick(event)) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (isTooSoon(event)) {
    event.preventDefault();
    event.stopPropagation();
    say(byId("match", HTMLElement).dataset.tooSoon ?? "");
    return;
  }
  if (drag.wasDrag()) return;
  const risky = around(event, "[data-confirm]");
  if (risky && !(await play.confirmed(risky.dataset.confirm))) return;
  if (risky) sayRisky(risky);
  else if (around(event, ".advice-close")) advice().then(({ close }) => close());
  else if (around(event, ".recap-close")) closeRecap();
  else if (around(event, "[data-close]")) closeDialog(event);
  else if (around(event, "#table")) press(event);
  else return;
  focus.settle();
}

/** Send what was confirmed; what is being shown meanwhile need not be seen to its end. @param {HTMLElement} button */
function sayRisky(button) {
  socket.sendInTurn(JSON.parse(button.dataset.message ?? ""));
  if (socket.isBehind) playback.skip();
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
  inspect.close();
  table.now(action);
  focus.leave(action);
}

/** @param {MouseEvent} event */
function showResult(event) {
  const button = around(event, "[data-result]");
  if (!button) return;
  document.documentElement.dataset.result = button.dataset.result;
  focus.follow();
}

/** @param {MouseEvent} event */
function sharePoster(event) {
  const button = around(event, "[data-poster]");
  if (button) poster().then(({ share }) => share(button), console.error);
}

call();
followLane();
socket.on({
  show: (frame, isNext) => stage.show(frame, isNext),
  after: (frame) => stage.after(frame),
  sent: onSent,
});
drag.start();
focus.start();
keys.start();
inspect.start();
for (const first of ["pointerover", "focusin"]) document.addEventListener(first, touch, { once: true });
document.addEventListener("click", onClick, { capture: true });
document.addEventListener("click", showResult);
document.addEventListener("click", sharePoster);
