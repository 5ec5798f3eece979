// How far the telling of what happened has come.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Progress } from "../../static/js/match/progress.js";

const events = /** @type {GameEvent[]} */ (
  /** @type {unknown} */ ([
    { type: "attack" },
    { type: "returned", n: 1 },
    { type: "returned", n: 2 },
    { type: "rested" },
  ])
);
const card = (/** @type {boolean} */ isConnected) => /** @type {HTMLElement} */ ({ isConnected });

test("events are taken in their order, and the list that came is not changed", () => {
  const progress = new Progress();
  assert.equal(progress.next(), undefined);
  progress.begin(events);
  assert.deepEqual(progress.next(), events[0]);
  assert.equal(events.length, 4);
  progress.begin(events.slice(3));
  assert.equal(progress.next()?.type, "rested");
  assert.equal(progress.next(), undefined);
});

test("what happens at once is seen together and taken together", () => {
  const progress = new Progress();
  progress.begin(events.slice(1));
  assert.equal(progress.upcoming("rested"), null);
  assert.equal(progress.upcoming("returned"), events[1]);
  assert.deepEqual(progress.alike("returned"), events.slice(1, 3));
  assert.deepEqual(progress.alike("rested"), []);
  assert.deepEqual(progress.takeAll("returned"), events.slice(1, 3));
  assert.deepEqual(progress.takeAll("returned"), []);
  assert.deepEqual(progress.alike("rested"), [events[3]]); // to the end
  assert.equal(progress.next(), events[3]);
  assert.equal(progress.upcoming("rested"), null);
});

test("an incantation is taken once, its card by its player alone and from the hand alone", () => {
  const progress = new Progress();
  assert.ok(!progress.isAiming);
  assert.equal(progress.takeCasting("A"), null);
  const [spell, held] = [{ shown: card(true), target: null }, card(true)];
  progress.aim(spell, { player: "A", element: held });
  assert.ok(progress.isAiming);
  assert.equal(progress.takeSpell(), spell);
  assert.ok(!progress.isAiming);
  assert.equal(progress.takeSpell(), null);
  assert.equal(progress.takeCasting("B"), null);
  assert.equal(progress.takeCasting("A")?.element, held);
  assert.equal(progress.takeCasting("A"), null);
  progress.aim(spell, { player: "A", element: card(false) });
  assert.equal(progress.takeCasting("A"), null);
});

test("what has come forward, the light and the blow are kept until they go", () => {
  const progress = new Progress();
  const forward = /** @type {import("../../static/js/match/animator.js").Forward} */ ({ seat: "A" });
  assert.deepEqual([progress.forward, progress.light, progress.blow], [null, null, null]);
  progress.bring(forward);
  progress.shine(card(true));
  progress.strikeBy(/** @type {GameEvents["attack"]} */ (events[0]));
  assert.equal(progress.forward, forward);
  assert.ok(progress.light?.isConnected);
  assert.equal(progress.blow, events[0]);
  progress.bring(null);
  progress.shine(null);
  assert.deepEqual([progress.forward, progress.light], [null, null]);
});

test("falls are counted, and whose was the last", () => {
  const progress = new Progress();
  assert.deepEqual([progress.from, progress.streak], ["", 0]);
  progress.countFall("B");
  progress.countFall("A");
  assert.deepEqual([progress.from, progress.streak], ["A", 2]);
});
