// Arrows go over the table from piece to piece, and scroll the page where nothing on it can be pressed.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, Element, heard, root, shows } from "./document.js";

/** @type {Element | null} */
let focused = null;
Object.defineProperty(document, "activeElement", { get: () => focused });
Object.assign(globalThis, { KeyboardEvent: class {}, getComputedStyle: () => ({ visibility: "visible" }) });
Object.assign(Element.prototype, {
  focus() {
    focused = /** @type {any} */ (this);
  },
});
const PIECES = { one: [0, 0], right: [120, 0], nearer: [50, 60], below: [20, 200] };
const PAGE = `<main id="match"><p id="connection-lost"></p><p id="turn"></p><div id="table">
  ${Object.keys(PIECES)
    .map((id) => `<i id="${id}" class="creature"></i>`)
    .join("")}</div><i id="attack"></i></main>`;
shows(PAGE);
const keys = await import("../../static/js/match/keys.js");
keys.start();

/** Press an arrow; returns what has the focus then, and whether the page may scroll. @param {string} key */
function press(key) {
  const { defaultPrevented } = heard("keydown", root, { key });
  return [focused?.id, !defaultPrevented];
}

beforeEach(() => {
  shows(PAGE);
  for (const [id, [left, top]] of Object.entries(PIECES)) byId(id).box = { left, top, width: 40, height: 40 };
  focused = null;
});

test("from nowhere an arrow leads to what is pressed next, or scrolls where nothing is", () => {
  assert.deepEqual(press("ArrowDown"), ["attack", false]);
  focused = null;
  byId("attack").remove();
  assert.deepEqual(press("ArrowDown"), [undefined, true]);
});

test("an arrow leads to the nearest piece on its side, more ahead than aside, or nowhere", () => {
  byId("one").focus();
  assert.deepEqual(press("ArrowRight"), ["right", false]);
  assert.deepEqual(press("ArrowLeft"), ["one", false]);
  assert.deepEqual(press("ArrowDown"), ["nearer", false]);
  assert.deepEqual(press("ArrowDown"), ["below", false]);
  assert.deepEqual(press("ArrowDown"), ["below", false]);
  assert.deepEqual(press("ArrowUp"), ["nearer", false]);
});

test("other keys, and those of a shortcut, move nothing", () => {
  byId("one").focus();
  for (const rest of [{ key: "Enter" }, { key: "ArrowRight", ctrlKey: true }]) {
    assert.ok(!heard("keydown", root, rest).defaultPrevented);
    assert.equal(focused?.id, "one");
  }
});
