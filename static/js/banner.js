// The countdown in the host's notice that the server will stop.

const TICK_MS = 1000;
const OVERDUE_MS = 90000; // a notice that still stands so long after its moment is out of date
const deadlines = new WeakMap(); // element → { left, at }

function deadline(element) {
  const { left } = element.dataset;
  if (deadlines.get(element)?.left !== left) deadlines.set(element, { left, at: Date.now() + Number(left) * 1000 });
  return deadlines.get(element).at;
}

function count() {
  for (const element of document.querySelectorAll("[data-left]")) {
    const ms = deadline(element) - Date.now();
    const seconds = Math.max(0, Math.round(ms / 1000));
    element.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (ms < -OVERDUE_MS) element.closest(".banner").remove();
  }
}

count();
setInterval(count, TICK_MS);
