// The number on the installed site's picture: in how many matches somebody waits for the player.

import { all } from "./dom.js";

/** Show the number as this page knows it: its list says how many wait, and a table whether it is one's turn there. */
export function showBadge() {
  const lists = all("[data-waiting]");
  if (!lists.length) return;
  const here = document.getElementById("turn")?.dataset.state === "mine" ? 1 : 0;
  const waiting = lists.reduce((sum, list) => sum + Number(list.dataset.waiting), here);
  navigator.setAppBadge?.(waiting).catch(() => undefined); // 0 takes it away; who has not installed the site has none
}

/** The worker has taken a call: the list of one's matches is no longer as it was. */
function onCalled() {
  if (document.getElementById("ongoing")) htmx.trigger("#ongoing", "look");
}

document.addEventListener("htmx:after:swap", showBadge);
navigator.serviceWorker?.addEventListener("message", onCalled);
showBadge();
