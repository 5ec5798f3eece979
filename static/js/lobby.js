// The start page's socket, on top of htmx's hx-ws: a connection that died silently is noticed when the tab is shown again.

import { byId } from "./dom.js";
import { reloadPage } from "./reload.js";

const ABNORMAL = 1006; // the code of a connection that broke
const PROBE_MS = 3000; // how long a question may stay unanswered before the line counts as dead

const lobby = byId("lobby", HTMLElement);
const state = {
  connection: /** @type {SocketEvent["detail"]["connection"] | null} */ (null),
  probe: 0, // the timer of a question to the server
};

function reconnect() {
  state.probe = 0;
  state.connection?.socket?.dispatchEvent(new CloseEvent("close", { code: ABNORMAL }));
}

function ask() {
  const socket = state.connection?.socket;
  if (!socket || state.probe || document.hidden || socket.readyState === WebSocket.CONNECTING) return;
  if (socket.readyState !== WebSocket.OPEN) {
    reconnect();
    return;
  }
  socket.send(JSON.stringify({ type: "hello", hello: 0 }));
  state.probe = setTimeout(reconnect, PROBE_MS);
}

lobby.addEventListener("htmx:ws:after:message:incoming", () => {
  if (document.querySelector("[data-left]")) import("./banner.js");
});
lobby.addEventListener("htmx:ws:after:connection", (/** @type {SocketEvent} */ event) => {
  state.connection = event.detail.connection;
});
lobby.addEventListener("htmx:ws:before:message:incoming", (/** @type {SocketEvent} */ event) => {
  clearTimeout(state.probe);
  state.probe = 0;
  /** @type {ServerMessage} */
  const said = JSON.parse(event.detail.message.data);
  if (said.type !== "reload") return;
  event.preventDefault();
  reloadPage();
});
window.addEventListener("online", ask);
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
document.addEventListener("visibilitychange", ask);
