// What the viewer has laid out stays over a frame, with the cards of now; the next player at the same screen finds nothing of it.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { byId, heard, shows, swap } from "./document.js";

const HAND = (/** @type {string[]} */ ...names) =>
  `<div id="hand-B" class="hand"><div class="hand-row">${names.map((name) => `<i class="held card-back" data-name="${name}"></i>`).join("")}</div></div>`;
const PAGE = `<div id="table"><div class="seat-far">${HAND("one", "two")}</div><div class="sea"></div></div>
  <i id="troll" class="creature"><b data-abilities="">Troll</b></i><i id="away"></i><i id="name" class="line-card"></i>
  <div id="spread"></div><div id="inspect"><b class="inspect-card"></b><b class="inspect-words"></b></div><p id="turn"></p><p id="later"></p><div id="match"></div><div id="connection-lost"></div>`;
shows(PAGE);
Object.assign(globalThis, { innerWidth: 900, innerHeight: 600, getComputedStyle: () => ({ width: "200px" }) });
const { noted, restoreParts } = await import("../../static/js/match/own_state.js");
const spread = await import("../../static/js/match/spread.js");
const inspect = await import("../../static/js/match/inspect.js");
await import("../../static/js/match/panel_position.js"); // which comes late
inspect.start();

const laidOut = () => byId("spread").children.map(({ children }) => children[0].dataset.name);

beforeEach(() => {
  shows(PAGE);
  const panel = byId("spread");
  const turnTo = (/** @type {string} */ newState) => () => void heard("beforetoggle", panel, { newState });
  Object.assign(panel, { showPopover: turnTo("open"), hidePopover: turnTo("closed") });
  heard("click", byId("hand-B").querySelectorAll(".held")[0], { detail: 1 });
});

test("a hand that is laid out stays so over a frame, with the cards of now", () => {
  assert.deepEqual(laidOut(), ["one", "two"]);
  const state = noted();
  swap(HAND("two", "three", "four"));
  restoreParts(state);
  assert.deepEqual(laidOut(), ["two", "three", "four"]);
});

test("behind a cover it is put away, and nothing of it is left on the page", () => {
  const state = noted();
  byId("later").setAttribute("id", "cover-title");
  restoreParts(state);
  assert.deepEqual([laidOut(), spread.shown()], [[], ""]);
});

test("a closer look lies next to its card, stays while the mouse goes to it, and leaves nothing of the card", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const look = byId("inspect");
  look.hidden = true;
  const rest = async (/** @type {string} */ id) => {
    heard("pointerover", byId(id), { pointerType: "mouse" });
    mock.timers.tick(1000);
    await new Promise(setImmediate);
    return [look.hidden, look.textContent];
  };
  assert.deepEqual(await rest("troll"), [false, "Troll"]);
  assert.equal(look.style.left, "-208px"); // of a sea without a width
  heard("pointerover", byId("away"), { pointerType: "mouse" });
  assert.deepEqual(await rest("inspect"), [false, "Troll"]);
  assert.deepEqual(await rest("away"), [true, ""]);
  mock.timers.reset();
});

test("after a touch a mouse shows nothing until it has moved, straight to a side as well", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const look = byId("inspect");
  for (const way of [
    { movementX: 5, movementY: 0 },
    { movementX: 0, movementY: 5 },
  ]) {
    heard("pointerdown", byId("away"), { pointerType: "touch" });
    for (const move of [{ movementX: 0, movementY: 0 }, way]) {
      heard("pointermove", byId("troll"), { pointerType: "mouse", ...move });
      look.hidden = true;
      heard("pointerover", byId("troll"), { pointerType: "mouse" });
      mock.timers.tick(1000);
      await new Promise(setImmediate);
      assert.equal(look.hidden, move !== way);
    }
  }
  mock.timers.reset();
});

test("a card of the log that comes when the mouse has gone elsewhere is not shown", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const look = byId("inspect");
  look.hidden = true;
  /** @type {(answer: object) => void} */
  let arrive = () => {};
  Object.assign(globalThis, {
    fetch: () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  });
  for (const [next, isHidden] of /** @type {const} */ ([
    ["name", false],
    ["away", true],
  ])) {
    heard("pointerover", byId("name"), { pointerType: "mouse" });
    mock.timers.tick(1000);
    if (next === "away") heard("pointerover", byId(next), { pointerType: "mouse" });
    mock.timers.tick(0);
    arrive({ ok: true, text: async () => '<b data-abilities="">Elf</b>' });
    await new Promise(setImmediate);
    assert.equal(look.hidden, isHidden, next);
    heard("pointerdown", byId("away"), { pointerType: "mouse" });
  }
  mock.timers.reset();
});
