// Tells in words what the other side did where nothing moves: a short list that stays until the viewer acts or closes it.

import { seat } from "./choices.js";

const LISTED = new Set([
  "played",
  "cast",
  "revealed",
  "destroyed",
  "fortress_hit",
  "pile_hit",
  "regeneration",
  "bastion_fell",
  "fort_turned",
  "fort_fell",
  "taken_back",
  "over",
]);
const MIN_LANE_HEIGHT = 60; // pixels: where large letters leave a lane less, it gets the room of the list; the log has it all
let cut = 0; // lines for which there was no room
const size = new ResizeObserver(() => {
  const lanes = [...document.querySelectorAll("#table .lane")];
  if (lanes.some(({ clientHeight }) => clientHeight < MIN_LANE_HEIGHT)) close();
});

/** The most lines that leave the board its room. */
function most() {
  return Math.min(Math.max(Math.floor(window.innerHeight / 200), 2), 5);
}

function box() {
  return document.getElementById("recap");
}

/** List what the other side did, if anything. @param {GameEvent[]} events */
export function list(events) {
  const listed = theirs(events).filter(({ type, say }) => LISTED.has(type) && say);
  const revealed = listed.filter(isReveal).map(({ say }) => say);
  const others = listed.filter((event) => !isReveal(event)).map(({ say = "" }) => say);
  const lineCount = most();
  const room = revealed.length ? lineCount - 1 : lineCount;
  const sentences = [...(revealed.length ? [revealed.join(" · ")] : []), ...others.slice(-room)];
  const panel = box();
  const rows = panel?.querySelector("ul");
  if (!panel || !rows || !sentences.length) return;
  const lines = sentences.map((sentence) => {
    const line = document.createElement("li");
    line.textContent = sentence;
    return line;
  });
  panel.hidden = false;
  size.observe(panel);
  rows.append(...lines);
  cut += Math.max(others.length - room, 0) + Math.max(rows.children.length - lineCount, 0);
  while (rows.children.length > lineCount) rows.firstElementChild?.remove();
  showCut(panel);
}

/** Show how many lines are left out. @param {HTMLElement} panel */
function showCut(panel) {
  const more = panel.querySelector("p");
  const words = (cut === 1 ? more?.dataset.one : more?.dataset.many) ?? ""; // the forms of all languages of the site
  if (more) more.textContent = cut ? words.replace("#", String(cut)) : "";
}

/** What the automaton reveals takes one line, so that its attacks do not push it out. @param {GameEvent} event */
function isReveal({ type }) {
  return type === "revealed";
}

/** Close the list. */
export function close() {
  const panel = box();
  if (!panel) return;
  panel.hidden = true;
  panel.querySelector("ul")?.replaceChildren();
  cut = 0;
  showCut(panel);
}

/**
 * The events of the other side's turns: from where its turn begins, or all of them where the viewer's turn does not end.
 *
 * @param {GameEvent[]} events
 */
function theirs(events) {
  const me = seat();
  if (!me) return [];
  let turn = document.querySelector(".status-mine") ? me : "";
  return events.filter((event) => {
    if (event.type === "turn_began") turn = event.player;
    return turn !== me;
  });
}
