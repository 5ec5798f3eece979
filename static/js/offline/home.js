// The page without a connection: what can be played, where that is kept, and the matches and roads that were begun.

import { byId, all as elements } from "../dom.js";
import { isWhole, kept } from "./kept.js";
import { all, known } from "./store.js";

const ROAD = "/offline/road";
const play = byId("offline-play", HTMLElement);

/** One line of a list, as the page has it. @param {string} address @param {string} name @param {number} at */
function line(address, name, at) {
  const item = /** @type {HTMLTemplateElement} */ (byId("offline-line", HTMLTemplateElement)).content.cloneNode(true);
  const link = /** @type {HTMLAnchorElement} */ (/** @type {DocumentFragment} */ (item).querySelector("a"));
  link.href = address;
  /** @type {HTMLElement} */ (link.querySelector("bdi")).textContent = name;
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  /** @type {HTMLElement} */ (link.querySelector("time")).textContent = time.format(at);
  return item;
}

/** @param {import("./store.js").StoredMatch} match */
function lineOf({ id, at, status, match }) {
  const { A, B } = match.record.names;
  return line(status === "over" ? `/offline/replay/${id}` : `/offline/match?id=${id}`, B ?? A ?? "", at);
}

/** Lead to the roads that are under way, and to those that are over. */
async function showRoads() {
  byId("offline-legacy", HTMLElement).hidden = !(await caches.match(ROAD)); // an older version has none
  const list = byId("offline-roads", HTMLElement);
  for (const { at, match } of await known(window.prefs.who(), "road")) {
    const { id, starter, ended_at } = /** @type {import("./store.js").Road} */ (/** @type {unknown} */ (match));
    const address = `${ROAD}?id=${id}`;
    const door = elements(`[data-road="${starter}"]`)[0];
    if (ended_at) list.append(line(address, door?.querySelector("bdi")?.textContent ?? "", at));
    else if (door) {
      door.setAttribute("href", address);
      /** @type {HTMLElement} */ (door.querySelector(".soft")).textContent = door.dataset.going ?? "";
    }
  }
  list.hidden = !list.childElementCount;
}

async function show() {
  showRoads().catch(() => undefined); // all storage may be refused
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
    byId(`offline-${name}`, HTMLElement).replaceChildren(...shown.map(lineOf));
    byId(`offline-${name}-part`, HTMLElement).hidden = !shown.length;
  }
}

if (window.isSecureContext) show().catch(() => undefined);
