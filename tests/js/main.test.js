// A press on the page is for one thing: what is being shown, a question, a button or the table.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, heard, root, shows } from "./document.js";
import "./storage.js";

const PAGE = `<main id="match" data-too-soon="Too soon."><p id="connection-lost"></p><p id="hint"></p><div id="main">
  <p id="turn" data-seat="A" data-seq="0" data-state="mine"></p>
  <div class="status-actions"><button id="attack"></button></div>
  <div id="table"><div id="hand-A" data-own=""><i id="elf" class="held held-legal" data-place="0"></i></div>
  <i id="berth-top" class="berth"></i></div></div></main>
  <button id="draw" data-confirm="draw"></button>
  <i id="toast"></i><div id="spread"></div><div id="inspect"><b class="inspect-card">Elf</b></div>`;
shows(PAGE);
Object.assign(globalThis, {
  prefs: { get: () => "off", still: () => true },
  matchMedia: () => ({ matches: false }),
  location: { pathname: "/match/m" },
  getComputedStyle: () => ({ visibility: "visible" }),
  innerHeight: 600,
  KeyboardEvent: class {},
});
Object.defineProperty(globalThis, "navigator", { value: {} });
const { playback } = await import("../../static/js/match/playback.js");
const { socket } = await import("../../static/js/match/socket.js");
const play = await import("../../static/js/match/play.js");
/** @type {any} */
let handlers;
socket.on = (given) => (handlers = given);
await import("../../static/js/match/main.js");

let isShowing = false;
playback.onClick = () => isShowing;
/** @type {object[]} */
let sent = [];
socket.sendInTurn = (message) => void sent.push(message);

beforeEach(() => {
  play.drop();
  shows(PAGE);
  byId("turn").dataset.choices = JSON.stringify([{ action: { type: "play", hand: 0, lane: "top" } }]);
  byId("draw").dataset.message = JSON.stringify({ type: "offer_draw" });
  isShowing = false;
  sent = [];
});

/** Press an element; returns whether others hear of it and the browser does its part; null if only one of the two. @param {string} id */
async function press(id, detail = 1) {
  let isHeard = true;
  const { defaultPrevented } = heard("click", byId(id), { detail, stopPropagation: () => (isHeard = false) });
  await new Promise(setImmediate);
  return isHeard === defaultPrevented ? null : isHeard;
}

test("while something is shown a press on the table or on its buttons only skips; one beside them is made", async () => {
  isShowing = true;
  assert.deepEqual([await press("attack"), await press("elf"), play.pickedId()], [false, false, ""]);
  assert.ok(await press("draw"));
  assert.deepEqual(sent, [{ type: "offer_draw" }]);
  isShowing = false;
  assert.deepEqual([await press("attack"), await press("elf"), play.pickedId()], [true, true, "elf"]);
});

test("where Skip has just been a pointer is refused, with a word; the keyboard is not", async () => {
  root.dataset.guarded = "";
  assert.deepEqual([await press("attack"), byId("toast").textContent], [false, "Too soon."]);
  assert.deepEqual([await press("attack", 0), await press("elf")], [true, true]);
  delete root.dataset.guarded;
  assert.ok(await press("attack"));
});

test("a look at a card is over as soon as its player acts", () => {
  assert.ok(!byId("inspect").hidden);
  handlers.sent({ type: "play", hand: 0, lane: "top" });
  assert.deepEqual([byId("inspect").hidden, byId("inspect").textContent], [true, ""]);
});
