// The page without a connection: what can be played, where that is kept, and the matches that were begun.

import { byId } from "../dom.js";
import { isWhole, kept } from "./kept.js";
import { all } from "./store.js";

const play = byId("offline-play", HTMLElement);

/** One match in the list, by the line that the page has for it. @param {import("./store.js").StoredMatch} match */
function line({ id, at, status, match }) {
  const item = /** @type {HTMLTemplateElement} */ (byId("offline-line", HTMLTemplateElement)).content.cloneNode(true);
  const link = /** @type {HTMLAnchorElement} */ (/** @type {DocumentFragment} */ (item).querySelector("a"));
  link.href = status === "over" ? `/offline/replay/${id}` : `/offline/match?id=${id}`;
  const { A, B } = match.record.names;
  /** @type {HTMLElement} */ (link.querySelector("bdi")).textContent = B ?? A ?? "";
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  /** @type {HTMLElement} */ (link.querySelector("time")).textContent = time.format(at);
  return item;
}

async function show() {
  const names = await kept();
  const matches = await all(window.prefs.who()).catch(() => []); // all storage may be refused
  if (!names.length && !matches.length) return;
  const isThere = (await Promise.all(names.map(isWhole))).includes(true);
  byId("offline-gone", HTMLElement).hidden = isThere;
  play.hidden = !isThere;
  byId("offline-notice", HTMLElement).hidden = isThere;
  for (const [name, isOver] of /** @type {const} */ ([
    ["begun", false],
    ["over", true],
  ])) {
    const shown = matches.filter(({ status }) => (status === "over") === isOver);
    byId(`offline-${name}`, HTMLElement).replaceChildren(...shown.map(line));
    byId(`offline-${name}-part`, HTMLElement).hidden = !shown.length;
  }
}

if (window.isSecureContext) show().catch(() => undefined);
