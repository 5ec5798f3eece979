// The log stays where it is read, and fetches what it lacks.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { element, freshPage, showsActions } from "./page.js";

/** @type {string[]} */
const asked = [];
/** @type {(() => void)[]} */
const layouts = [];
Object.assign(globalThis, {
  htmx: { trigger: (/** @type {HTMLElement} */ one, /** @type {string} */ name) => asked.push(`${one.id} ${name}`) },
  ResizeObserver: class {
    /** @param {() => void} call */
    constructor(call) {
      layouts.push(call);
    }
    observe() {}
    disconnect() {}
  },
});
const { log } = await import("../../static/js/match/log.js");
const played = (/** @type {number} */ seq, rest = {}) =>
  log.follow(/** @type {Shown} */ ({ type: "frame", seq, content: "", events: [], ...rest }));

/** New lines have made it so high; then the page is laid out. @param {number} height */
function grows(height) {
  element("log").scrollHeight = height;
  for (const call of layouts.splice(0)) call();
}

/** The document hears of an event on an element of it. @param {string} type @param {object} target @param {object} [detail] */
function heard(type, target, detail) {
  const event = Object.assign(new Event(type), { detail });
  document.dispatchEvent(Object.defineProperty(event, "target", { value: target }));
}

/** The reader scrolls. @param {number} top */
function scrolls(top) {
  element("log").scrollTop = top;
  heard("scroll", element("log"));
}

const asks = () => heard("htmx:before:request", element("log"));
/** The answer to a request has come, with this status. @param {number} status */
const answers = (status) => heard("htmx:finally:request", element("log"), { ctx: { response: { status } } });

beforeEach(() => {
  freshPage();
  Object.assign(element("log"), { clientHeight: 100, scrollHeight: 100 });
  element("log").dataset.seq = "0";
  showsActions(0);
  scrolls(0);
  asked.length = 0;
  layouts.length = 0;
});

test("new lines are seen at once, unless older ones are read", () => {
  played(1);
  grows(300);
  assert.equal(element("log").scrollTop, 300);
  scrolls(175); // 25 pixels from the end
  played(2);
  grows(400);
  assert.equal(element("log").scrollTop, 175);
  answers(200);
  grows(400);
  assert.equal(element("log").scrollTop, 175);
  scrolls(276); // 24 pixels
  played(3);
  grows(500);
  assert.equal(element("log").scrollTop, 500);
  answers(200);
  grows(600);
  assert.equal(element("log").scrollTop, 600);
});

test("what scrolls elsewhere is not the log", () => {
  heard("scroll", Object.assign(new HTMLElement(), { id: "rules", scrollHeight: 900, clientHeight: 100 }));
  played(1);
  grows(300);
  assert.equal(element("log").scrollTop, 300);
});

test("a frame whose lines follow those that are there is counted; with a gap the log is asked for", () => {
  showsActions(1);
  played(1);
  assert.deepEqual([element("log").dataset.seq, asked], ["1", []]);
  showsActions(3);
  played(3, { from: 1 });
  assert.deepEqual([element("log").dataset.seq, asked], ["3", []]);
  showsActions(5);
  played(5);
  assert.deepEqual([element("log").dataset.seq, asked], ["3", ["log refresh"]]);
  played(4, { events: undefined, from: 3 });
  assert.equal(element("log").dataset.seq, "3");
});

test("a whole table asks for the whole log; what comes while it is fetched is asked for again", () => {
  showsActions(4);
  log.follow(/** @type {Shown} */ ({ type: "snapshot", seq: 4, content: "" }));
  assert.deepEqual([element("log").dataset.seq, asked.splice(0)], ["-1", ["log refresh"]]);
  asks();
  showsActions(5);
  answers(503);
  assert.deepEqual([element("log").dataset.seq, asked.splice(0)], ["-1", []]);
  answers(200);
  assert.deepEqual([element("log").dataset.seq, asked.splice(0)], ["4", ["log refresh"]]);
  asks();
  answers(200);
  assert.deepEqual([element("log").dataset.seq, asked], ["5", []]);
});
