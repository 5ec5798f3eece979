// The countdown in the host's notice that the server will stop; a page loads it with the first such notice.

const TICK_MS = 1000;
const OVERDUE_MS = 90000; // a notice that still stands so long after its moment is out of date
/** @type {WeakMap<HTMLElement, {left: string | undefined, at: number}>} */
const deadlines = new WeakMap();

/** When the server stops, by this browser's clock. @param {HTMLElement} element */
function deadline(element) {
  const { left } = element.dataset;
  const known = deadlines.get(element);
  if (known && known.left === left) return known.at;
  const at = Date.now() + Number(left) * 1000;
  deadlines.set(element, { left, at });
  return at;
}

function count() {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-left]"))) {
    const ms = deadline(element) - Date.now();
    const seconds = Math.max(0, Math.round(ms / 1000));
    element.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (ms < -OVERDUE_MS) element.closest(".banner")?.remove();
  }
}

count();
setInterval(count, TICK_MS);
