// Reloading the page because the server asks for it: what its socket shows cannot be kept up to date, or may not be seen any more.

const AGAIN_MS = 10000; // a page asked to reload twice within this time stays as it is: reloading does not help

/** Reload the page, unless that has just been done. */
export function reloadPage() {
  const last = Number(sessionStorage.getItem("reloaded"));
  if (Date.now() - last < AGAIN_MS) return;
  sessionStorage.setItem("reloaded", String(Date.now()));
  location.reload();
}
