// A computer opponent says what fits what has happened, from its own side.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { byId, root, shows } from "./document.js";

shows(`<div id="match" data-emotes=""></div><p id="turn"></p><p id="bar-B"></p><p id="bubbles"></p>
  <p id="voice" data-seat="B" data-greets="Hello" data-wins="Mine" data-loses="Yours" data-hurt="Ouch" data-strikes="Ha"></p>`);
root.dataset.prefDefaults = "emotes-on.speed-1";
Object.assign(globalThis, {
  innerWidth: 900,
  innerHeight: 600,
  matchMedia: () => new EventTarget(),
  HTMLScriptElement: class {},
});
await import("../../static/js/prefs.js");
const { answer, greet } = await import("../../static/js/match/bot_words.js");
await import("../../static/js/match/bubble.js"); // which comes late
mock.timers.enable({ apis: ["setTimeout"] }); // a bubble stays for a while

/** What is said then. @param {() => void} happens */
async function said(happens) {
  byId("bubbles").replaceChildren();
  happens();
  await new Promise(setImmediate);
  return byId("bubbles").textContent;
}

const after = (/** @type {object[]} */ ...events) => said(() => answer(/** @type {any} */ (events)));

test("it greets in the first turn of either player, and no later", async () => {
  for (const [turn, words] of Object.entries({ 0: "", 1: "Hello", 2: "Hello", 3: "" })) {
    byId("turn").dataset.turn = turn;
    assert.equal(await said(greet), words, `turn ${turn}`);
  }
});

test("it laments its own Bastion and is glad of the other's; the end is said alone, a draw not at all", async () => {
  const [own, other] = ["B", "A"].map((player) => ({ type: "bastion_fell", player }));
  assert.equal(await after(own), "Ouch");
  assert.equal(await after(other), "Ha");
  assert.equal(await after(other, own), "Ouch");
  assert.equal(await after(own, { type: "over", winner: "B" }), "Mine");
  assert.equal(await after({ type: "over", winner: "A" }), "Yours");
  assert.equal(await after(own, { type: "over", winner: "draw" }), "");
  assert.equal(await after(), "");
});
