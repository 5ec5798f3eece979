// What the board's socket takes, what it sends, and when.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { dispatch, element, freshPage, Line, showsActions } from "./page.js";

mock.timers.enable({ apis: ["setTimeout"] });

const PLAY = /** @type {ClientMessage} */ ({ type: "act", action: { type: "play", hand: 0 } });
const RESIGN = /** @type {ClientMessage} */ ({ type: "act", action: { type: "resign" } });
const frame = (/** @type {number} */ seq, rest = {}) => ({ type: "frame", seq, content: "", ...rest });
const typesOf = (/** @type {Line} */ line) => line.sent.map(({ action, type }) => action?.type ?? type);
let line = new Line();
let page = 0;
/** @type {typeof import("../../static/js/match/socket.js").socket} */
let socket;

/** A page of its own, to which the table has come. */
beforeEach(async () => {
  freshPage();
  page += 1;
  ({ socket } = await import(`../../static/js/match/socket.js?${page}`));
  line = new Line().open();
  line.say({ type: "snapshot", seq: 0, content: "" });
});

test("an older frame is not taken, one of the same table is", () => {
  assert.ok(line.say(frame(1)));
  assert.ok(line.say(frame(1)));
  assert.ok(!line.say(frame(0)));
  assert.ok(!line.say({ type: "snapshot", seq: 0, content: "" }));
  assert.equal(socket.seq, 1);
});

test("a frame after a lost one is not shown on a table that it does not fit: the page asks for the whole", () => {
  assert.equal(line.asked, 0);
  assert.ok(!line.say(frame(3, { from: 2 })));
  assert.equal(line.asked, 1);
  assert.ok(line.say(frame(3, { from: 0 })));
});

test("only a short frame that begins where the page is shows one thing after the other", () => {
  /** @type {boolean[]} */
  const next = [];
  socket.on({ show: async (_, isNext) => void next.push(isNext) });
  line.say(frame(1));
  line.say(frame(4, { from: 1 }));
  line.say(frame(8, { from: 4 }));
  line.say(frame(9, { from: 7 }));
  line.say({ type: "snapshot", seq: 10, content: "" });
  socket.on({ show: null });
  assert.deepEqual(next, [true, true, false, false, false]);
});

test("a page is behind when more frames wait than a turn has", () => {
  for (let seq = 1; seq <= 9; seq += 1) {
    assert.ok(!socket.isBehind, `${seq}`);
    line.arrive(frame(seq));
  }
  assert.ok(socket.isBehind);
  line.take(frame(1));
  assert.ok(!socket.isBehind);
  for (let seq = 2; seq <= 9; seq += 1) line.take(frame(seq));
});

test("what was confirmed while a card is on its way is sent once, when that is done", () => {
  socket.send(PLAY);
  assert.ok(socket.isBusy);
  socket.sendInTurn(RESIGN);
  socket.sendInTurn(RESIGN);
  assert.ok(socket.isBehind);
  assert.deepEqual(typesOf(line), ["play"]);
  line.say(frame(1));
  assert.deepEqual(typesOf(line), ["play", "resign"]);
  for (const seq of [2, 3, 4]) line.say(frame(seq));
  assert.deepEqual(typesOf(line), ["play", "resign"]);
  assert.ok(!socket.isBehind);
});

test("a second move does not go out before the first has its answer; more of the same answer may follow", () => {
  socket.send(PLAY);
  socket.send({ ...PLAY });
  line.say(frame(0, { faces: {} })); // somebody comes
  assert.ok(socket.isBusy);
  line.say(frame(1, { more: true }));
  assert.ok(socket.isBusy);
  line.say(frame(2));
  assert.ok(!socket.isBusy);
  assert.deepEqual(typesOf(line), ["play"]);
});

test("a refusal ends the move and is shown once; one of another press ends nothing", () => {
  socket.send(PLAY);
  const [{ press }] = line.sent;
  assert.ok(!line.say({ type: "error", press: "another", content: "" }));
  assert.ok(socket.isBusy);
  assert.ok(line.say({ type: "error", press, content: "" }));
  assert.ok(!socket.isBusy);
  assert.ok(!line.say({ type: "error", press, content: "" }));
  assert.ok(line.say({ type: "error", content: "" })); // an answer to no press
});

test("while the line is away a press is none, but what was confirmed goes out over the next one", () => {
  line.close();
  assert.equal(element("match").dataset.connection, "lost");
  socket.send(PLAY);
  socket.sendInTurn(RESIGN);
  assert.deepEqual(typesOf(line), []);
  line = new Line().open();
  line.say({ type: "snapshot", seq: 0, content: "" });
  assert.deepEqual(typesOf(line), ["resign"]);
});

test("a move without an answer goes out again over the next line, as the same press", () => {
  socket.send(PLAY);
  const [{ press }] = line.sent;
  line.close();
  line = new Line().open();
  assert.deepEqual(line.sent, [{ type: "act", seq: 0, action: { type: "play", hand: 0 }, press }]);
  assert.deepEqual(socket.acting, { type: "play", hand: 0 });
});

test("where a move is done and its frame does not come, the page asks for the table", () => {
  socket.send(PLAY);
  line.arrive({ type: "taken", press: line.sent[0].press });
  mock.timers.tick(1199);
  assert.equal(line.asked, 0);
  mock.timers.tick(1);
  assert.equal(line.asked, 1);
});

test("a frame that is told for long is not taken for lost", () => {
  socket.send(PLAY);
  line.arrive({ type: "taken", press: line.sent[0].press });
  line.arrive(frame(1));
  const swap = line.begin(frame(1));
  mock.timers.tick(5000);
  swap?.();
  mock.timers.tick(5000);
  assert.equal(line.asked, 0);
  assert.ok(!socket.isBusy);
});

test("a frame that is lost while another one is told is asked for after that", () => {
  socket.send(PLAY);
  line.arrive({ type: "taken", press: line.sent[0].press });
  line.arrive(frame(0));
  const swap = line.begin(frame(0)); // somebody comes
  mock.timers.tick(5000);
  swap?.();
  assert.equal(line.asked, 0);
  mock.timers.tick(1200);
  assert.equal(line.asked, 1);
});

test("a frame that cannot be told is lost, so the page asks for the table", async () => {
  socket.on({ show: () => Promise.reject(new Error("broken")) });
  socket.send(PLAY);
  line.arrive({ type: "taken", press: line.sent[0].press });
  line.arrive(frame(1));
  line.begin(frame(1));
  await new Promise(setImmediate);
  mock.timers.tick(1200);
  assert.equal(line.asked, 1);
});

test("a device without a network has lost its line; a frame brings it back", () => {
  dispatchEvent(new Event("offline"));
  assert.equal(element("match").dataset.connection, "lost");
  line.say(frame(1));
  assert.equal(element("match").dataset.connection, "open");
});

test("the first play of a visitor makes a guest, and goes out once, over that guest's line", async () => {
  const { fetch } = globalThis;
  /** @type {string[]} */
  const asked = [];
  Object.assign(globalThis, { fetch: async (/** @type {string} */ path) => void asked.push(path) });
  element("match").dataset.become = "/guest";
  socket.send(PLAY);
  await new Promise(setImmediate);
  Object.assign(globalThis, { fetch });
  assert.deepEqual([asked, typesOf(line)], [["/guest"], []]);
  line.close();
  line = new Line().open();
  line.say({ type: "snapshot", seq: 0, content: "" });
  assert.deepEqual(typesOf(line), ["play"]);
  line.say(frame(1));
  line.close();
  assert.equal(element("match").dataset.connection, "lost");
});

/** The status line offers these buttons. @param {string[]} offered */
function offers(...offered) {
  Object.assign(document, {
    querySelector: (/** @type {string} */ selector) =>
      offered.some((type) => selector === `#status [data-act="${type}"]`) ? element("turn") : null,
  });
}

test("a button that was pressed while a card was on its way is pressed when that is done, if it is still offered", () => {
  const ATTACK = /** @type {ClientMessage} */ ({ type: "act", action: { type: "attack" } });
  offers("attack");
  socket.send(PLAY);
  socket.send(ATTACK);
  assert.deepEqual(typesOf(line), ["play"]);
  line.say(frame(1));
  assert.deepEqual(typesOf(line), ["play", "attack"]);
  line.say(frame(2));
  socket.send(PLAY);
  socket.send(ATTACK);
  offers();
  line.say(frame(3));
  assert.deepEqual(typesOf(line), ["play", "attack", "play"]);
});

test("it is not pressed when the card is refused, or another action follows on its own, and not later either", () => {
  const ATTACK = /** @type {ClientMessage} */ ({ type: "act", action: { type: "attack" } });
  offers("attack");
  socket.send(PLAY);
  socket.send(ATTACK);
  line.say({ type: "error", press: line.sent[0].press, content: "" });
  line.say(frame(1));
  assert.deepEqual(typesOf(line), ["play"]);
  socket.send(PLAY);
  socket.send(ATTACK);
  line.say(frame(2, { more: true }));
  line.say(frame(3));
  offers();
  assert.deepEqual(typesOf(line), ["play", "play"]);
});

test("what is no message of ours is not shown, and breaks nothing", () => {
  const message = { data: "<p>a proxy's page</p>" };
  assert.ok(!dispatch(element("match"), "htmx:ws:before:message:incoming", { message, waitUntil() {} }));
  line.dispatchEvent(new MessageEvent("message", { data: "not JSON" }));
  assert.ok(line.say(frame(1)));
});

test("a page whose cover was lifted says so to its next connection, for as long as it shows that seat", () => {
  const begin = (/** @type {string} */ url) => Object.assign(new Line(), { url }).open().url;
  element("turn").dataset.seat = "A";
  assert.equal(begin("/live?v=1"), "/live?v=1"); // nobody has lifted a cover here
  dispatch(element("match"), "htmx:ws:before:message:outgoing", { message: { values: { type: "lift", seat: "A" } } });
  assert.equal(begin("/live?v=1"), "/live?v=1&lifted=A&seq=0");
  showsActions(3);
  assert.equal(begin("/live?v=1&lifted=A&seq=0"), "/live?v=1&lifted=A&seq=3");
  element("turn").dataset.seat = ""; // the cover is back
  assert.equal(begin("/live?v=1&lifted=A&seq=3"), "/live?v=1");
});
