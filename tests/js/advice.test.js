// A hint marks what it speaks of and nothing else, lies over the other half of the sea, and is gone with its moment.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, root, shows } from "./document.js";

shows(`<p id="turn" data-seat="A" data-seq="4"></p><div id="table"><div class="sea"></div>
  <div id="hand-A"><div class="hand-row"><i id="elf" class="held"></i><i id="imp" class="held"></i></div></div>
  <div id="realm-A-top" class="realm"><i id="berth-top" class="berth"></i></div><i id="attack"></i></div><div id="advice"></div>`);
const placed = byId("advice").style;
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
const sea = byId("table").children[0];
sea.box = { left: 100, top: 20, width: 600, height: 300 };
const { close, show } = await import("../../static/js/match/advice.js");

const marked = () => root.querySelectorAll("[data-advised]").map(({ id }) => id);

/** A hint has come. @param {object} action @param {number} [seq] */
function hint(action, seq = 4) {
  byId("advice").innerHTML = `<p data-seq="${seq}"></p>`;
  byId("advice").children[0].dataset.action = JSON.stringify(action);
  show();
}

test("a hint marks its card and its lane, and the next one what that speaks of instead", () => {
  hint({ type: "play", hand: 1, lane: "top" });
  assert.deepEqual(marked(), ["imp", "realm-A-top"]);
  hint({ type: "attack" });
  assert.deepEqual(marked(), ["attack"]);
});

test("it lies over the far half, over the near one when it speaks of the far side, and follows the window", () => {
  hint({ type: "attack" });
  assert.deepEqual({ ...placed }, { "--x": "400px", "--y": "20px", "--w": "284px", "--h": "284px" });
  sea.box = { ...sea.box, width: 400 };
  dispatchEvent(new Event("resize"));
  assert.deepEqual([placed["--x"], placed["--w"]], ["300px", "184px"]);
  hint({ type: "play", hand: 0, target: { player: "B", lane: "top", index: 0 } });
  assert.equal(placed["--x"], "100px");
});

test("a hint that is closed, or that comes too late, leaves nothing", () => {
  for (const end of [close, () => hint({ type: "attack" }, 3)]) {
    hint({ type: "attack" });
    end();
    assert.deepEqual([marked(), byId("advice").children], [[], []]);
  }
});
