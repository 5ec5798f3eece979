// The room link: copy it, or hand it to the device's own share sheet.

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  button.dataset.done = "";
  setTimeout(() => delete button.dataset.done, 2000);
}

async function share(button) {
  try {
    await navigator.share({ title: button.dataset.title, text: button.dataset.text, url: button.dataset.share });
  } catch {
    // closed without sharing
  }
}

function prepare() {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (!button) return;
  if (button.dataset.copy) copy(button);
  else share(button);
});
document.addEventListener("htmx:after:swap", prepare);
document.addEventListener("DOMContentLoaded", prepare);
