// A grid of buttons ([data-grid]) as one stop of the Tab key: arrows, Home and End move inside it.

function buttons(grid) {
  return [...grid.querySelectorAll("button")];
}

/** Let the Tab key stop at one button of each grid. */
export function prepare() {
  for (const grid of document.querySelectorAll("[data-grid]")) {
    const all = buttons(grid);
    const entry = all.find((button) => button === document.activeElement) ?? all.find((button) => button.tabIndex === 0) ?? all[0];
    for (const button of all) button.tabIndex = button === entry ? 0 : -1;
  }
}

function columns(all) {
  const top = all[0].getBoundingClientRect().top;
  const next = all.findIndex((button) => button.getBoundingClientRect().top > top + 4);
  return next < 0 ? all.length : next;
}

function target(all, from, key) {
  const rtl = document.dir === "rtl" ? -1 : 1;
  const steps = { ArrowLeft: -rtl, ArrowRight: rtl, ArrowUp: -columns(all), ArrowDown: columns(all) };
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  return steps[key] ? all[from + steps[key]] : undefined;
}

function onKey(event) {
  const grid = event.target.closest?.("[data-grid]");
  if (!grid || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = buttons(grid);
  const next = target(all, all.indexOf(event.target.closest("button")), event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function onFocus(event) {
  const grid = event.target.closest?.("[data-grid]");
  if (!grid) return;
  for (const button of buttons(grid)) button.tabIndex = button === event.target ? 0 : -1;
}

/** Listen on the whole page, now and after htmx has swapped something in. */
export function start() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("htmx:after:swap", prepare);
  prepare();
}
