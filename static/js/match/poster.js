// The result as a picture to share: the one that chats show next to a link to the match, which the server draws.

const NAME = "clash-of-decks.png";

/** @param {File} file */
function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Hand the picture to the device's share sheet; where there is none, keep it as a file. @param {HTMLElement} button */
export async function share(button) {
  const answer = await fetch(button.dataset.poster ?? "");
  if (!answer.ok) return;
  const blob = await answer.blob();
  const file = new File([blob], NAME, { type: blob.type });
  if (!navigator.canShare?.({ files: [file] })) {
    save(file);
    return;
  }
  try {
    await navigator.share({ files: [file] });
  } catch {
    // closed without sharing
  }
}
