// The order of all that follows a frame: the table is as the server said it, events are told, and a focus, a sound or a hint comes
// once.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, Element, root, shows } from "./document.js";

const PAGE = `<main id="match"></main><p id="connection-lost"></p><p id="hint"></p><p id="log"></p><b id="hint-button"></b>
  <div id="recap"><ul id="lines"></ul><p id="more"></p></div><div id="fx"></div><div id="stage"></div>
  <div id="table"><div id="bar-A" class="bar">12</div></div><p id="turn" data-seat="A" data-seq="0" data-state="theirs" data-turn="2"></p>`;
shows(PAGE);
Object.assign(globalThis, {
  prefs: { get: () => "1", still: () => true },
  matchMedia: () => ({ matches: false }),
  location: { pathname: "/match/m" },
  requestAnimationFrame: (/** @type {() => void} */ call) => setTimeout(call),
  innerHeight: 600,
});
Object.defineProperty(globalThis, "navigator", { value: {} });
const { stage, table } = await import("../../static/js/match/stage.js");
const { socket } = await import("../../static/js/match/socket.js");
const { extras } = await import("../../static/js/match/steps.js");

/** @type {string[]} */
let happened = [];
document.addEventListener("game-sound", (event) => happened.push(/** @type {any} */ (event).detail.name));
extras.push({ came: () => void happened.push("came"), shown: () => void happened.push("shown") });

/** A frame comes, and its HTML is in place. @param {object} frame @param {() => void} [swap] */
async function comes(frame, swap = () => {}) {
  const shown = /** @type {any} */ ({ content: "", ...frame });
  await stage.show(shown, true);
  happened.push("swap");
  swap();
  stage.after(shown);
}

beforeEach(() => {
  shows(PAGE);
  byId("recap").hidden = true;
  Reflect.deleteProperty(root.dataset, "sent");
  happened = [];
});

test("what the player has done is confirmed by a frame of another table, not by word of who is here", async () => {
  table.now(/** @type {any} */ ({ type: "attack" }));
  await comes({ type: "frame", seq: 0 });
  assert.equal(root.dataset.sent, "attack");
  await comes({ type: "frame", seq: 1, from: 0 });
  assert.equal(root.dataset.sent, undefined);
  table.now(/** @type {any} */ ({ type: "attack" }));
  await comes({ type: "snapshot", seq: 0 });
  assert.equal(root.dataset.sent, undefined);
});

test("a refusal takes it back if it is of that action", async () => {
  table.now(/** @type {any} */ ({ type: "attack" }));
  const { isOfAction } = socket;
  for (const isOf of [false, true]) {
    socket.isOfAction = () => isOf;
    await comes({ type: "error", error: "No." });
    assert.equal(root.dataset.sent, isOf ? undefined : "attack");
  }
  socket.isOfAction = isOfAction;
});

test("clocks hear of a frame before anything else, and draw when its HTML is in place", async () => {
  await comes({ type: "frame", seq: 1 });
  assert.deepEqual(happened, ["came", "swap", "shown"]);
});

test("where nothing moves a list tells what has happened, of a new table alone", async () => {
  const events = [{ type: "played", player: "B", say: "Bo plays" }];
  byId("turn").dataset.seat = "A";
  await comes({ type: "frame", seq: 0, events });
  assert.ok(byId("recap").hidden);
  await comes({ type: "frame", seq: 1, events: [{ type: "turn_began", player: "B", say: "Bo begins" }, ...events] });
  assert.deepEqual([byId("recap").hidden, byId("lines").textContent], [false, "Bo plays"]);
});

test("the result sounds once as it is for the viewer", async () => {
  for (const [kind, sound] of /** @type {const} */ ([
    ["result-won", "win"],
    ["result-lost", "loss"],
    ["result-drawn", "draw"],
    ["result-seen", undefined],
  ])) {
    Reflect.deleteProperty(root.dataset, "result");
    happened = [];
    const title = `<div class="${kind}"><p id="result-title"></p></div>`;
    await comes({ type: "frame", seq: 1 }, () => {
      byId("stage").innerHTML = title;
    });
    await comes({ type: "frame", seq: 1 });
    assert.equal(root.dataset.result, "shown");
    assert.deepEqual(
      happened.filter((what) => !["came", "swap", "shown"].includes(what)),
      sound ? [sound] : [],
    );
  }
});

test("a hint opens by itself once in each turn of the viewer's, where they want that", async () => {
  let presses = 0;
  Object.assign(Element.prototype, { click: () => (presses += 1) });
  const turn = byId("turn").dataset;
  for (const [each, state, number, count] of /** @type {const} */ ([
    [false, "mine", 3, 0],
    [true, "theirs", 4, 0],
    [true, "mine", 0, 0],
    [true, "mine", 5, 1],
    [true, "mine", 5, 1],
    [true, "mine", 7, 2],
  ])) {
    byId("hint-button").toggleAttribute("data-each-turn", each);
    await comes({ type: "frame", seq: 1 }, () => void Object.assign(turn, { state, turn: String(number) }));
    assert.equal(presses, count, `${state} ${number}`);
  }
});

test("a cover has the focus when it comes", async () => {
  let focused = 0;
  await comes({ type: "snapshot", seq: 1 }, () => {
    byId("stage").innerHTML = '<p id="cover-title"></p>';
    byId("cover-title").focus = () => (focused += 1);
  });
  assert.equal(focused, 1);
});
