// A card stays picked over the frames that come, at the places of now.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, Element, root, shows } from "./document.js";

const PAGE = `<main id="match"><p id="connection-lost"></p><p id="turn" data-seat="A" data-seq="0"></p>
  <dialog id="ask"><p id="draw" data-ask="draw"></p><p id="fort" data-ask="fort"></p><p id="resign" data-ask="resign"></p></dialog>
  <p id="hint" data-lane="Where to with {card}?"></p>
  <div id="table"><div id="hand-A" data-own=""><i id="elf" class="held" data-place="0" data-name="Elf"></i>
  <i id="imp" class="held" data-place="1" data-name="Imp"></i></div>
  <i id="berth-top" class="berth"></i><i id="berth-bottom" class="berth"></i></div></main>`;
shows(PAGE);
const play = await import("../../static/js/match/play.js");
const { socket } = await import("../../static/js/match/socket.js");

/** The server lists these lanes for these places of the hand. @param {Record<number, string[]>} lanes */
function offers(lanes) {
  byId("turn").dataset.choices = JSON.stringify(
    Object.entries(lanes).flatMap(([hand, all]) =>
      all.map((lane) => ({ action: { type: "play", hand: Number(hand), lane } })),
    ),
  );
}

/** A frame has come. @param {() => void} [change] what it brings */
function frame(change = () => {}) {
  const picked = play.pickedId();
  change();
  play.keepPicked(picked);
}

const open = () => root.querySelectorAll("[data-open]").map(({ id }) => id);
/** @type {string[]} */
let said = [];

beforeEach(() => {
  play.drop();
  shows(PAGE);
  offers({ 0: ["top", "bottom"], 1: ["top"] });
  said = [];
  let text = "";
  Object.defineProperty(byId("hint"), "textContent", {
    get: () => text,
    set: (value) => {
      text = value;
      said.push(value);
    },
  });
});

test("a frame that changes nothing of it neither lays the card down nor says its places again", () => {
  assert.ok(play.pick(/** @type {any} */ (byId("elf"))));
  frame();
  assert.equal(root.getAttribute("data-picking"), "lane");
  assert.deepEqual([play.pickedId(), open(), said], ["elf", ["berth-top", "berth-bottom"], ["Where to with Elf?"]]);
});

test("a place that is closed now is not open, and a press that comes too late plays nothing there", async () => {
  play.pick(/** @type {any} */ (byId("elf")));
  frame(() => offers({ 0: ["bottom"] }));
  await play.playAt(/** @type {any} */ (byId("berth-top")));
  assert.deepEqual([play.pickedId(), open()], ["elf", ["berth-bottom"]]);
});

test("why a card cannot be played is asked for by its place: a champion has none", () => {
  offers({});
  /** @type {object[]} */
  const sent = [];
  socket.send = (message) => void sent.push(message);
  const champion = byId("imp").cloneNode();
  champion.removeAttribute("data-place");
  champion.setAttribute("data-champion", "");
  byId("imp").after(champion);
  for (const target of [byId("imp"), champion])
    play.press(/** @type {any} */ (Object.defineProperty(new Event("click"), "target", { value: target })));
  assert.deepEqual(sent, [{ type: "why", hand: 1 }]);
});

test("its places are those of now, also on an element that the frame has brought", () => {
  play.pick(/** @type {any} */ (byId("elf")));
  frame(() => {
    offers({ 0: ["bottom"] });
    const fresh = byId("elf").cloneNode();
    fresh.removeAttribute("aria-pressed");
    byId("elf").replaceWith(fresh);
    byId("berth-bottom").removeAttribute("data-open");
  });
  assert.deepEqual([play.pickedId(), open()], ["elf", ["berth-bottom"]]);
  assert.equal(byId("elf").getAttribute("aria-pressed"), "true");
});

test("a card that has left the hand, or may not be played any more, is not picked", () => {
  for (const change of [() => byId("elf").remove(), () => offers({ 1: ["top"] })]) {
    shows(PAGE);
    offers({ 0: ["top"] });
    play.pick(/** @type {any} */ (byId("elf")));
    frame(change);
    assert.deepEqual([play.current(), open()], [null, []]);
    assert.equal(root.getAttribute("data-picking"), null);
  }
});

test("another card takes its place, and one that cannot be played lays it down", () => {
  play.pick(/** @type {any} */ (byId("elf")));
  play.pick(/** @type {any} */ (byId("imp")));
  assert.deepEqual([play.pickedId(), open()], ["imp", ["berth-top"]]);
  assert.equal(byId("elf").getAttribute("aria-pressed"), null);
  offers({});
  assert.ok(!play.pick(/** @type {any} */ (byId("elf"))));
  assert.deepEqual([play.current(), open()], [null, []]);
});

test("a press on the sea, or on the picked card itself, lays it down", () => {
  for (const id of ["table", "elf"]) {
    play.press(/** @type {any} */ (Object.defineProperty(new Event("click"), "target", { value: byId("elf") })));
    assert.equal(play.pickedId(), "elf");
    play.press(/** @type {any} */ (Object.defineProperty(new Event("click"), "target", { value: byId(id) })));
    assert.deepEqual([play.current(), open()], [null, []], id);
  }
});

test("what cannot be taken back is asked about: only a yes is one, and what loses the match is asked about always", async () => {
  const dialog = /** @type {any} */ (byId("ask"));
  Object.assign(dialog, { showModal: () => (dialog.open = true), close: () => (dialog.open = false) });
  let mode = "on";
  Object.assign(globalThis, { HTMLDialogElement: Element, prefs: { get: () => mode } });
  /** @param {string} kind @param {string} answer */
  const answered = (kind, answer) => {
    const isDone = play.confirmed(kind);
    if (!dialog.open) return "not asked";
    assert.deepEqual(
      dialog.children.filter((/** @type {any} */ text) => !text.hidden).map((/** @type {any} */ text) => text.id),
      [kind],
    );
    if (answer === "Escape") {
      dialog.dispatchEvent(new Event("close")); // of an earlier question, which comes late
      dialog.close();
      dialog.dispatchEvent(new Event("close"));
    } else {
      const submit = new Event("submit", { cancelable: true });
      dialog.dispatchEvent(Object.assign(submit, { submitter: { getAttribute: () => answer } }));
      assert.ok(submit.defaultPrevented && !dialog.open);
    }
    return isDone;
  };
  for (const [answer, isDone] of /** @type {const} */ ([
    ["yes", true],
    ["no", false],
    ["Escape", false],
  ]))
    assert.equal(await answered("draw", answer), isDone, answer);
  mode = "off";
  for (const [kind, isDone] of /** @type {const} */ ([
    ["draw", "not asked"],
    ["fort", false],
    ["resign", false],
  ]))
    assert.equal(await answered(kind, "no"), isDone, kind);
});
