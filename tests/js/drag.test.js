// One way to drag: cards of the hand to their places, cards to be ordered among each other.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, heard, lies, root, shows } from "./document.js";

/** @typedef {import("./document.js").Element} Element */

/** @type {Element | null} */
let under = null;
lies(() => under);
const CHOICES = JSON.stringify([
  { action: { type: "play", hand: 0, lane: "top" } },
  { action: { type: "play", hand: 0, lane: "bottom" } },
]).replaceAll('"', "'");
const PAGE = `<main id="match"><p id="connection-lost"></p><p id="turn" data-seat="A" data-seq="0"></p><p id="hint" data-lane="Where?"></p>
  <div id="table"><div id="hand-A" data-own=""><i id="elf" class="held" data-place="0"><b class="card">Elf</b></i></div>
  <i id="berth-top" class="berth"></i><i id="berth-bottom" class="berth"></i></div>
  <div id="order"><b id="order-title"></b><ol id="rows"><i id="order-0" class="order-row"><b id="card-0" class="order-card"></b></i>
  <i id="order-1" class="order-row"><b id="card-1" class="order-card"></b></i>
  <i id="order-2" class="order-row"><b id="card-2" class="order-card"></b></i></ol></div><div id="fx"></div></main>`;
shows(PAGE);
const drag = await import("../../static/js/match/drag.js");
const play = await import("../../static/js/match/play.js");
await import("../../static/js/match/order.js");
const { socket } = await import("../../static/js/match/socket.js");
const { extras } = await import("../../static/js/match/steps.js");
drag.start();

const pointer = { button: 0, isPrimary: true, pointerId: 7 };
const PRESSED = { clientX: 100, clientY: 50 };
const down = (/** @type {string} */ id, rest = {}) =>
  heard("pointerdown", byId(id), { ...pointer, ...PRESSED, ...rest });
const up = (type = "pointerup", rest = {}) => heard(type, root, { ...pointer, ...rest });
/** @param {number} far from where it came down @param {string} [over] */
function moveTo(far, over) {
  under = over ? byId(over) : null;
  return heard("pointermove", root, { ...pointer, ...PRESSED, clientX: PRESSED.clientX + far });
}
const lit = () => document.querySelectorAll("[data-over]").length;
const order = () => byId("rows").children.map(({ id }) => id);

beforeEach(() => {
  shows(PAGE);
  byId("turn").dataset.choices = CHOICES.replaceAll("'", '"');
  drag.wasDrag();
});

test("a press that hardly moves is a click; one that moves lifts the card, and lights the place under it alone", () => {
  down("elf");
  assert.ok(!moveTo(7).defaultPrevented);
  assert.equal(play.current(), null);
  assert.ok(moveTo(8, "berth-top").defaultPrevented);
  assert.equal(play.pickedId(), "elf");
  assert.equal(byId("fx").textContent, "Elf");
  assert.equal(byId("berth-top").dataset.over, "");
  moveTo(20, "berth-bottom");
  assert.deepEqual([byId("berth-top").dataset.over, byId("berth-bottom").dataset.over], [undefined, ""]);
  moveTo(30, "hand-A");
  assert.equal(lit(), 0);
  up();
});

test("when a drag ends no place stays lit and nothing hangs in the air, wherever it ends", () => {
  for (const [type, over] of [
    ["pointerup", "berth-top"],
    ["pointerup", "hand-A"],
    ["pointercancel", "berth-top"],
  ]) {
    shows(PAGE);
    byId("turn").dataset.choices = CHOICES.replaceAll("'", '"');
    down("elf");
    moveTo(20, "berth-bottom");
    moveTo(30, over);
    up(type);
    assert.equal(lit(), 0, `${type} over ${over}`);
    assert.equal(byId("fx").textContent, "");
    assert.equal(byId("elf").getAttribute("data-fx"), null);
    assert.equal(root.getAttribute("data-dragging"), null);
    assert.equal(play.current(), null);
    assert.ok(drag.wasDrag()); // the click that follows is none
    assert.ok(!drag.wasDrag());
  }
});

test("a card is played where it is put down, and nowhere when the drag is cancelled", () => {
  /** @type {object[]} */
  const sent = [];
  socket.send = (message) => void sent.push(message);
  for (const [type, over] of [
    ["pointercancel", "berth-top"],
    ["pointerup", "hand-A"],
    ["pointerup", "berth-bottom"],
  ]) {
    down("elf");
    moveTo(20, over);
    up(type);
  }
  assert.deepEqual(sent, [{ type: "act", action: { type: "play", hand: 0, lane: "bottom" }, seq: 0 }]);
});

test("another button or a second finger drags nothing, and moves nothing that is dragged", () => {
  down("elf", { button: 2 });
  moveTo(20, "berth-top");
  down("elf", { isPrimary: false });
  moveTo(20, "berth-top");
  assert.equal(play.current(), null);
  down("elf");
  moveTo(20, "berth-top");
  heard("pointermove", root, { ...pointer, pointerId: 8, clientX: 90, clientY: 0 });
  up("pointerup", { pointerId: 8 });
  assert.equal(play.pickedId(), "elf");
  up("pointercancel");
});

test("a card that may not be played is not lifted, and the press that tried is over", () => {
  down("elf");
  byId("turn").dataset.choices = "[]"; // a frame has come meanwhile
  moveTo(20, "berth-top");
  byId("turn").dataset.choices = CHOICES.replaceAll("'", '"');
  moveTo(40, "berth-top");
  assert.equal(play.current(), null);
  up();
  assert.ok(!drag.wasDrag());
});

test("the focus goes to cards that are to be ordered when they come up, and once", () => {
  let focused = 0;
  const title = byId("order-title");
  title.focus = () => {
    focused += 1;
  };
  const rows = byId("rows");
  const shown = () => {
    for (const extra of extras) extra.shown(/** @type {any} */ ({}));
  };
  for (const [there, times] of [
    [true, 1],
    [true, 1],
    [false, 1],
    [true, 2],
  ]) {
    if (there) title.after(rows);
    else rows.remove();
    shown();
    assert.equal(focused, times);
  }
});

test("cards to be ordered go with the pointer, past each that it reaches, and back when that is cancelled", () => {
  down("card-0");
  moveTo(20, "card-1");
  assert.deepEqual(order(), ["order-1", "order-0", "order-2"]);
  assert.equal(byId("order-0").className, "order-row is-held");
  moveTo(21, "card-1"); // of another width it may still lie there
  assert.deepEqual(order(), ["order-1", "order-0", "order-2"]);
  moveTo(40, "card-2");
  moveTo(50);
  assert.deepEqual(order(), ["order-1", "order-2", "order-0"]);
  moveTo(10, "card-1");
  assert.deepEqual(order(), ["order-0", "order-1", "order-2"]);
  moveTo(40, "card-2");
  up();
  assert.deepEqual(order(), ["order-1", "order-2", "order-0"]);
  assert.equal(byId("order-0").className, "order-row");
  down("card-1");
  moveTo(20, "card-0");
  up("pointercancel");
  assert.deepEqual(order(), ["order-1", "order-2", "order-0"]);
});
