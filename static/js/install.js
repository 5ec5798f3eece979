// The worker that keeps rulebook and gallery readable offline and takes notifications; it needs https. It comes last of all,
// when the page stands.

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // the page of settings offers it
  window.installing = /** @type {InstallEvent} */ (event);
  document.dispatchEvent(new Event("installable"));
});

window.addEventListener("load", () => {
  if (window.isSecureContext)
    navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" }).catch(() => undefined); // refused, with all other storage
});
