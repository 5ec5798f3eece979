// A result is shared by the device, or kept as a file where it cannot share one.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { byId, Element, shows } from "./document.js";

mock.timers.enable({ apis: ["setTimeout"] });
/** @type {string[]} */
let done = [];
let ok = true;
Object.assign(Element.prototype, {
  click() {
    const { href, download } = /** @type {any} */ (this);
    done.push(`keep ${download} of ${href}`);
  },
});
URL.createObjectURL = () => "blob:1";
URL.revokeObjectURL = (address) => void done.push(`forget ${address}`);
Object.assign(globalThis, {
  fetch: async (/** @type {string} */ path) => ({ ok, blob: async () => new Blob([path]) }),
});
const { share } = await import("../../static/js/match/poster.js");

/** What happens at a press. @param {object} device */
async function pressed(device) {
  done = [];
  shows('<b id="button" data-poster="/m.png"></b>');
  Object.defineProperty(globalThis, "navigator", { value: device, configurable: true });
  await share(/** @type {any} */ (byId("button")));
  return done;
}

/** @param {{ files: File[] }} shared */
const sheet = async ({ files: [file] }) => void done.push(`share ${file.name}: ${await file.text()}`);
const closed = async () => {
  throw new Error("AbortError");
};

test("the picture goes to the device's share sheet, and a sheet that is closed does nothing more", async () => {
  assert.deepEqual(await pressed({ canShare: () => true, share: sheet }), ["share clash-of-decks.png: /m.png"]);
  assert.deepEqual(await pressed({ canShare: () => true, share: closed }), []);
});

test("where there is none it is kept as a file, whose memory is free a minute later", async () => {
  for (const device of [{}, { canShare: () => false, share: sheet }]) {
    assert.deepEqual(await pressed(device), ["keep clash-of-decks.png of blob:1"]);
    mock.timers.tick(60_000);
    assert.equal(done.at(-1), "forget blob:1");
  }
});

test("a picture that does not come is neither shared nor kept", async () => {
  ok = false;
  assert.deepEqual(await pressed({}), []);
});
