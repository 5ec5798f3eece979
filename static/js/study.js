// A study next to its replay: shows what is said at the step that is shown, and draws its marks; the author's form follows, too.

import { all } from "./dom.js";
import * as marks from "./marks.js";
import { MarksForm } from "./marks_form.js";

const base = document.getElementById("replay")?.dataset.base ?? "";

function step() {
  return Number(document.getElementById("stage")?.dataset.step ?? 0);
}

/** @param {number} number */
function show(number) {
  let found = null;
  for (const comment of all("#comments .comment")) {
    const here = Number(comment.dataset.step) === number;
    comment.hidden = !here;
    if (here) found = comment;
  }
  for (const none of all("#comments .comment-none")) none.hidden = found !== null;
  for (const link of all("#comments .comment-steps a")) {
    if (Number(link.dataset.step) === number) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  for (const waiting of all("#study-waiting")) waiting.hidden = Number(waiting.dataset.step) !== number;
  marks.draw(found?.dataset.marks ?? "");
}

function editor() {
  const form = document.getElementById("study-editor");
  return form instanceof HTMLFormElement ? form : null;
}

/** The author's form for this step. @param {number} number */
async function edit(number) {
  const form = editor();
  if (!form || Number(new FormData(form).get("step")) === number) return;
  drawing?.close();
  await htmx.ajax("GET", `${base}/editor?step=${number}`, { target: form, swap: "outerHTML" });
}

let saved = Promise.resolve();

/** Save one thing after the other: each names the version that the one before has made. @param {string} what @param {Record<string, unknown>} values */
function save(what, values) {
  saved = saved.then(async () => {
    const field = document.getElementById("study-version");
    const version = field instanceof HTMLInputElement ? field.value : "";
    await htmx.ajax("POST", `${base}/${what}`, {
      target: "#study-words",
      swap: "outerHTML",
      values: { ...values, version },
    });
  });
}

/** Keep marks that were drawn. @param {string} marks */
function keep(marks) {
  const form = editor();
  if (form) form.dataset.marks = marks;
  save("marks", { step: step(), marks });
}

/** Keep what was written. @param {Event} event */
function keepWords(event) {
  const form = editor();
  if (form && event.target instanceof Node && form.contains(event.target))
    save("comment", Object.fromEntries(new FormData(form)));
}

const form = document.getElementById("marks-form");
const drawing = form instanceof HTMLFormElement ? new MarksForm(form, marks, keep) : null;

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("#draw-marks"))
    drawing?.open(editor()?.dataset.marks ?? "");
});
document.addEventListener("change", keepWords);
document.addEventListener("submit", (event) => {
  if (event.target === editor()) event.preventDefault(); // what was changed is kept by now
});
document.addEventListener("replay-step", () => {
  show(step());
  edit(step());
});
document.addEventListener("htmx:after:swap", () => {
  const version = document.getElementById("study-version");
  if (!(version instanceof HTMLInputElement)) return;
  for (const field of all("[data-version]")) if (field instanceof HTMLInputElement) field.value = version.value;
  show(step());
});
show(step());
