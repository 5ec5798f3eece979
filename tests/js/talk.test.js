// The chat says what the server answers, and stays in sight over a keyboard on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, Element, heard, shows } from "./document.js";

shows(`<main id="match"></main><p id="connection-lost"></p><p id="toast"></p><p id="talk-button"></p><p id="talk-about"></p>
  <div id="talk-panel" data-url="/match/m/talk"><i id="wave" data-emote="wave"></i></div>
  <form id="report" data-talk="report"></form>`);
const visualViewport = Object.assign(new EventTarget(), { height: 600, offsetTop: 0, scale: 1 });
Object.assign(globalThis, { HTMLDialogElement: Element, HTMLFormElement: Element, innerHeight: 600, visualViewport });
await import("../../static/js/match/talk.js");

/** What is said when the server answers a wave so. @param {boolean} ok @param {object} reply */
async function answered(ok, reply) {
  byId("toast").textContent = "";
  Object.assign(globalThis, { fetch: async () => ({ ok, json: async () => reply }) });
  heard("click", byId("wave"));
  await new Promise(setImmediate);
  return byId("toast").textContent;
}

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
  Object.assign(byId("talk-about"), { close() {} });
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
