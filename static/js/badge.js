// The number on the installed site's picture: in how many matches somebody waits for the player. The start page's title says it, too.

const title = document.title;
let last = -1;

/** Show the number that this page knows: its list has the matches that wait, a table whether it is the player's turn. */
export function showBadge() {
  const news = document.querySelector("[data-title]");
  if (news) document.title = `● ${/** @type {HTMLElement} */ (news).dataset.title}`;
  else if (document.getElementById("challenges")) document.title = title;
  const lists = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-waiting]"))];
  if (!lists.length) return;
  const here = document.getElementById("turn")?.dataset.state === "mine" ? 1 : 0;
  const waiting = lists.reduce((sum, list) => sum + Number(list.dataset.waiting), here);
  if (waiting === last) return;
  last = waiting;
  navigator.serviceWorker?.controller?.postMessage({ waiting }); // it closes what is played
  navigator.setAppBadge?.(waiting).catch(() => undefined); // 0 takes it away; who has not installed the site has none
}

/** The service worker has received a call: the list of the player's matches has changed. */
function onCalled() {
  if (document.getElementById("ongoing")) window.htmx?.trigger("#ongoing", "look");
}

document.addEventListener("htmx:after:swap", showBadge);
navigator.serviceWorker?.addEventListener("message", onCalled);
showBadge();
