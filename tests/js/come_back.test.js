// The page without a connection asks for the site less and less often, and only while somebody looks.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import "./page.js";

const page = { asked: 0, loaded: 0, answer: async () => ({ ok: false }) };
mock.timers.enable({ apis: ["setTimeout"] });
Math.random = () => 0;
Object.assign(globalThis, {
  location: {
    pathname: "/match/1",
    reload() {
      page.loaded += 1;
    },
  },
  fetch() {
    page.asked += 1;
    return page.answer();
  },
});
await import("../../static/js/come_back.js");

/** So many milliseconds pass, and what was asked is answered; returns how often the site was asked. @param {number} ms */
async function pass(ms) {
  page.asked = 0;
  await new Promise(setImmediate);
  for (let n = 0; n < ms; n += 1000) {
    mock.timers.tick(1000);
    await new Promise(setImmediate);
  }
  return page.asked;
}

/** @param {boolean} hidden */
function look(hidden) {
  Object.assign(document, { hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}

test("it asks after 4 seconds, 8, 16, 32, and then each minute", async () => {
  for (const seconds of [4, 8, 16, 32, 60, 60, 60]) {
    assert.equal(await pass((seconds - 1) * 1000), 0, `before ${seconds}`);
    assert.equal(await pass(1000), 1, `${seconds}`);
  }
});

test("a site that breaks the line is asked again", async () => {
  page.answer = async () => {
    throw new TypeError("network");
  };
  assert.equal(await pass(120_000), 2);
});

test("nobody looks: nothing is asked; a look asks at once, and soon after", async () => {
  look(true);
  assert.equal(await pass(3_600_000), 0);
  page.asked = 0;
  look(false);
  assert.equal(page.asked, 1);
  assert.equal(await pass(3000), 0);
  assert.equal(await pass(1000), 1);
});

test("a network that is back is asked at once, and once", async () => {
  await pass(20_000);
  page.asked = 0;
  dispatchEvent(new Event("online"));
  assert.equal(page.asked, 1);
  assert.equal(await pass(4000), 1);
});

test("the page that was wanted is loaded when the site answers", async () => {
  assert.equal(page.loaded, 0);
  page.answer = async () => ({ ok: true });
  look(false);
  await pass(1000);
  assert.equal(page.loaded, 1);
});
