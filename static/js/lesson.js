// A lesson is played by the match page's scripts. This moves the focus to the way on when the lesson is over, and makes a
// visitor a guest, who owns what is played, as soon as the page is touched.

import { socket } from "./match/socket.js";

const match = document.getElementById("match");
const path = match?.dataset.become;

function become() {
  for (const kind of ["pointerdown", "keydown"]) document.removeEventListener(kind, become, true);
  if (path) socket.renew(fetch(path, { method: "POST" }));
}

if (path) for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, become, true);

let shown = document.getElementById("go-on")?.textContent ?? "";

match?.addEventListener("htmx:ws:after:message:incoming", () => {
  const button = document.getElementById("go-on");
  const text = button?.textContent ?? "";
  if (text && text !== shown) button?.focus({ preventScroll: true });
  shown = text;
});
