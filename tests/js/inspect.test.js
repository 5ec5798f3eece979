// A closer look at a card: what opens it, what closes it, and that nothing of the card is left then.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { byId, Element, heard, root, shows } from "./document.js";
import "./storage.js";

const PAGE = `<main id="match"></main><p id="connection-lost"></p><p id="turn"></p><p id="hint"></p><div id="spread"></div>
  <template id="ability-aerial"><p>Flies.</p></template>
  <div id="inspect" data-hold="Hold a card."><b id="card" class="inspect-card"></b><b id="words" class="inspect-words"></b></div>
  <div id="table"><i id="troll" class="creature"><b id="troll-card" data-abilities="aerial unknown">Troll</b></i>
  <i id="ogre" class="creature"><b data-abilities="">Ogre</b></i><i id="away"></i></div>
  <div id="log" popover><a id="name" class="line-card" href="/cards/elf">Elf</a></div>`;
shows(PAGE);
Object.assign(globalThis, {
  Node: Element,
  HTMLTemplateElement: Element,
  innerWidth: 900,
  innerHeight: 600,
  getComputedStyle: () => ({ width: "200px", visibility: "visible" }),
});
const inspect = await import("../../static/js/match/inspect.js");
await import("../../static/js/match/panel_position.js"); // which comes late
inspect.start();

let face = { ok: true, text: async () => '<b data-abilities="">Elf</b>' };
/** @type {string[]} */
let asked = [];

beforeEach(() => {
  shows(PAGE);
  const panel = byId("inspect");
  panel.hidden = true;
  let rises = 0;
  Object.assign(panel, { showPopover: () => (rises += 1), risen: () => rises });
  asked = [];
  face = { ok: true, text: async () => '<b data-abilities="">Elf</b>' };
  Object.assign(globalThis, { fetch: async (/** @type {string} */ path) => asked.push(path) && face });
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  inspect.close();
});

/** What is seen after so many milliseconds: the card's name, or "" @param {number} [ms] */
async function seen(ms = 0) {
  mock.timers.tick(ms);
  await new Promise(setImmediate);
  if (byId("inspect").hidden) assert.equal(byId("inspect").textContent, "", "something of the card is left");
  return byId("card").textContent;
}

/** @param {string} type @param {string} id @param {object} [details] */
const mouse = (type, id, details) =>
  heard(type, byId(id), { pointerType: "mouse", clientX: 10, clientY: 10, ...details });
/** @param {string} type @param {string} id @param {object} [details] */
const touch = (type, id, details) =>
  heard(type, byId(id), { pointerType: "touch", clientX: 10, clientY: 10, ...details });
/** @param {string} id @param {object} [details] */
const click = (id, details) => heard("click", byId(id), { detail: 1, ...details });
const pressEscape = () => heard("keydown", root, { key: "Escape" }).defaultPrevented;

test("a mouse that rests on a creature shows its card with its abilities in words, and hides it when it has left", async () => {
  mouse("pointermove", "troll", { movementX: 3 });
  mouse("pointerover", "troll");
  assert.equal(await seen(449), "");
  assert.equal(await seen(1), "Troll");
  assert.equal(byId("words").textContent, "Flies.");
  assert.equal(byId("card").children[0].id, "", "an id is there once");
  mouse("pointerover", "ogre");
  assert.equal(await seen(450), "Ogre");
  assert.equal(byId("words").textContent, "");
  mouse("pointerover", "away");
  assert.equal(await seen(259), "Ogre");
  assert.equal(await seen(1), "");
  mouse("pointerover", "troll");
  mouse("pointerover", "away");
  assert.equal(await seen(1000), "", "it was left before it had rested");
});

test("a finger that stays on a card shows it, and one that moves on does not; what a long press would open is not opened", async () => {
  touch("pointerdown", "troll");
  touch("pointermove", "troll", { clientX: 16 });
  assert.equal(await seen(420), "Troll");
  touch("pointerdown", "ogre");
  assert.equal(await seen(), "");
  touch("pointermove", "ogre", { clientX: 17 });
  assert.equal(await seen(1000), "");
  for (const type of ["pointerup", "pointercancel"]) {
    touch("pointerdown", "ogre");
    touch(type, "ogre");
    assert.equal(await seen(1000), "");
  }
  mouse("pointerdown", "troll");
  assert.equal(await seen(1000), "", "a mouse that is pressed asks for nothing");
  assert.ok(heard("contextmenu", byId("troll")).defaultPrevented);
  assert.ok(!heard("contextmenu", byId("away")).defaultPrevented);
});

test("a tap on a creature opens its card and a second one closes it; a place of a picked card is played at", async () => {
  const tap = (/** @type {string} */ id) => {
    touch("pointerdown", id);
    touch("pointerup", id);
    click(id);
  };
  tap("troll");
  assert.equal(await seen(), "Troll");
  tap("troll");
  assert.equal(await seen(), "");
  tap("troll");
  tap("ogre");
  assert.equal(await seen(), "Ogre");
  tap("card"); // the panel itself
  assert.equal(await seen(), "");
  byId("ogre").dataset.open = "onto:top:0";
  tap("ogre");
  assert.equal(await seen(), "");
  click("troll", { detail: 0 }); // Enter
  assert.equal(await seen(), "");
});

test("closed, the look is gone at once, also one that was about to open", async () => {
  touch("pointerdown", "troll");
  assert.equal(await seen(420), "Troll");
  inspect.close();
  assert.equal(await seen(), "");
  touch("pointerdown", "troll");
  inspect.close();
  assert.equal(await seen(1000), "");
  touch("pointerdown", "troll");
  mock.timers.tick(420);
  inspect.close(); // its position is being loaded
  assert.equal(await seen(), "");
});

test("a card of the log is fetched at a press or a key, over the open log; Escape ends the look alone", async () => {
  byId("log").setAttribute("class", ":popover-open");
  const name = byId("name");
  name.closest = (selectors) =>
    selectors === ":popover-open" ? byId("log") : Element.prototype.closest.call(name, selectors);
  for (const detail of [1, 0]) {
    assert.ok(click("name", { detail }).defaultPrevented);
    await seen();
    assert.deepEqual([await seen(), /** @type {any} */ (byId("inspect")).popover], ["Elf", "manual"]);
    assert.ok(pressEscape());
    assert.deepEqual([await seen(), /** @type {any} */ (byId("inspect")).popover], ["", null]);
  }
  assert.deepEqual([asked, /** @type {any} */ (byId("inspect")).risen()], [["/cards/elf/face", "/cards/elf/face"], 2]);
  assert.ok(!pressEscape(), "the log is the browser's to close");
  assert.ok(!click("name", { ctrlKey: true }).defaultPrevented, "a new tab");
  await seen();
  inspect.close();
  face = { ...face, ok: false };
  click("name");
  await seen();
  assert.equal(await seen(), "");
});

test("Escape ends a look over the table after all else, and only where there is one", async () => {
  assert.ok(!pressEscape());
  touch("pointerdown", "troll");
  await seen(420);
  assert.ok(pressEscape());
  assert.equal(await seen(), "");
});

test("the keyboard's focus shows a card as a mouse does, and takes it along", async () => {
  const troll = byId("troll");
  troll.matches = (selectors) => selectors === ":focus-visible" || Element.prototype.matches.call(troll, selectors);
  heard("focusin", byId("troll"));
  heard("focusin", byId("ogre"));
  assert.equal(await seen(450), "Troll");
  heard("focusout", byId("troll"), { relatedTarget: byId("words") });
  assert.equal(await seen(), "Troll");
  heard("focusout", byId("troll"), { relatedTarget: byId("away") });
  assert.equal(await seen(), "");
});

test("over the card the wheel moves the panel, which may be longer than its place", async () => {
  touch("pointerdown", "troll");
  await seen(420);
  /** @type {number[][]} */
  const moved = [];
  Object.assign(byId("inspect"), { scrollBy: (/** @type {number[]} */ ...by) => moved.push(by) });
  heard("wheel", byId("troll-card"), { deltaY: 30 });
  heard("wheel", byId("ogre"), { deltaY: 30 });
  assert.deepEqual(moved, [[0, 30]]);
});

test("without a mouse it is said once how a card is read", () => {
  for (const [matches, says] of /** @type {const} */ ([
    [false, ""],
    [true, "Hold a card."],
    [true, ""],
  ])) {
    Object.assign(globalThis, { matchMedia: () => ({ matches }) });
    byId("hint").textContent = "";
    inspect.teach();
    assert.equal(byId("hint").textContent, says);
  }
});
