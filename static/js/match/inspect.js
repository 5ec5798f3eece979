// A closer look at a card: hover, focus, or a long press shows it large with its abilities in words.

const HOVER_MS = 450;
const PRESS_MS = 420;
const LEAVE_MS = 260; // time to reach the panel, whose abilities are links to their rules

let timer = 0;
let shown = null;

function panel() {
  return document.getElementById("inspect");
}

function abilitiesOf(card) {
  return [...new Set((card.dataset.abilities ?? "").split(" ").filter(Boolean))];
}

function open(piece) {
  const box = panel();
  const card = piece.querySelector("[data-abilities]");
  if (!box || !card || document.documentElement.dataset.dragging !== undefined) return;
  const face = card.cloneNode(true);
  face.removeAttribute("id");
  for (const child of face.querySelectorAll("[id]")) child.removeAttribute("id");
  box.querySelector(".inspect-card").replaceChildren(face);
  const words = box.querySelector(".inspect-words");
  words.replaceChildren();
  for (const slug of abilitiesOf(card)) {
    const entry = document.getElementById(`ability-${slug}`);
    if (entry) words.append(entry.content.cloneNode(true));
  }
  box.dataset.side = sideFor(piece);
  box.hidden = false;
  shown = piece;
}

function sideFor(piece) {
  const rect = piece.getBoundingClientRect();
  return rect.left + rect.width / 2 < innerWidth / 2 ? "right" : "left";
}

/** Hide the panel. */
export function close() {
  clearTimeout(timer);
  timer = 0;
  const box = panel();
  if (box && !box.hidden) {
    box.hidden = true;
    // At a hot seat the next one must not find what this one looked at.
    box.querySelector(".inspect-card").replaceChildren();
  }
  shown = null;
}

function later(piece, wait) {
  clearTimeout(timer);
  timer = setTimeout(() => open(piece), wait);
}

function pieceOf(event) {
  return event.target.closest?.(".creature, .held, .offer, .picked-card, .pick");
}

function inside(event) {
  return Boolean(event.target.closest?.("#inspect"));
}

function onOver(event) {
  if (event.pointerType === "touch") return;
  const piece = pieceOf(event);
  if (inside(event) || (piece && piece === shown)) clearTimeout(timer);
  else if (piece) later(piece, HOVER_MS);
  else leave();
}

function leave() {
  clearTimeout(timer);
  timer = setTimeout(close, shown ? LEAVE_MS : 0);
}

/** Listen on the whole page. */
export function start() {
  document.addEventListener("pointerover", onOver);
  document.addEventListener("pointerdown", (event) => {
    if (inside(event)) return;
    close();
    const piece = pieceOf(event);
    if (piece && event.pointerType === "touch") later(piece, PRESS_MS);
  });
  document.addEventListener("pointerup", () => clearTimeout(timer));
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" && Math.hypot(event.movementX, event.movementY) > 6) clearTimeout(timer);
  });
  document.addEventListener("contextmenu", (event) => pieceOf(event) && event.preventDefault());
  document.addEventListener("focusin", (event) => {
    const piece = pieceOf(event);
    if (piece?.matches(":focus-visible")) later(piece, HOVER_MS);
  });
  document.addEventListener("focusout", (event) => inside({ target: event.relatedTarget ?? document.body }) || close());
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
}
