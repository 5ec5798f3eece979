// Escape ends one thing at a press, in an order; what the browser ends itself has its place in it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { heard, root, shows } from "./document.js";

const { onEscape } = await import("../../static/js/escape.js");

const NAMES = /** @type {const} */ (["look", "picked card", "film", "volume", "look over a panel"]);
/** @type {Set<string>} */
const there = new Set();
/** @type {string[]} */
let ended = [];
for (const name of NAMES)
  onEscape(name, () => {
    const isThere = there.delete(name);
    if (isThere) ended.push(name);
    return isThere;
  });

/** Press a key; returns whether the browser may still do what it does with it. @param {string} key */
const press = (key) => !heard("keydown", root, { key }).defaultPrevented;

beforeEach(() => {
  shows("<main></main>");
  there.clear();
  ended = [];
});

test("each press ends one thing, the first in the order", () => {
  for (const name of NAMES) there.add(name);
  for (const _ of NAMES) assert.ok(!press("Escape"));
  assert.deepEqual(ended, [...NAMES].reverse());
  assert.ok(press("Escape")); // nothing is left: it is the browser's
});

test("other keys end nothing", () => {
  there.add("film");
  assert.ok(press("Enter"));
  assert.deepEqual(ended, []);
});

test("what the browser ends itself is ended alone, but for a closer look that lies over it", () => {
  for (const open of ["<dialog open></dialog>", '<aside popover class=":popover-open"></aside>']) {
    shows(open);
    for (const name of NAMES) there.add(name);
    ended = [];
    assert.ok(!press("Escape"), open);
    assert.ok(press("Escape"), open);
    assert.deepEqual(ended, ["look over a panel"], open);
  }
});

test("a popover that only lies on top is not for the browser to end", () => {
  shows('<div popover="manual" class=":popover-open"></div><dialog></dialog><aside popover></aside>');
  there.add("look");
  assert.ok(!press("Escape"));
  assert.deepEqual(ended, ["look"]);
});
