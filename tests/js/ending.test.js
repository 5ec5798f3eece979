// The end of a match is shown and heard as it was for the viewer, and a press of Escape ends what is shown.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { byId, Element, heard as hear, root, shows } from "./document.js";

/** One that runs until it is finished. */
class Animation {
  ready = Promise.resolve();
  finish = () => {};
  finished = new Promise((resolve) => {
    this.finish = () => resolve(this);
  });
  currentTime = 0;

  /** @param {Element} target */
  constructor(target) {
    this.effect = { target, getKeyframes: () => [] };
  }
}
Object.assign(globalThis, { Animation, HTMLTemplateElement: Element, CSS: { supports: () => false } });
Object.assign(Element.prototype, {
  animate(/** @type {object[]} */ ..._options) {
    return new Animation(/** @type {any} */ (this));
  },
});
const { Animator } = await import("../../static/js/match/animator.js");
const { over } = await import("../../static/js/match/destruction.js");
const { burn } = await import("../../static/js/match/ending.js");
/** @type {string[]} */
let heard = [];
document.addEventListener("game-sound", (event) => heard.push(/** @type {any} */ (event).detail.name));
mock.timers.enable({ apis: ["setTimeout"] });

/**
 * What is over the table when a match has ended, and what is heard.
 *
 * @param {{ seat?: string, mode?: string, winner?: string, reason?: string, beat?: number }} match
 */
async function ended({ seat = "A", mode = "online", winner = "A", reason = "fort", beat = 100 }) {
  shows(`<div id="table" data-mode="${mode}"><div class="sea"></div></div><p id="turn" data-seat="${seat}"></p>
    <div id="fx"></div><template id="ending-won"><b class="ending-mark">Victory</b></template>`);
  heard = [];
  const animator = new Animator({}, beat);
  const shown = over(animator, /** @type {any} */ ({ type: "over", winner, reason, say: "It is over" }));
  const scene = byId("fx").querySelector(".ending");
  animator.skip();
  await shown;
  assert.equal(byId("fx").querySelector(".ending"), null);
  return [scene?.className, scene?.textContent, ...heard];
}

test("a match is won, lost, drawn or aborted for the player, and only watched by spectators and at one screen", async () => {
  assert.deepEqual(await ended({}), ["ending ending-won", "VictoryIt is over", "win"]);
  assert.deepEqual(await ended({ winner: "B" }), ["ending ending-lost", "It is over", "loss"]);
  assert.deepEqual(await ended({ winner: "draw" }), ["ending ending-drawn", "It is over", "draw"]);
  assert.deepEqual(await ended({ winner: "draw", reason: "aborted" }), ["ending ending-aborted", "It is over"]);
  assert.deepEqual(await ended({ seat: "" }), ["ending ending-watched", "It is over"]);
  assert.deepEqual(await ended({ mode: "hotseat" }), ["ending ending-watched", "It is over"]);
});

test("a viewer who has skipped what came before neither sees nor hears it", async () => {
  assert.deepEqual(await ended({ beat: 0 }), [undefined, undefined]);
});

test("the loser's bridge breaks while the Fort burns, until Escape, which ends nothing else", async () => {
  shows(
    `<div class="seat-far"><p id="hand-B"></p></div><div id="stage"></div><i id="bridge" class="bridge"></i><template id="burning"></template>`,
  );
  const head = new Element("head");
  Object.assign(document, { head });
  const burnt = burn("B", 1);
  head.children[0].dispatchEvent(new Event("load"));
  await new Promise(setImmediate);
  assert.deepEqual({ ...byId("bridge").dataset }, { far: "3" });
  assert.equal(root.getAttribute("data-playing"), "");
  const isTaken = () => hear("keydown", root, { key: "Escape" }).defaultPrevented;
  assert.ok(isTaken());
  await new Promise(setImmediate);
  mock.timers.tick(1); // a task of its own
  await burnt;
  assert.deepEqual([byId("stage").children, root.getAttribute("data-playing")], [[], null]);
  assert.equal(head.children.length, 1); // the result needs the sheet next
  assert.ok(!isTaken()); // it is the browser's again
});

test("where the fire's style sheet does not come, or not in time, the result comes without it", async () => {
  for (const miss of ["error", "time"]) {
    shows('<div id="stage"></div><template id="burning"></template>');
    const head = new Element("head");
    Object.assign(document, { head });
    const burnt = burn("B", 1);
    if (miss === "error") head.children[0].dispatchEvent(new Event("error"));
    else mock.timers.tick(5000);
    await burnt;
    assert.deepEqual([byId("stage").children, root.getAttribute("data-playing")], [[], null], miss);
  }
});
