// Marks that partners and coaches draw on the table: those in the latest lines of the chat, while the table is as it was then. Loaded
// by talk.js where somebody may draw.

import { all, around } from "../dom.js";
import { ABSENT, lazy, say } from "../fragments.js";
import { socket } from "./socket.js";

const PAUSE_MS = 700; // several marks in a row are sent together

/** @type {HTMLElement | null} */
let panel = null;
const marking = lazy("marks");
const drawing = lazy("marks_form");
/** @type {import("../marks_form.js").MarksForm | null} */
let form = null;
let drawn = "";
let filled = -1; // the number of actions for which the form's lists hold
let timer = 0;

/** Show what the chat's lines draw. @param {HTMLElement} talk the panel */
export function show(talk) {
  if (!panel) {
    panel = talk;
    new MutationObserver(update).observe(talk, { childList: true, subtree: true });
    const table = document.getElementById("main");
    if (table)
      new MutationObserver(update).observe(table, { childList: true, subtree: true, attributeFilter: ["data-seq"] });
    document.addEventListener("click", onClick);
  }
  update();
}

/** The marks of each author's last drawing, if it is about the table as it is. @param {string} [only] of these lines */
function current(only = "") {
  /** @type {Map<string, string>} */
  const last = new Map();
  for (const line of all(`#talk-lines [data-marks]${only}`)) {
    const author = line.querySelector(".talk-name")?.textContent ?? "";
    last.set(author, Number(line.dataset.seq) === socket.seq ? (line.dataset.marks ?? "") : "");
  }
  return [...last.values()].filter(Boolean).join(" ");
}

function update() {
  if (form?.isOpen) {
    drawn = ""; // the form draws what it holds
    if (filled !== socket.seq) form.fill();
    filled = socket.seq;
    return;
  }
  const now = current();
  if (now === drawn && Boolean(now) === Boolean(document.querySelector("#table > .marks"))) return;
  drawn = now;
  marking().then(({ draw }) => draw(now));
}

/** @param {MouseEvent} event */
async function onClick(event) {
  const button = around(event, "[data-draw]");
  if (!button) return;
  form ??= await load(button);
  if (panel?.matches(":popover-open")) panel.hidePopover();
  form?.open(current(".talk-mine"));
}

/** @param {HTMLElement} button */
async function load(button) {
  const [marks, forms] = await Promise.all([marking(), drawing()]);
  if (marks === ABSENT || forms === ABSENT) return null;
  const answer = await fetch(button.dataset.form ?? "").catch(() => null);
  if (!answer?.ok) return null;
  const template = document.createElement("template");
  template.innerHTML = await answer.text();
  const element = template.content.querySelector("form");
  if (!element) return null;
  document.body.append(element);
  return new forms.MarksForm(element, marks, (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => send(text), PAUSE_MS);
  });
}

/** @param {string} text */
async function send(text) {
  const to = /** @type {HTMLSelectElement | null} */ (panel?.querySelector("[name=side]"))?.value;
  const side = to || (panel?.querySelector("[data-draw]")?.getAttribute("data-draw") ?? "");
  const fields = { marks: text, seq: String(socket.seq), side };
  const headers = { Accept: "application/json" };
  const body = new URLSearchParams(fields);
  const answer = await fetch(panel?.dataset.url ?? "", { method: "POST", headers, body }).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (said?.error) say(said.error);
}
