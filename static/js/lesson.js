// A lesson is played by the match page's scripts. This only moves the focus to the way on when the lesson is over.

let shown = document.getElementById("go-on")?.textContent ?? "";

document.getElementById("match")?.addEventListener("htmx:ws:after:message:incoming", () => {
  const button = document.getElementById("go-on");
  const text = button?.textContent ?? "";
  if (text && text !== shown) button?.focus({ preventScroll: true });
  shown = text;
});
