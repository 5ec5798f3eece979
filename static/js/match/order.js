// 2021: the owner of cards that return together puts them in order. The rows are moved; what is sent is their order.

import * as wire from "./wire.js";

function moveRow(button) {
  const row = button.closest("[data-card]");
  const up = button.dataset.move === "up";
  const other = up ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return;
  if (up) other.before(row);
  else other.after(row);
  button.focus();
}

/** Handle a click in the ordering panel; true if it was one. */
export function onClick(target) {
  const button = target.closest("[data-move], [data-send-order]");
  if (!button) return false;
  if (button.dataset.move) {
    moveRow(button);
    return true;
  }
  const rows = document.querySelectorAll("#order [data-card]");
  wire.send({ action: { type: "order", cards: [...rows].map((row) => JSON.parse(row.dataset.card)) } });
  return true;
}
