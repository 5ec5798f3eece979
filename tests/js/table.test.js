// The table has one owner: what the player has just done, what is shown, and what the server says, which always wins.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, shows, swap } from "./document.js";

const { forgetLeftOut, Table } = await import("../../static/js/match/table.js");

const HAND =
  '<div id="hand-A" class="hand"><i id="card-A-elf" class="held">Elf</i><i id="card-A-imp" class="held">Imp</i></div>';
const REALM = '<div id="realm-A-top" class="realm"><i id="card-A-orc" class="creature">Orc 4</i></div>';
const BARS =
  '<div id="bar-A" class="bar"><i id="hp-A" class="bar-hp">12</i></div><div id="bar-B" class="bar">here</div>';
const PLAY = /** @type {Action} */ ({ type: "play", hand: 0 });

/** @type {string[]} */
let log = [];
/** @type {GameEvent[][]} */
let seen = [];
/** What the telling does to the table. @type {() => void} */
let telling = () => {};
const animator = /** @type {import("../../static/js/match/animator.js").Animator} */ (
  /** @type {unknown} */ ({ clear: () => log.push("clear"), skip: () => log.push("skip") })
);
/** @type {import("../../static/js/match/table.js").Table} */
let table;

/** The elf lies in its lane before the server has answered. */
function playElf() {
  byId("realm-A-top").append(byId("card-A-elf"));
  return {
    animator,
    event: "played",
    refuse: () => {
      log.push("measure");
      return () => log.push(`home ${byId("card-A-elf").parentElement?.id}`);
    },
  };
}

const events = (/** @type {string[]} */ ...types) =>
  /** @type {GameEvent[]} */ (/** @type {unknown} */ (types.map((type) => ({ type }))));
const text = (/** @type {string} */ id) => byId(id).textContent;

beforeEach(() => {
  shows(`<main><div id="table">${HAND}${REALM}${BARS}</div></main>`);
  log = [];
  seen = [];
  telling = () => {};
  table = new Table({
    begin: ({ type }) => (type === "play" ? playElf : null),
    end: () => log.push("end"),
    play: async (shown, _faces, begun) => {
      seen.push(shown);
      log.push(begun ? "continues" : "begins");
      telling();
    },
  });
});

test("what is shown changes the table, and what the server says wins: pieces that it does not bring are as they were", async () => {
  telling = () => {
    byId("hp-A").textContent = "9";
    byId("card-A-orc").remove();
  };
  await table.byEvent(events("damage"), {});
  assert.equal(text("hp-A"), "9");
  const content = '<div id="hand-A" class="hand"><i id="card-A-elf" class="held">Elf 2</i></div>';
  table.byFrame(content);
  swap(content);
  assert.deepEqual([text("hp-A"), text("realm-A-top"), text("hand-A")], ["12", "Orc 4", "Elf 2"]);
});

test("the elements that the frame does not concern stay the same elements", async () => {
  const [orc, imp] = [byId("card-A-orc"), byId("card-A-imp")];
  telling = () => {
    byId("card-A-elf").textContent = "changed";
  };
  await table.byEvent(events("damage"), {});
  table.byFrame("");
  assert.equal(text("card-A-elf"), "Elf");
  assert.equal(byId("card-A-orc"), orc);
  assert.equal(byId("card-A-imp"), imp);
});

test("a face that the frame leaves out is the one that the server has sent, not the one of the telling", async () => {
  telling = () => {
    byId("card-A-orc").textContent = "Orc 1";
  };
  await table.byEvent(events("damage"), {});
  const content = '<div id="realm-A-top" class="realm"><i id="card-A-orc" class="creature" data-kept></i></div>';
  table.byFrame(content);
  swap(content);
  assert.equal(text("card-A-orc"), "Orc 4");
  forgetLeftOut();
  assert.equal(byId("card-A-orc").getAttribute("data-kept"), null);
});

test("a played card lies there at once; its event is not shown again, and what is shown goes on from there", async () => {
  table.now(PLAY);
  assert.equal(text("realm-A-top"), "Orc 4Elf");
  await table.byEvent(events("played", "damage", "played"), {});
  assert.deepEqual(seen, [events("damage", "played")]);
  assert.ok(log.includes("continues"));
  table.byFrame("");
  assert.deepEqual([text("hand-A"), text("realm-A-top")], ["ElfImp", "Orc 4"]);
  await table.byEvent(events("played"), {});
  assert.deepEqual(seen[1], events("played")); // that of another one
  assert.equal(log.at(-1), "begins");
});

test("a refusal takes the card back: where it lies is measured before, and it flies home after", () => {
  table.now(PLAY);
  table.takeBack();
  assert.deepEqual(log, ["measure", "skip", "end", "clear", "home hand-A"]);
  assert.deepEqual([text("hand-A"), text("realm-A-top")], ["ElfImp", "Orc 4"]);
  log = [];
  table.takeBack();
  assert.deepEqual(log, ["end"]); // nothing is left of it
});

test("what the server says of the same table meanwhile outlasts a refusal", () => {
  table.now(PLAY);
  const content = '<div id="bar-B" class="bar">away</div><i id="hp-A" class="bar-hp">11</i>';
  swap(content);
  table.alsoByFrame(content);
  assert.equal(text("realm-A-top"), "Orc 4Elf");
  byId("hp-A").textContent = "3";
  table.takeBack();
  assert.deepEqual([text("bar-B"), text("hp-A"), text("hand-A")], ["away", "11", "ElfImp"]);
});

test("of a face that was left out meanwhile the one of before stays", () => {
  table.now(PLAY);
  byId("card-A-orc").textContent = "Orc 1";
  const content = '<i id="card-A-orc" class="creature" data-kept></i>';
  swap(content);
  table.alsoByFrame(content);
  table.takeBack();
  assert.equal(text("card-A-orc"), "Orc 4");
});

test("a card that is shown again after a new line is taken back as any other", () => {
  table.now(PLAY);
  const content = `<div id="table">${HAND}${REALM}${BARS}</div>`;
  table.byFrame(content);
  swap(content);
  table.now(PLAY, true);
  assert.equal(text("realm-A-top"), "Orc 4Elf");
  table.takeBack();
  assert.deepEqual([text("hand-A"), text("realm-A-top")], ["ElfImp", "Orc 4"]);
});

test("a press that shows nothing on the table keeps nothing of it", async () => {
  table.now(/** @type {Action} */ ({ type: "attack" }));
  byId("hp-A").textContent = "7"; // the server has said so
  table.byFrame("");
  assert.equal(text("hp-A"), "7");
});

test("what one frame has brought is what the next one builds on", async () => {
  for (const hp of ["11", "8"]) {
    telling = () => {
      byId("hp-A").textContent = "3";
    };
    await table.byEvent(events("damage"), {});
    const content = `<div id="bar-A" class="bar"><i id="hp-A" class="bar-hp">${hp}</i></div>`;
    table.byFrame(content);
    swap(content);
  }
  await table.byEvent(events("damage"), {});
  table.byFrame("");
  assert.equal(text("hp-A"), "8");
});

test("a creature that has moved in a zone that the frame brings is the same element until htmx has it", async () => {
  const orc = byId("card-A-orc");
  telling = () => {
    orc.textContent = "Orc 1";
    byId("realm-A-top").append(byId("card-A-imp"));
  };
  await table.byEvent(events("played"), {});
  table.byFrame('<div id="realm-A-top" class="realm"><i id="card-A-orc" class="creature">Orc 2</i></div>');
  assert.equal(byId("card-A-orc"), orc);
});
