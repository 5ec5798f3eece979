// 2021: the owner of cards that return together puts them in order, by drag (SortableJS), buttons or arrow keys. The rows
// are moved; their order is sent.

import { all, around } from "../dom.js";
import { ABSENT, lazy } from "../fragments.js";
import { socket } from "./socket.js";

const sortable = lazy("../vendor/sortable"); // in few matches; buttons and keys do without

/** @type {HTMLElement | null} */
let prepared = null; // the list that can be dragged

function rows() {
  return all("#order .order-row");
}

/**
 * @param {HTMLElement} row
 * @param {number} by
 */
function move(row, by) {
  const list = rows();
  const goal = list[list.indexOf(row) + by];
  if (!goal) return;
  if (by < 0) goal.before(row);
  else goal.after(row);
}

/** Do what a press in the panel means; it may have come before this script. @param {MouseEvent} event */
export function pressed(event) {
  const button = around(event, "#order [data-move], #order [data-send-order]");
  if (!button) return;
  const row = around(event, ".order-row");
  if (row) {
    move(row, button.dataset.move === "up" ? -1 : 1);
    button.focus();
  } else {
    send(button.dataset.sendOrder === "listed");
  }
}

/** Send the order of the rows, or the one in which the server listed them. @param {boolean} listed */
function send(listed) {
  const chosen = rows();
  if (listed) chosen.sort((a, b) => Number(a.id.split("-")[1]) - Number(b.id.split("-")[1]));
  socket.send({
    type: "act",
    action: { type: "order", cards: chosen.map((row) => JSON.parse(row.dataset.notation ?? "")) },
  });
}

/** When the panel has come up, its cards can be dragged and the keyboard's focus goes there. */
export function prepare() {
  const [list = null] = all("#order .order-rows");
  if (list && !prepared) document.getElementById("order-title")?.focus({ preventScroll: true });
  if (list && list !== prepared) letDrag(list);
  prepared = list;
}

/** @param {HTMLElement} list */
async function letDrag(list) {
  const module = await sortable();
  if (module === ABSENT) return;
  module.default.create(list, {
    handle: ".order-card",
    chosenClass: "is-held",
    forceFallback: true, // not the browser's way of dragging: this one is the same for mouse, pen and finger
    fallbackTolerance: 6, // pixels before a press becomes a drag
    swapThreshold: 0.6, // of a card's width, so that two cards do not change places to and fro
  });
  list.setAttribute("data-draggable", "");
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const row = around(event, ".order-row");
  const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  if (!row || !by) return;
  event.preventDefault();
  const focused = event.target;
  move(row, by);
  if (focused instanceof HTMLElement) focused.focus();
}

document.addEventListener("keydown", onKey);
