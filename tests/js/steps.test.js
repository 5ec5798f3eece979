// The list of what follows a frame: in its order, what is due, and one that fails keeps none of the others.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { takeSteps } from "../../static/js/match/steps.js";

test("steps that are due are taken in their order, also after one that fails", () => {
  const complaint = mock.method(console, "error", () => {});
  /** @type {string[]} */
  const taken = [];
  /** @param {string} name */
  const step = (name) => ({ take: () => taken.push(name) });
  const broken = new Error("broken");
  takeSteps(
    [
      step("one"),
      { ...step("never"), when: () => false },
      {
        take: () => {
          throw broken;
        },
      },
      { ...step("two"), when: (/** @type {number} */ moment) => moment === 7 },
    ],
    7,
  );
  assert.deepEqual(taken, ["one", "two"]);
  assert.deepEqual(complaint.mock.calls[0]?.arguments, [broken]);
  complaint.mock.restore();
});
