// Cards that return together are put in order by buttons and arrows, and what is sent is what the rows show.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { byId, heard, shows } from "./document.js";

/** @typedef {import("./document.js").Element} Element */

shows('<main id="match"></main><p id="connection-lost"></p>');
await import("../../static/js/match/order.js");
const { socket } = await import("../../static/js/match/socket.js");

const NAMES = ["elf", "imp", "ogre"];
const row = (/** @type {number} */ number) => `<li id="order-${number}" class="order-row"><i class="order-card"></i>
  <b id="up-${number}" data-move="up"></b><b id="down-${number}" data-move="down"></b></li>`;
/** @type {any[]} */
let sent = [];
/** @type {Element | null} */
let focused = null;
const order = () =>
  byId("rows")
    .children.map(({ id }) => id.slice(6))
    .join("");
const press = (/** @type {string} */ id) => heard("click", byId(id));

beforeEach(() => {
  shows(`<main id="match"></main><div id="order"><ol id="rows">${[0, 1, 2].map(row).join("")}</ol>
    <b id="send" data-send-order="shown"></b><b id="leave" data-send-order="listed"></b></div>`);
  for (const [number, name] of NAMES.entries()) byId(`order-${number}`).dataset.notation = JSON.stringify([name]);
  for (const id of ["up-2", "down-0", "order-1"]) byId(id).focus = () => (focused = byId(id));
  sent = [];
  socket.send = (message) => void sent.push(message);
});

test("a button moves its card by one place and keeps the focus; at the end it moves nothing", () => {
  press("up-2");
  assert.deepEqual([order(), focused], ["021", byId("up-2")]);
  press("down-0");
  assert.deepEqual([order(), focused], ["201", byId("down-0")]);
  press("up-2");
  press("down-1");
  assert.equal(order(), "201");
  assert.deepEqual(sent, []);
});

test("an arrow moves the card that has the focus, and does nothing else; other keys are not for it", () => {
  const key = (/** @type {string} */ name) => heard("keydown", byId("order-1"), { key: name }).defaultPrevented;
  assert.ok(key("ArrowLeft"));
  assert.equal(order(), "102");
  assert.ok(key("ArrowRight"));
  assert.deepEqual([order(), focused], ["012", byId("order-1")]);
  assert.ok(!key("ArrowUp"));
  assert.ok(!heard("keydown", byId("send"), { key: "ArrowLeft" }).defaultPrevented);
  assert.equal(order(), "012");
});

test("the order that is sent is that of the rows, or the listed one where that is asked for", () => {
  press("up-2");
  press("up-2");
  press("send");
  press("leave");
  const orders = sent.map(({ type, action }) => [type, action.type, action.cards.flat().join(" ")]);
  assert.deepEqual(orders, [
    ["act", "order", "ogre elf imp"],
    ["act", "order", "elf imp ogre"],
  ]);
  assert.equal(order(), "201", "the rows stay as they are until the server has answered");
});
