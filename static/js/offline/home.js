// The page without a connection: what can be played, where that is kept, and the matches that were begun.

import { byId } from "../dom.js";
import { all } from "./store.js";

const play = byId("offline-play", HTMLElement);
const list = byId("offline-begun", HTMLElement);

/** One match in the list, by the line that the page has for it. @param {import("./store.js").StoredMatch} match */
function line({ id, at, match }) {
  const item = /** @type {HTMLTemplateElement} */ (byId("offline-line", HTMLTemplateElement)).content.cloneNode(true);
  const link = /** @type {HTMLAnchorElement} */ (/** @type {DocumentFragment} */ (item).querySelector("a"));
  link.href = `/offline/match?id=${id}`;
  const { A, B } = match.record.names;
  /** @type {HTMLElement} */ (link.querySelector("bdi")).textContent = B ?? A ?? "";
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  /** @type {HTMLElement} */ (link.querySelector("time")).textContent = time.format(at);
  return item;
}

async function show() {
  if (!(await caches.keys()).some((name) => name.startsWith("game-"))) return;
  play.hidden = false;
  const begun = (await all()).filter(({ status }) => status !== "over");
  list.replaceChildren(...begun.map(line));
  byId("offline-begun-part", HTMLElement).hidden = !begun.length;
}

if (window.isSecureContext) show().catch(() => undefined); // all storage may be refused
