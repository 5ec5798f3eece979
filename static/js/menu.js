// The menus of the header close at a press elsewhere, when the focus leaves, and with Escape; known players see what waits.

import { all } from "./dom.js";

const menus = /** @type {HTMLDetailsElement[]} */ (all(".site-menu"));

/** @param {EventTarget | null} place what is pressed, or has the focus now: menus around it stay open */
function closeBut(place) {
  for (const menu of menus) if (!(place instanceof Node && menu.contains(place))) menu.open = false;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const open = menus.find((menu) => menu.open);
  if (event.key !== "Escape" || !open) return;
  open.querySelector("summary")?.focus();
  closeBut(null);
}

function ask() {
  if (!document.hidden && document.cookie.includes(`known-${document.documentElement.dataset.site}`))
    htmx.trigger("#waits", "asked");
}

document.addEventListener("pointerdown", (event) => closeBut(event.target));
document.addEventListener("focusin", (event) => closeBut(event.target));
document.addEventListener("keydown", onKey);
document.addEventListener("visibilitychange", ask);
addEventListener("load", () => setTimeout(ask)); // htmx begins in a task after its script has run, perhaps after this
