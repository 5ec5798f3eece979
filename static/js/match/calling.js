// Calls a player back: the tab's title and icon say whose turn it is, a sound says that it has come, and when both
// have agreed on a rematch all who are here are taken there. Frames come to a hidden tab, too.

import { showBadge } from "../badge.js";
import { all } from "../dom.js";
import { sound } from "./sound_cues.js";

const CALL_AFTER_MS = 2000; // in one and the same turn the other's answer came at once: nobody has looked away
const MARK = "●";

const title = document.title;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const plainIcon = icon?.href ?? "";
/**
 * After the last frame: how the match stood, since when it is somebody's turn, and how many questions were open. It begins
 * with the page as it is opened, so that a page opened in the viewer's own turn calls nobody.
 *
 * @type {{standing: DOMStringMap, since: number, questions: number}}
 */
const before = { standing: { ...standing() }, since: performance.now(), questions: questions() };
const wasFollowed = follow() !== null; // nobody is taken away from an old match

/** Return how the match stands, as the server has put it into #turn. */
function standing() {
  return document.getElementById("turn")?.dataset ?? {};
}

/** Return how many questions of the opponent's wait for an answer. */
function questions() {
  return all("[data-asks]").length;
}

/** The link to the rematch that both have agreed on, or null. @returns {HTMLAnchorElement | null} */
function follow() {
  return document.querySelector("a[data-follow]");
}

/** Show how the match stands now, after a frame. */
export function call() {
  const now = { ...standing() };
  const open = questions();
  const isMine = now.state === "mine";
  showTitle(now.words, isMine || open > 0);
  if (now.state !== before.standing.state) showBadge();
  if (isMine && (before.standing.state !== "mine" || now.turn !== before.standing.turn) && isNews(now))
    sound("your-turn");
  else if (open > before.questions || (now.state && !before.standing.state)) sound("offer"); // or somebody has sat down
  if (now.state !== before.standing.state) {
    before.since = performance.now();
    if (!isMine) lookForNext();
  }
  before.standing = now;
  before.questions = open;
  const link = follow();
  if (link && !wasFollowed) location.assign(link.href);
}

/** Perhaps somebody waits at another table: asked when the viewer's turn here has ended, and when they come back to the page. */
function lookForNext() {
  if (document.getElementById("next-match")) window.htmx?.trigger("#next-match", "look"); // before htmx is there, it asks on its own
}

/** @param {DOMStringMap} now */
function isNews(now) {
  return now.turn !== before.standing.turn || performance.now() - before.since > CALL_AFTER_MS;
}

/**
 * @param {string | undefined} words
 * @param {boolean} isAwaited
 */
function showTitle(words, isAwaited) {
  document.title = words ? `${isAwaited ? `${MARK} ` : ""}${words} – ${title}` : title;
  const wanted = (isAwaited && document.getElementById("match")?.dataset.iconTurn) || plainIcon;
  if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
}

window.addEventListener("focus", lookForNext);
document.addEventListener("visibilitychange", () => document.hidden || lookForNext());
