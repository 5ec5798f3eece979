// The chat says what the server answers, keeps what is being written, counts what was not seen, and stays in sight over a
// keyboard on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, Element, heard, shows } from "./document.js";

shows(`<main id="match"></main><p id="connection-lost"></p><p id="toast"></p><p id="talk-button"></p><p id="talk-about"></p>
  <div id="talk-panel" data-url="/match/m/talk"><i id="wave" data-emote="wave"></i></div>
  <form id="report" data-talk="report"></form>`);
const visualViewport = Object.assign(new EventTarget(), { height: 600, offsetTop: 0, scale: 1 });
Object.assign(globalThis, {
  HTMLDialogElement: Element,
  HTMLFormElement: Element,
  getComputedStyle: () => ({ visibility: "visible" }),
  innerHeight: 600,
  visualViewport,
});
let isAsking = false;
Object.assign(byId("talk-about"), { close: () => (isAsking = false), showModal: () => (isAsking = true) });
await import("../../static/js/match/talk.js");

/** What is said when the server answers a wave so. @param {boolean} ok @param {object} reply */
async function answered(ok, reply) {
  byId("toast").textContent = "";
  Object.assign(globalThis, { fetch: async () => ({ ok, json: async () => reply }) });
  heard("click", byId("wave"));
  await new Promise(setImmediate);
  return byId("toast").textContent;
}

const line = new EventTarget();
const opened = { detail: { connection: { socket: line, url: "/" } } };
byId("match").dispatchEvent(Object.assign(new Event("htmx:ws:after:connection"), opened));

/** A piece of the chat comes. @param {string} type @param {string} content */
const comes = (type, content) =>
  line.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ type, content }) }));

test("a refusal is said, and what was done where the server says it; nothing where it does not", async () => {
  assert.equal(await answered(false, { error: "Not so fast." }), "Not so fast.");
  assert.equal(await answered(true, { said: "Bo is muted." }), "Bo is muted.");
  assert.equal(await answered(true, {}), "");
});

test("a report goes to those who read reports, and is no line of the chat", async () => {
  /** @type {string[]} */
  const asked = [];
  const fetch = async (/** @type {string} */ url) => void asked.push(url);
  class FormData extends Map {
    constructor() {
      super();
      this.set("why", "insults");
    }
  }
  Object.assign(globalThis, { fetch, FormData });
  heard("submit", byId("report"), { preventDefault() {} });
  await new Promise(setImmediate);
  assert.deepEqual(asked, ["/match/m/talk/report"]);
});

test("a keyboard that covers the page leaves the panel what is seen; a page that is enlarged does not change it", () => {
  const seen = (/** @type {number} */ height, /** @type {number} */ offsetTop, scale = 1) => {
    Object.assign(visualViewport, { height, offsetTop, scale }).dispatchEvent(new Event("resize"));
    return ["--seen", "--seen-from"].map((name) => byId("talk-panel").style.getPropertyValue(name));
  };
  assert.deepEqual(seen(300, 40), ["300px", "40px"]);
  assert.deepEqual(seen(300, 40, 2), ["", ""]);
  assert.deepEqual(seen(599.5, 0), ["", ""]); // as high as the page, but for rounding
});

test("what is being written stays, and keeps the focus, when the panel comes again; without a panel there is no button", () => {
  const panel = '<div id="talk-lines"></div><form id="talk-say"><input id="talk-text" name="text"></form>';
  comes("talk_panel", panel);
  const field = /** @type {any} */ (byId("talk-text"));
  field.value = "Well pl";
  let focused = 0;
  Element.prototype.focus = () => {
    focused += 1;
  };
  comes("talk_panel", panel);
  assert.deepEqual([/** @type {any} */ (byId("talk-text")).value, focused], ["Well pl", 0]);
  Object.assign(document, { activeElement: byId("talk-text") });
  comes("talk_panel", panel);
  assert.deepEqual([/** @type {any} */ (byId("talk-text")).value, focused], ["Well pl", 1]);
  assert.ok(!byId("talk-panel").hidden && !byId("talk-button").hidden);
  comes("talk_panel", "");
  assert.ok(byId("talk-panel").hidden && byId("talk-button").hidden);
});

test("lines of others that come while the panel is closed are counted until it opens; they stay in their order", () => {
  let isOpen = false;
  byId("talk-panel").getClientRects = () => (isOpen ? [{}] : []);
  const unread = () => byId("talk-button").dataset.unread;
  comes("talk_panel", '<div id="talk-lines"></div>');
  comes("talk_lines", '<p class="talk-mine">Hi</p><p>Hello</p>');
  assert.equal(unread(), "1");
  comes("talk_lines", "<p>Ready?</p>");
  assert.equal(unread(), "2");
  isOpen = true;
  byId("talk-panel").dispatchEvent(new Event("toggle"));
  assert.equal(unread(), undefined);
  comes("talk_lines", "<p>Go</p>");
  assert.equal(unread(), undefined);
  assert.deepEqual(
    byId("talk-lines").children.map(({ textContent }) => textContent),
    ["Hi", "Hello", "Ready?", "Go"],
  );
});

test("a person is muted, blocked and heard again by their id, and a line that the server did not take stays in the field", async () => {
  /** @type {string[]} */
  const asked = [];
  let ok = true;
  const fetch = async (/** @type {string} */ url, /** @type {{ body: URLSearchParams }} */ { body }) => {
    asked.push(`${url.slice("/match/m/talk".length)} ${body}`);
    return { ok, json: async () => ({}) };
  };
  class FormData extends Map {
    constructor() {
      super();
      this.set("text", "Hi");
    }
  }
  Object.assign(globalThis, { fetch, FormData });
  shows(`<b id="bo" class="talk-more" data-person="p7" data-name="Bo"></b><b id="again" data-unmute="p8"></b>
    <button id="mute" data-talk="mute"></button><button id="block" data-talk="block"></button><form id="talk-say"></form>`);
  heard("click", byId("bo"));
  assert.ok(isAsking);
  for (const id of ["mute", "block", "again"]) heard("click", byId(id));
  assert.ok(!isAsking);
  let isEmpty = false;
  Object.assign(byId("talk-say"), { reset: () => (isEmpty = true) });
  for (ok of [false, true]) {
    assert.ok(heard("submit", byId("talk-say")).defaultPrevented, "the page is not left");
    await new Promise(setImmediate);
    assert.equal(isEmpty, ok);
  }
  assert.deepEqual(asked, ["/mute person=p7", "/block person=p7", "/mute person=p8&on=false", " text=Hi", " text=Hi"]);
});
