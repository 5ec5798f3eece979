// The match's chat: shown at once, whatever the board is busy with, and for a moment at the name
// plate of the author. Lines go to the server by a request, for visitors who only watch, too.

import { all, around, byId, isSeen, scrollToEnd } from "../dom.js";
import { lazy, say } from "../fragments.js";
import { bubble } from "./bubble.js";
import { socket } from "./socket.js";

const panel = byId("talk-panel", HTMLElement);
const button = byId("talk-button", HTMLElement);
const company = lazy("match/company");
const about = byId("talk-about", HTMLDialogElement);
let unread = 0;

/** @param {TalkPiece} piece */
function show(piece) {
  if (piece.type === "talk_panel") showAll(piece.content);
  else showMore(piece.content);
  scrollToEnd(document.getElementById("talk-lines"));
}

/** Keep what is being written. @param {string} content */
function showAll(content) {
  const written = field()?.value ?? "";
  const isWriting = field() !== null && field() === document.activeElement;
  panel.innerHTML = content;
  panel.hidden = button.hidden = content === "";
  if (panel.querySelector("[data-company]")) company().then(({ show }) => show(panel));
  const now = field();
  if (!now) return;
  now.value = written;
  if (isWriting) now.focus();
}

/** @param {string} content */
function showMore(content) {
  const lines = document.getElementById("talk-lines");
  if (!lines) return;
  const before = lines.children.length;
  lines.insertAdjacentHTML("beforeend", content);
  for (const line of /** @type {HTMLElement[]} */ ([...lines.children].slice(before))) {
    if (!line.matches(".talk-mine") || line.querySelector("img")) showAtPlate(line); // the player's own words need no bubble
    if (!line.classList.contains("talk-mine") && !isSeen(panel)) unread += 1;
  }
  showUnread();
}

function showUnread() {
  if (unread) button.dataset.unread = String(unread);
  else delete button.dataset.unread;
}

/** @returns {HTMLInputElement | null} */
function field() {
  return /** @type {HTMLInputElement | null} */ (document.getElementById("talk-text"));
}

/** Show a player's line at their name plate. @param {HTMLElement} line */
function showAtPlate(line) {
  const said = line.querySelector(".talk-said");
  if (said) bubble(line.dataset.seat, said.cloneNode(true).childNodes);
}

/**
 * Return whether the server has taken it; what it answers is shown.
 *
 * @param {string} path
 * @param {Record<string, string>} fields
 */
async function post(path, fields) {
  const headers = { Accept: "application/json" };
  const url = `${panel.dataset.url}${path}`;
  const answer = await fetch(url, { method: "POST", headers, body: new URLSearchParams(fields) }).catch(() => null);
  const reply = await answer?.json().catch(() => null);
  if (reply?.reload) location.reload();
  if (reply?.error || reply?.said) say(reply.error ?? reply.said);
  return Boolean(answer?.ok);
}

/** @param {SubmitEvent} event */
async function onSubmit(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !(form.id === "talk-say" || form.dataset.talk)) return;
  event.preventDefault();
  const fields = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  if (form.dataset.talk) await act("report", fields);
  else if (await post("", fields)) form.reset();
}

/** @param {MouseEvent} event */
function onClick(event) {
  const emote = around(event, "[data-emote]");
  const person = around(event, ".talk-more");
  const again = around(event, "[data-unmute]");
  const wish = around(event, "button[data-talk]");
  if (emote) sayEmote(emote);
  else if (person) open(person);
  else if (again) post("/mute", { person: again.dataset.unmute ?? "", on: "false" });
  else if (wish) act(wish.dataset.talk ?? "");
}

/** @param {HTMLElement} emote */
function sayEmote(emote) {
  const name = /** @type {HTMLInputElement | null} */ (panel.querySelector("input[name='name']"))?.value ?? "";
  post("", { emote: emote.dataset.emote ?? "", name });
  if (panel.matches(":popover-open")) panel.hidePopover();
}

/** @param {HTMLElement} person */
function open(person) {
  about.dataset.person = person.dataset.person;
  for (const name of all("[data-name]", about)) name.textContent = person.dataset.name ?? "";
  about.showModal();
}

/**
 * @param {string} what mute, block or report
 * @param {Record<string, string>} [fields]
 */
async function act(what, fields = {}) {
  about.close();
  await post(`/${what}`, { person: about.dataset.person ?? "", ...fields });
}

function onToggle() {
  if (!isSeen(panel)) return;
  unread = 0;
  showUnread();
  scrollToEnd(document.getElementById("talk-lines"));
}

/** A keyboard covers the page, and moves it up, without making it smaller. */
function onSeen() {
  if (!visualViewport) return;
  const { height, offsetTop, scale } = visualViewport;
  const isCovered = scale === 1 && height < innerHeight - 1;
  panel.style.setProperty("--seen", isCovered ? `${height}px` : "");
  panel.style.setProperty("--seen-from", isCovered ? `${offsetTop}px` : "");
}

socket.on({ talk: show });
for (const type of ["resize", "scroll"]) visualViewport?.addEventListener(type, onSeen);
document.addEventListener("click", onClick);
document.addEventListener("submit", onSubmit);
panel.addEventListener("toggle", onToggle);
