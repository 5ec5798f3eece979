// An event's page and the projector say when their connection is away: what they show may be out of date.

import { byId } from "./dom.js";

const SAID_AFTER_MS = 1500; // a connection that is back at once has not been away
const page = byId("lobby", HTMLElement);
const note = byId("no-connection", HTMLElement);
let timer = 0;

function away() {
  timer ||= setTimeout(() => {
    note.hidden = false;
  }, SAID_AFTER_MS);
}

function back() {
  clearTimeout(timer);
  timer = 0;
  note.hidden = true;
}

page.addEventListener("htmx:ws:close", away);
page.addEventListener("htmx:ws:before:message:incoming", back);
window.addEventListener("offline", away);
