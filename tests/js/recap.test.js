// Where nothing moves, a short list tells what the other side did.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, shows } from "./document.js";

Object.assign(globalThis, { innerHeight: 600 }); // three lines
const { close, list } = await import("../../static/js/match/recap.js");

const began = (/** @type {string} */ player) => ({ type: "turn_began", player, say: `${player} begins` });
const played = (/** @type {string} */ say) => ({ type: "played", say });
const revealed = (/** @type {string} */ say) => ({ type: "revealed", say });
/** What the list shows after these events, and how it says that lines are left out. @param {object[]} events */
function listed(...events) {
  list(/** @type {any} */ (events));
  return [byId("lines").children.map(({ textContent }) => textContent), byId("more").textContent];
}

beforeEach(() => {
  close();
  shows(
    `<p id="turn" data-seat="A"></p><div id="recap"><ul id="lines"></ul><p id="more" data-one="# line" data-many="# lines"></p></div>`,
  );
  byId("recap").hidden = true;
});

test("it has what the other side did, and nothing of the viewer's", () => {
  const turns = [
    began("B"),
    played("Bo plays"),
    began("A"),
    played("Anna plays"),
    began("B"),
    { type: "over", say: "Bo wins" },
  ];
  assert.deepEqual(listed(...turns), [["Bo plays", "Bo wins"], ""]);
  assert.ok(!byId("recap").hidden);
  close();
  assert.deepEqual([byId("recap").hidden, byId("lines").children], [true, []]);
});

test("where only the viewer has acted, or a spectator looks, there is no list", () => {
  listed(began("A"), played("Anna plays"));
  assert.ok(byId("recap").hidden);
  byId("turn").dataset.seat = "";
  listed(began("B"), played("Bo plays"));
  assert.ok(byId("recap").hidden);
});

test("what the automaton reveals is one line; the newest lines stay, and the others are counted", () => {
  assert.deepEqual(
    listed(began("B"), revealed("An Elf"), played("one"), revealed("A Troll"), played("two"), played("three")),
    [["An Elf · A Troll", "two", "three"], "1 line"],
  );
  assert.deepEqual(listed(began("B"), played("four")), [["two", "three", "four"], "2 lines"]);
});
