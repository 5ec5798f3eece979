// Reloading the page because the server asks for it: its socket cannot keep it up to date, or the visitor may no longer see it.

const AGAIN_MS = 10000; // a page asked to reload twice within this time stays as it is: reloading does not help

/** Reload the page, unless that has just been done. */
export function reloadPage() {
  const [load] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (load?.type !== "reload" || performance.now() > AGAIN_MS) location.reload();
}
