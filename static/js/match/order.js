// 2021: the owner of cards that return together puts them in order. The rows are moved; what is sent is their order.

import * as wire from "./wire.js";

const THRESHOLD = 6; // pixels before a press becomes a drag

let drag = null; // {row, id, x, moved}
let asked = false;

function rows() {
  return [...document.querySelectorAll("#order .order-row")];
}

function move(row, by) {
  const list = rows();
  const goal = list[list.indexOf(row) + by];
  if (!goal) return;
  if (by < 0) goal.before(row);
  else goal.after(row);
}

/** Handle a click in the ordering panel; true if it was one. */
export function onClick(target) {
  const button = target.closest("[data-move], [data-send-order]");
  if (!button) return false;
  if (button.dataset.move) {
    move(button.closest(".order-row"), button.dataset.move === "up" ? -1 : 1);
    button.focus();
  } else {
    send(button.dataset.sendOrder === "listed");
  }
  return true;
}

/** Send the order of the rows, or the one in which the server listed them. */
function send(listed) {
  const chosen = rows();
  if (listed) chosen.sort((a, b) => Number(a.id.split("-")[1]) - Number(b.id.split("-")[1]));
  wire.send({ action: { type: "order", cards: chosen.map((row) => JSON.parse(row.dataset.notation)) } });
}

/** The keyboard goes to the panel when it has come up. */
export function greet() {
  const title = document.getElementById("order-title");
  if (title && !asked) title.focus({ preventScroll: true });
  asked = Boolean(title);
}

function onKey(event) {
  const row = event.target.closest?.(".order-row");
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!row || !by) return;
  event.preventDefault();
  const focused = event.target;
  move(row, by);
  focused.focus();
}

function onDown(event) {
  const card = event.target.closest?.(".order-card");
  if (!card || event.button !== 0 || !event.isPrimary) return;
  drag = { row: card.closest(".order-row"), id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
}

function onMove(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < THRESHOLD) return;
  drag.moved = true;
  drag.row.setAttribute("data-held", "");
  event.preventDefault();
  const over = rows().find((row) => row !== drag.row && holds(row, event));
  if (!over) return;
  move(drag.row, rows().indexOf(over) - rows().indexOf(drag.row));
}

/** Whether the pointer is over the middle of a row, so that two cards do not change places to and fro. */
function holds(row, event) {
  const rect = row.getBoundingClientRect();
  const inset = rect.width / 5;
  const [x, y] = [event.clientX, event.clientY];
  return x > rect.left + inset && x < rect.right - inset && y > rect.top && y < rect.bottom;
}

function onUp() {
  drag?.row.removeAttribute("data-held");
  drag = null;
}

/** Listen on the whole page; the panel comes and goes. */
export function start() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove, { passive: false });
  document.addEventListener("pointerup", onUp);
  document.addEventListener("pointercancel", onUp);
}
