// Every press is answered once, whatever the line does to messages on their way.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Outbox } from "../../static/js/match/outbox.js";
import { Patience } from "../../static/js/patience.js";

const AGAIN_MS = 1200;
const STEP_MS = 50;

/**
 * A page at the end of a line that delays, drops each so-manieth message, and can break; and a server that does each press once.
 *
 * @param {{delay: number, drop?: number}} how
 */
function table({ delay, drop = 0 }) {
  const now = { ms: 0 };
  const line = { number: 0, isOpen: true };
  /** @type {Map<string, number>} */
  const answers = new Map();
  /** @type {object[]} */
  const done = [];
  /** @type {string[]} */
  const answered = [];
  let messages = 0;
  /** @param {() => void} arrive */
  const carry = (arrive) => {
    messages += 1;
    const { number } = line;
    if (drop && messages % drop === 0) return;
    setTimeout(() => line.isOpen && line.number === number && arrive(), delay);
  };
  /** @param {any} message */
  const serve = ({ press, ...message }) => {
    if (!answers.has(press)) {
      done.push(message);
      answers.set(press, done.length);
    }
    carry(() => outbox.answered(press) !== null && answered.push(press));
  };
  const outbox = new Outbox(
    (message) => {
      if (line.isOpen) carry(() => serve(message));
      return line.isOpen;
    },
    { now: () => now.ms },
  );
  return {
    outbox,
    done,
    answered,
    /** @param {number} ms */
    pass(ms) {
      for (let n = 0; n < ms; n += STEP_MS) {
        now.ms += STEP_MS;
        mock.timers.tick(STEP_MS);
      }
    },
    cut() {
      line.isOpen = false;
    },
    reopen() {
      line.isOpen = true;
    },
    mend() {
      line.number += 1;
      line.isOpen = true;
      outbox.sendAll();
    },
  };
}

/** @param {() => void} body */
function withTimers(body) {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    body();
  } finally {
    mock.timers.reset();
  }
}

for (const delay of [0, 200, 1200, 3000])
  for (const drop of [0, 10, 3])
    test(`a line with ${delay} ms each way that loses one message in ${drop || "∞"}: each press is done once, in its order`, () =>
      withTimers(() => {
        const { outbox, done, answered, pass } = table({ delay, drop });
        const presses = Array.from({ length: 12 }, (_, n) => {
          const press = outbox.send({ number: n });
          pass(20 * AGAIN_MS);
          return press;
        });
        assert.deepEqual(
          done,
          presses.map((_, number) => ({ number })),
        );
        assert.deepEqual(answered, presses);
        assert.equal(outbox.isFull, false);
      }));

test("a line that breaks at any moment of a press, and is mended at any moment: it is done once", () =>
  withTimers(() => {
    for (let broken = 0; broken <= 1500; broken += STEP_MS)
      for (const away of [0, 300, 5000]) {
        const { outbox, done, answered, pass, cut, mend } = table({ delay: 600 });
        outbox.send({ type: "resign" });
        pass(broken);
        cut();
        pass(away);
        mend();
        pass(10 * AGAIN_MS);
        assert.deepEqual([done.length, answered.length, outbox.isFull], [1, 1, false], `${broken} ${away}`);
      }
  }));

test("what is answered is not sent again, and a second answer is none", () =>
  withTimers(() => {
    const sent = /** @type {any[]} */ ([]);
    let lateness = 0;
    const late = () => {
      lateness += 1;
    };
    const clock = { ms: 0 };
    const outbox = new Outbox((message) => sent.push(message) > 0, { late, now: () => clock.ms, name: "page" });
    const press = outbox.send({ type: "draw" });
    assert.deepEqual(sent, [{ type: "draw", press }]);
    for (clock.ms = 0; clock.ms < AGAIN_MS - 1; clock.ms += 1) mock.timers.tick(1);
    assert.equal(sent.length, 1);
    clock.ms += 1;
    mock.timers.tick(1);
    assert.deepEqual([sent.length, lateness], [2, 1]);
    assert.equal(outbox.has(press), true);
    clock.ms += 30;
    assert.equal(outbox.answered(press), 30, "since it last went out");
    assert.equal(outbox.answered(press), null);
    assert.equal(outbox.answered("another"), null);
    mock.timers.tick(10 * AGAIN_MS);
    assert.equal(sent.length, 2);
  }));

test("a line that carries nothing for a while and does not break gets a press again until it is done", () =>
  withTimers(() => {
    const { outbox, done, pass, cut, reopen } = table({ delay: 100 });
    cut();
    outbox.send({ type: "resign" });
    pass(3 * AGAIN_MS);
    reopen();
    pass(2 * AGAIN_MS);
    assert.deepEqual([done.length, outbox.isFull], [1, false]);
  }));

test("an answer to one press leaves the others to be sent again", () =>
  withTimers(() => {
    const { outbox, done, pass, cut, mend } = table({ delay: 600 });
    cut();
    const [first, second] = [0, 1].map((number) => outbox.send({ number }));
    outbox.answered(first);
    assert.ok(outbox.has(second));
    mend();
    pass(10 * AGAIN_MS);
    assert.deepEqual(done, [{ number: 1 }]);
  }));

test("patience is twice the slowest of the last answers, and at least what it was given", () => {
  const patience = new Patience(900);
  assert.equal(patience.ms(), 900);
  patience.note(200);
  assert.deepEqual([patience.ms(), patience.ms(500)], [900, 500]);
  patience.note(1300);
  assert.deepEqual([patience.ms(), patience.ms(500)], [2600, 2600]);
  for (let n = 0; n < 5; n += 1) patience.note(100);
  assert.equal(patience.ms(), 900, "a slow answer is forgotten");
  patience.fail();
  assert.equal(patience.ms(), 1800, "it was perhaps only slow");
  for (let n = 0; n < 9; n += 1) patience.fail();
  assert.equal(patience.ms(), 20000, "but not for ever");
});
