// The place of the focus: what had it has it again after a frame; if it is gone, what is pressed next gets it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, Element, heard, root, shows } from "./document.js";

const hand = (/** @type {string[]} */ names) =>
  names.map((name, place) => `<i id="${name}" class="held held-legal" data-place="${place}"></i>`).join("");
const page = (/** @type {string} */ cards, rest = "") => `<main id="main"><main id="match"></main>
  <p id="connection-lost"></p><div id="table"><div data-own="">${cards}</div></div>${rest}</main>`;
shows(page(""));
/** @type {Element | null} */
let active = null;
/** @type {(() => void)[]} */
let waiting = [];
Object.defineProperty(document, "activeElement", { get: () => (root.contains(active) ? active : null) });
Element.prototype.focus = function () {
  active = this;
};
Object.assign(globalThis, {
  getComputedStyle: () => ({ visibility: "visible" }),
  ResizeObserver: class {
    /** @param {() => void} call */
    constructor(call) {
      this.call = call;
    }
    observe() {
      waiting.push(this.call);
    }
    disconnect() {}
  },
});
const focus = await import("../../static/js/match/focus.js");
focus.start();

const has = () => document.activeElement?.id;

function layOut() {
  for (const call of waiting.splice(0)) call();
}

/** A frame has come, and the page is laid out. @param {string} html */
function frame(html) {
  focus.note();
  shows(html);
  focus.restore();
  assert.equal(has(), undefined, "nothing is read before the page is laid out");
  layOut();
}

beforeEach(() => {
  heard("keydown", root);
  shows(page(hand(["elf", "imp", "ogre"]), '<b id="attack"></b>'));
  waiting = [];
  byId("main").focus();
  focus.note();
  focus.restore();
  layOut();
});

test("what had the focus has it again, wherever it is now", () => {
  byId("ogre").focus();
  frame(page(hand(["imp", "ogre"])));
  assert.equal(has(), "ogre");
});

test("a card that is played gives the focus to the one behind it at once, and to the first if it was the last", () => {
  byId("imp").focus();
  focus.leave({ type: "play", hand: 1 });
  assert.equal(has(), "ogre");
  frame(page(hand(["elf", "ogre"]), '<b id="imp" class="creature"></b>'));
  assert.equal(has(), "ogre");
  focus.leave({ type: "play", hand: 1 });
  assert.equal(has(), "elf");
});

test("the creature that a card has become does not get its focus, although it has its id", () => {
  byId("imp").focus();
  frame(page(hand(["elf"]), '<b id="imp" class="creature"></b>'));
  assert.equal(has(), "elf");
});

test("where no card can be played the focus is at the attack, and at the cards again when one is taken back", () => {
  byId("elf").focus();
  frame(page("", '<b id="attack"></b>'));
  assert.equal(has(), "attack");
  focus.note();
  byId("table").innerHTML = `<div data-own="">${hand(["elf"])}</div>`;
  focus.restore();
  layOut();
  assert.equal(has(), "elf");
});

test("while the other side acts it waits with the table, and from there an arrow leads to what is pressed next", () => {
  byId("elf").focus();
  frame(page(""));
  assert.equal(has(), "main");
  assert.ok(!focus.enter(), "nothing is to be pressed");
  shows(page(hand(["elf"])));
  assert.ok(focus.enter());
  assert.equal(has(), "elf");
  assert.ok(!focus.enter(), "the focus is somewhere");
});

test("a button that cannot be pressed is passed over", () => {
  byId("elf").focus();
  frame(page("", '<b id="attack" aria-disabled="true"></b><b id="end-turn"></b>'));
  assert.equal(has(), "end-turn");
});

test("a finger has no focus to lose, until a key is pressed", () => {
  byId("elf").focus();
  heard("pointerdown", root, { pointerType: "touch" });
  frame(page(hand(["imp"])));
  assert.equal(has(), undefined);
  heard("keydown", root);
  focus.settle();
  layOut();
  assert.equal(has(), "imp");
});

test("what cannot be seen, or was given the focus and cannot be pressed any more, gives it to what is pressed next", () => {
  shows(page("", '<b id="attack"></b><b id="end-turn"></b><b id="menu"></b>'));
  byId("menu").focus();
  focus.settle();
  layOut();
  assert.equal(has(), "menu", "what is seen keeps it");
  byId("menu").getClientRects = () => [];
  focus.settle();
  layOut();
  assert.equal(has(), "attack");
  byId("attack").setAttribute("aria-disabled", "true");
  focus.settle();
  layOut();
  assert.equal(has(), "end-turn");
});

test("at the end it goes to the result, and with a picked card to its first place", async () => {
  byId("elf").focus();
  root.dataset.result = "shown";
  frame(page(hand(["imp"]), '<p id="result-title"></p>'));
  assert.equal(has(), "result-title");
  delete root.dataset.result;
  const choices = JSON.stringify([{ action: { type: "play", hand: 0, lane: "top" } }]);
  shows(page(hand(["elf"]), '<p id="turn" data-seat="A"></p><i id="berth-top"></i>'));
  byId("turn").dataset.choices = choices;
  (await import("../../static/js/match/play.js")).pick(/** @type {any} */ (byId("elf")));
  focus.follow();
  assert.equal(has(), "berth-top");
});
