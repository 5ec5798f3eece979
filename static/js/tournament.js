// A tournament's page calls its player to the table: by the tab's title and a sound, and then it leads there on its own.

import { zonesConnection } from "./connection.js";
import { all, around, byId } from "./dom.js";
import { sound } from "./match/sound_cues.js";

const TAKEN_AFTER_MS = 5000;
const PRESSED = "clash-tournament-table";
const title = document.title;
const page = byId("zones", HTMLElement);
let known = beforePress() ?? table()?.href ?? ""; // a match that was open before the page came takes nobody away
let timer = 0;
let called = false; // the open match came while this page was there
/** @type {string[]} */
let opened = []; // what the reader has unfolded: what is drawn again would be folded

/** The way to the viewer's own open match, or null. @returns {HTMLAnchorElement | null} */
function table() {
  return document.querySelector("#own-zone a[data-table]");
}

/** The match that was open when the viewer pressed something here that loads the page again; null if nothing was pressed. */
function beforePress() {
  try {
    const found = sessionStorage.getItem(PRESSED);
    sessionStorage.removeItem(PRESSED);
    return found;
  } catch {
    return null; // all storage may be refused
  }
}

/** An organizer who has started a round is called to their own table, even if it opens before the answer comes. */
function rememberPress() {
  try {
    sessionStorage.setItem(PRESSED, known);
  } catch {} // then they press "To my table"
}

/** Somebody who writes, or has pressed something, goes when they like. */
function stay() {
  clearTimeout(timer);
  timer = 0;
  show();
}

/** Show what is to be done in the title, and whether this page is about to lead there. */
function show() {
  const link = table();
  document.title = link ? `● ${link.dataset.table} – ${title}` : title;
  const note = document.getElementById("taken-soon");
  if (note) note.hidden = !timer;
}

function look() {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  const link = table();
  const href = link?.href ?? "";
  if (href !== known) {
    known = href;
    clearTimeout(timer);
    timer = 0;
    if (link) call(link);
  }
  show();
}

/** @param {HTMLAnchorElement} link */
function call(link) {
  called = true;
  sound("your-turn");
  goSoon(link);
}

/** Only the tab in front goes to the table. @param {HTMLAnchorElement} link */
function goSoon(link) {
  const isWriting = document.activeElement instanceof HTMLElement && document.activeElement.matches("input, select");
  if (!isWriting && !document.hidden) timer = setTimeout(() => location.assign(link.href), TAKEN_AFTER_MS);
}

/** Tell the site whether somebody looks at this page: only then are they here, and paired in an arena. */
function tell() {
  zonesConnection?.send({ type: "front", front: !document.hidden });
}

function turned() {
  tell();
  const link = table();
  if (document.hidden) stay();
  else if (link && link.href === known && !timer && called) goSoon(link);
  show();
}

/** Unfold the earlier round that an address leads to. @param {string} hash */
function unfold(hash) {
  const round = hash ? document.getElementById(hash.slice(1)) : null;
  if (round instanceof HTMLDetailsElement) round.open = true;
}

page.addEventListener("submit", rememberPress);
page.addEventListener("htmx:ws:before:message:incoming", () => {
  opened = all("#zones details[open]").map(({ id }) => id);
});
page.addEventListener("htmx:ws:after:message:incoming", look);
document.addEventListener("htmx:after:swap", look);
page.addEventListener("htmx:ws:after:connection", tell);
document.addEventListener("visibilitychange", turned);
document.addEventListener("click", (event) => unfold(around(event, "a[href^='#']")?.getAttribute("href") ?? ""));
unfold(location.hash);
for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, stay, { passive: true });
look();
