// A lesson is played by the match page's scripts. This adds only that the keyboard finds the way on when it is over.

let told = document.getElementById("go-on")?.textContent ?? "";

document.getElementById("match")?.addEventListener("htmx:ws:after:message:incoming", () => {
  const button = document.getElementById("go-on");
  const text = button?.textContent ?? "";
  if (text && text !== told) button.focus({ preventScroll: true });
  told = text;
});
