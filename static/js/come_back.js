// The page shown without a connection loads the one that was wanted as soon as the site answers again: a player who is called
// to a table while the server restarts gets there. It asks less and less often, only while somebody looks, and not all such
// pages at the same moment.

const FIRST_MS = 4000;
const MAX_MS = 60000;
const JITTER = 0.5;
const state = { wait: FIRST_MS, timer: 0 };

/** Load the page if the site answers; else look again later. */
async function look() {
  clearTimeout(state.timer);
  try {
    const answer = await fetch("/manifest.webmanifest", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {} // not yet
  plan();
}

function plan() {
  clearTimeout(state.timer);
  if (document.hidden) return;
  state.timer = window.setTimeout(look, state.wait * (1 + Math.random() * JITTER));
  state.wait = Math.min(state.wait * 2, MAX_MS);
}

/** Somebody looks, or does not any more, or the device has a network again. */
function lookNow() {
  clearTimeout(state.timer);
  if (document.hidden) return;
  state.wait = FIRST_MS;
  look();
}

if (location.pathname !== "/offline") {
  addEventListener("online", lookNow);
  document.addEventListener("visibilitychange", lookNow);
  plan();
}
