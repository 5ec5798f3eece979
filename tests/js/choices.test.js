// What may be done with a card, and where on the table: the server lists it, and each place has one element.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, shows } from "./document.js";

const { choicesOf, elementOf, placeOf, seat, sourceOf } = await import("../../static/js/match/choices.js");

const realm = (/** @type {string} */ at, /** @type {string[]} */ ...names) =>
  `<div id="realm-${at}">${names.map((name) => `<i id="${name}" class="creature"></i>`).join("")}</div>`;
const PLAYS = [
  { type: "play", hand: 0, lane: "top" },
  { type: "play", hand: 1, target: { player: "A", lane: "top", index: 1 } },
  { type: "champion", lane: "bottom", onto: 0 },
  { type: "attack" },
];

/** The server lists these. @param {object[]} actions */
function lists(actions) {
  byId("turn").dataset.choices = JSON.stringify(actions.map((action) => ({ action })));
}

beforeEach(() => {
  shows(`<p id="turn" data-seat="B"></p><i id="berth-top"></i><i id="theirs"></i>
    <div data-own=""><i id="card" data-place="0"></i><i id="champion" data-champion=""></i><i id="fortress"></i></div>
    ${realm("A-top", "ogre", "troll")}${realm("B-top", "imp")}${realm("B-bottom", "elf")}`);
  lists(PLAYS);
});

test("a place is a lane, a creature of the viewer's that is covered, or a target of either side", () => {
  const found = PLAYS.slice(0, 3).map((action) => elementOf(placeOf(/** @type {any} */ (action)), seat()));
  assert.deepEqual(
    found.map((element) => element?.id),
    ["berth-top", "troll", "elf"],
  );
  assert.equal(elementOf("target:A:top:2", "B"), null);
  assert.equal(elementOf("onto:top:0", "B")?.id, "imp");
});

test("a card of the hand has the plays from its place, the champion those of a champion", () => {
  const actions = (/** @type {any} */ source) => choicesOf(source).map(({ action }) => action);
  assert.deepEqual([actions({ hand: 0 }), actions({ hand: 1 })], [[PLAYS[0]], [PLAYS[1]]]);
  assert.deepEqual([actions({ hand: 2 }), actions({ champion: true })], [[], [PLAYS[2]]]);
  lists([]);
  assert.deepEqual(actions({ hand: 0 }), []);
});

test("what can be played are cards and champion of the viewer's own hand", () => {
  byId("theirs").dataset.place = "0";
  const sources = ["card", "champion", "fortress", "theirs"].map((id) => sourceOf(/** @type {any} */ (byId(id))));
  assert.deepEqual(sources, [{ hand: 0 }, { champion: true }, null, null]);
});

test("a visitor who only watches has no seat, and no choices", () => {
  shows("<main></main>");
  assert.deepEqual([seat(), choicesOf({ hand: 0 })], ["", []]);
});
