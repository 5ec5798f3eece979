// 2021: the owner of cards that return together puts them in order, by drag, buttons or arrow keys. The rows
// are moved; their order is sent.

import { all, around } from "../dom.js";
import { letDrag } from "./drag.js";
import * as focus from "./focus.js";
import { socket } from "./socket.js";
import { extras } from "./steps.js";

let wasThere = false; // the panel was there before this frame

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

/** @param {MouseEvent} event */
function onClick(event) {
  const button = around(event, "#order [data-move], #order [data-send-order]");
  if (!button) return;
  const row = around(event, ".order-row");
  if (row) {
    move(row, button.dataset.move === "up" ? -1 : 1);
    button.focus();
  } else {
    send(button.dataset.sendOrder === "listed");
  }
  focus.settle();
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

/** When the panel has come up, the keyboard's focus goes there. */
function prepare() {
  const isThere = rows().length > 0;
  if (isThere && !wasThere) document.getElementById("order-title")?.focus({ preventScroll: true });
  wasThere = isThere;
}

/** A card goes from place to place with the pointer. @type {import("./drag.js").Grip} */
function gripRow(event) {
  const row = around(event, ".order-card")?.closest(".order-row");
  return row instanceof HTMLElement ? () => liftRow(row) : null;
}

/** @param {HTMLElement} row */
function liftRow(row) {
  row.classList.add("is-held");
  const before = rows();
  /** @type {Element | null | undefined} */
  let over = row;
  return {
    move(/** @type {number} */ x, /** @type {number} */ y) {
      const list = rows();
      const there = list.find((each) => each.contains(document.elementFromPoint(x, y)));
      if (there && there !== over) move(row, list.indexOf(there) - list.indexOf(row));
      over = there ?? over;
    },
    end(/** @type {boolean} */ isCancelled) {
      row.classList.remove("is-held");
      if (isCancelled) before[0]?.parentElement?.append(...before);
    },
  };
}

letDrag(gripRow);

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

document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
extras.push({ shown: prepare });
