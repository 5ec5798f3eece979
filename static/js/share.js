// A link or a code: copy it, or hand it to the device's own share sheet.

const DONE_MS = 2000; // how long a button shows that it has copied

/** @param {HTMLElement} button */
async function copy(button) {
  const source = document.getElementById(button.dataset.copy ?? "");
  if (!source) return;
  const isField = source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement;
  try {
    await navigator.clipboard.writeText(isField ? source.value : (source.textContent ?? "").trim());
  } catch {
    if (isField) source.select();
    else getSelection()?.selectAllChildren(source);
    document.execCommand("copy");
  }
  button.dataset.done = "";
  setTimeout(() => delete button.dataset.done, DONE_MS);
}

/** @param {HTMLElement} button */
async function share(button) {
  try {
    await navigator.share({ title: button.dataset.title, text: button.dataset.text, url: button.dataset.share });
  } catch {
    // closed without sharing
  }
}

/** Sharing is the golden way where there is a share sheet under the thumb. @param {HTMLElement} button */
function goFirst(button) {
  const copying = button.parentElement?.querySelector(".button-brass[data-copy]");
  if (!copying) return;
  copying.classList.remove("button-brass");
  button.classList.add("button-brass");
}

function prepare() {
  const canShare = "share" in navigator;
  const byFinger = canShare && matchMedia("(pointer: coarse)").matches;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
    button.hidden = !canShare;
    if (byFinger) goFirst(button);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-copy], [data-share]") : null;
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.copy) copy(button);
  else share(button);
});
document.addEventListener("htmx:after:swap", prepare);
document.addEventListener("DOMContentLoaded", prepare);
