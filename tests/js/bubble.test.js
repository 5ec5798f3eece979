// What somebody says stands at their name plate, within the screen, for a moment.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { byId, Element, shows } from "./document.js";

mock.timers.enable({ apis: ["setTimeout"] });
Object.assign(globalThis, { innerWidth: 400, innerHeight: 600 });
Object.assign(Element.prototype, { offsetWidth: 100, offsetHeight: 40 });
const { bubble } = await import("../../static/js/match/bubble.js");

/** What Anna says, with her plate at a place. @param {number} left @param {number} top @param {string} [plate] */
function said(left, top, plate = "bar-A") {
  shows(`<p id="${plate}"></p><div id="bubbles"></div>`);
  byId(plate).box = { left, top, width: 60, height: 20 };
  bubble("A", ["Hi"]);
  const [element] = byId("bubbles").children;
  return [element.textContent, element.style.getPropertyValue("--x"), element.style.getPropertyValue("--y")];
}

test("it is centred under a plate at the top, over one at the bottom, and never beyond the screen", () => {
  assert.deepEqual(said(150, 10), ["Hi", "130px", "38px"]);
  assert.deepEqual(said(150, 500), ["Hi", "130px", "452px"]);
  assert.deepEqual(said(0, 10), ["Hi", "8px", "38px"]);
  assert.deepEqual(said(390, 10), ["Hi", "292px", "38px"]);
  assert.deepEqual(said(150, 10, "deck-A"), ["Hi", "130px", "38px"]); // a draft has no name plates
});

test("each seat has one at a time; it goes after five seconds, and for a seat without a plate there is none", () => {
  shows('<p id="bar-A"></p><p id="bar-B"></p><div id="bubbles"></div>');
  const shown = () => byId("bubbles").children.map(({ dataset, textContent }) => `${dataset.seat}: ${textContent}`);
  bubble("A", ["Hi"]);
  bubble("B", ["Hello"]);
  bubble("A", ["Ready?"]);
  bubble("C", ["Who?"]);
  bubble(undefined, ["Who?"]);
  assert.deepEqual(shown(), ["B: Hello", "A: Ready?"]);
  mock.timers.tick(4999);
  assert.equal(shown().length, 2);
  mock.timers.tick(1);
  assert.deepEqual(shown(), []);
});
