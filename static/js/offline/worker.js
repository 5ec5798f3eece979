// The worker of a table without a connection: the site's own engine and drawing (app/offline) in Pyodide. It takes the messages
// that a board's socket takes, as texts, and sends its frames as texts; objects are about the table as a whole.

import * as store from "./store.js";

const FILES = new URL("../..", import.meta.url).pathname;
const HERE = new URL("../../vendor/offline/", import.meta.url).href;

/** @typedef {{ frames: string[], kept: import("./store.js").Kept, status: string, next: import("./store.js").Kept | null, error?: string }} Said */
/** @typedef {{ open(id: string, wishes: string, stored: string): string, receive(message: string): string, answer(): string, ask(address: string, stored: string): string }} Table */

const page = /** @type {Worker} */ (/** @type {unknown} */ (globalThis));
/** @type {Promise<Table> | null} */
let loading = null;
/** @type {Promise<unknown>} */
let turn = Promise.resolve(); // one message after the other

/** @param {string} language @returns {Promise<Table>} */
async function load(language) {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(`${HERE}pyodide.mjs`),
    fetch(`${HERE}table.pack`).then((answer) => answer.arrayBuffer()),
  ]);
  const env = { HOME: "/home", PYDANTIC_DISABLE_PLUGINS: "__all__" }; // there are none, and looking for them takes time
  const python = await loadPyodide({ indexURL: HERE, env });
  python.unpackArchive(archive, "zip", { extractDir: "/table" });
  python.runPython(`import sys; sys.path.insert(0, "/table")`);
  return python.pyimport("app.offline.worker").TableWorker(FILES.replace(/\/$/, ""), language);
}

/** Keep a match, then show what it has come to; a browser that keeps nothing says so. @param {Said} said */
async function tell({ frames, kept, status, next }) {
  try {
    await store.put({ id: kept.id, status, at: Date.now(), match: kept });
    if (next) await store.put({ id: next.id, status: "setup", at: Date.now(), match: next });
  } catch {
    page.postMessage({ type: "unkept" });
  }
  for (const frame of frames) page.postMessage(frame);
}

/** Let the computer act for as long as it is to act. @param {Table} table */
async function goOn(table) {
  /** @type {Said} */
  let said = JSON.parse(table.answer());
  while (said.frames.length) {
    await tell(said);
    said = JSON.parse(table.answer());
  }
}

/** Hold a match for as long as this page lives; false if another tab holds it. @param {string} id @returns {Promise<boolean>} */
function hold(id) {
  return new Promise((resolve) => {
    navigator.locks.request(`match-${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    });
  });
}

/** @param {{ id: string, wishes: string, language: string }} asked */
async function open({ id, wishes, language }) {
  if (!(await hold(id))) {
    page.postMessage({ type: "elsewhere" });
    return;
  }
  loading = load(language);
  const known = store.known(id.includes("/") ? "practice" : id).catch(() => []);
  const [table, stored] = await Promise.all([loading, known]);
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

/** Answer in the site's place. @param {{ ask: string, number: number, language: string }} asked */
async function answer({ ask, number, language }) {
  loading ??= load(language);
  const stored = await store.known(new URL(ask, HERE).pathname.split("/")[3] ?? ""); // of a replay its match
  const text = (await loading).ask(ask, JSON.stringify(stored.map(({ match }) => match)));
  page.postMessage({ type: "answer", number, text });
}

page.onmessage = ({ data }) => {
  turn = turn
    .then(() => (typeof data === "string" ? receive(data) : data.ask ? answer(data) : open(data)))
    .catch((error) => {
      console.error(error);
      page.postMessage({ type: "failed" });
    });
};
