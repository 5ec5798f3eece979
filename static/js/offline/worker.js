// The worker of a table without a connection: the site's own engine and drawing (app/site/offline) in Pyodide. It takes the messages
// that a board's socket takes, as texts, and sends its frames as texts; objects are about the table as a whole.

import { FILES, isWhole, PREFIX } from "./kept.js";
import * as store from "./store.js";
import { unpack } from "./unpack.js";

const HERE = new URL("../../vendor/offline/", import.meta.url).href;

/** @typedef {{ frames: string[], kept: import("./store.js").Kept, status: string, next: import("./store.js").Kept | null, error?: string }} Said */
/** @typedef {{ open(id: string, wishes: string, stored: string): string, receive(message: string): string, answer(): string, ask(address: string, stored: string): string, walk(address: string, roads: string, matches: string): string }} Table */

const page = /** @type {Worker} */ (/** @type {unknown} */ (globalThis));
/** @type {Promise<Table> | null} */
let loading = null;
/** @type {Promise<unknown>} */
let turn = Promise.resolve(); // one message after the other
let isKept = true; // what was played last
let player = ""; // whose browser it is

/** The interpreter and the pack: both begin before the page has said what it wants. */
const parts = Promise.all([interpreter(), fetch(`${HERE}table.pack`).then((answer) => answer.arrayBuffer())]);
parts.catch(() => undefined); // said by what waits for them, which may be later

async function interpreter() {
  const { loadPyodide } = await import(`${HERE}pyodide.mjs`);
  const env = { HOME: "/home", PYDANTIC_DISABLE_PLUGINS: "__all__" }; // there are none, and looking for them takes time
  return loadPyodide({ indexURL: HERE, env });
}

/** @param {string} language @returns {Promise<Table>} */
async function load(language) {
  page.postMessage({ type: "starting" });
  const [python, pack] = await parts;
  page.postMessage({ type: "preparing" });
  unpack(python.FS, new Uint8Array(pack), "/table", language);
  python.runPython(`import gc, sys; gc.disable(); sys.path.insert(0, "/table")`); // what is imported stays
  const table = python.pyimport("app.site.offline.worker").TableWorker(FILES.replace(/\/$/, ""), language);
  python.runPython("gc.freeze(); gc.enable()");
  return table;
}

/** Keep a match, then show what it has come to; the page gets what a browser does not keep. @param {Said} said */
async function tell({ frames, kept, status, next }) {
  const wasKept = isKept;
  isKept = await keep(kept, status)
    .then(() => next && keep(next, "setup"))
    .then(() => true)
    .catch(() => false);
  if (!isKept || !wasKept) page.postMessage({ type: "unkept", match: isKept ? null : kept });
  for (const frame of frames) page.postMessage(frame);
}

/** Each player has their own try at an exercise, whose id is its path. @param {string} id */
const storedAs = (id) => (player && id.includes("/") ? `${player} ${id}` : id);

/** @param {import("./store.js").Kept} match @param {string} status */
const keep = (match, status) => store.put({ id: storedAs(match.id), status, at: Date.now(), match, player });

/** Let the computer act for as long as it is to act. @param {Table} table */
async function goOn(table) {
  /** @type {Said} */
  let said = JSON.parse(table.answer());
  while (said.frames.length) {
    await tell(said);
    said = JSON.parse(table.answer());
  }
}

/**
 * Show that this worker lives, by a lock that goes with it.
 *
 * @param {string} name
 * @returns {Promise<void>}
 */
const live = (name) =>
  navigator.locks
    ? new Promise((resolve) => navigator.locks.request(name, () => new Promise(() => resolve())))
    : Promise.resolve(); // by plain http there are none

/**
 * Do something while no other tab does; by plain http tabs know nothing of each other.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
const alone = (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work());

/**
 * Open a match: `match` as the page has it, if the browser does not keep it, or that which is kept, or a new one.
 *
 * @param {{ id: string, wishes: string, language: string, life: string, match: import("./store.js").Kept | null, who: string }} asked
 */
async function open({ id, wishes, language, life, match, who }) {
  player = who;
  await live(life);
  page.postMessage({ type: "alive", life });
  loading = load(language);
  const isExercise = id.includes("/");
  const known = match ? [{ match }] : store.known(player, isExercise ? "practice" : id).catch(() => []);
  const [table, stored] = await Promise.all([loading, known]);
  if (!stored.length && !isExercise && new URLSearchParams(wishes).has("id")) {
    page.postMessage({ type: "missing" });
    return;
  }
  /** @type {Said} */
  const said = JSON.parse(table.open(id, wishes, JSON.stringify(stored.map(({ match }) => match))));
  if (said.error) {
    page.postMessage({ type: "refused", error: said.error });
    return;
  }
  page.postMessage({ type: "open" });
  await tell(said);
  await goOn(table);
}

/** @param {string} message */
async function receive(message) {
  const table = await loading;
  if (!table) return;
  await tell(JSON.parse(table.receive(message)));
  await goOn(table);
}

/**
 * Answer the page of a road: begin it unless one with its deck is under way, or let it go on; keep it with the match that it leads to. Null
 * where there is none, or nothing can be kept.
 *
 * @param {URL} address
 * @param {string} id
 * @param {string} language
 */
async function walk(address, id, language) {
  const known = await store.known(player, "road").catch(() => []); // all storage may be refused
  const roads = known.map(({ match }) => /** @type {import("./store.js").Road} */ (/** @type {unknown} */ (match)));
  const deck = Number(address.searchParams.get("deck"));
  const road = roads.find((each) => (deck ? each.starter === deck && !each.ended_at : each.id === id));
  if (!road && !deck) return null;
  if (address.pathname.endsWith("/delete")) {
    await store.remove(id);
    return "{}";
  }
  const last = road?.steps.at(-1)?.match;
  const matches = last ? (await store.known(player, last)).map(({ match }) => match) : [];
  loading ??= load(language);
  const path = `${address.pathname.replace(id, road?.id ?? id)}${address.search}`;
  const text = (await loading).walk(path, JSON.stringify(road ? [road] : []), JSON.stringify(matches));
  const { kept, next } = JSON.parse(text);
  const isKept = await Promise.all([next && keep(next, "setup"), kept && keep(kept, "road")]).catch(() => null);
  return isKept && text;
}

/** Answer in the site's place. @param {{ ask: string, number: number, language: string, who: string }} asked */
async function answer({ ask, number, language, who }) {
  const address = new URL(ask, HERE);
  const [, , kind, id] = address.pathname.split("/"); // of a replay its match
  player = who;
  if (kind === "road") {
    const text = await alone("road", () => walk(address, id, language));
    page.postMessage(text === null ? { type: "missing" } : { type: "answer", number, text });
    return;
  }
  const stored = id ? await store.known(who, id).catch(() => []) : [];
  if (id && !stored.length) {
    page.postMessage({ type: "missing" });
    return;
  }
  loading ??= load(language);
  const text = (await loading).ask(ask, JSON.stringify(stored.map(({ match }) => match)));
  page.postMessage({ type: "answer", number, text });
}

page.onmessage = ({ data }) => {
  turn = turn
    .then(() => (typeof data === "string" ? receive(data) : data.ask ? answer(data) : open(data)))
    .catch(async (error) => {
      console.error(error);
      page.postMessage({ type: (await isWhole(PREFIX + FILES).catch(() => false)) ? "failed" : "gone" });
    });
};
