// Matches that are played without a connection, as this browser keeps them; for pages and for their worker.

const NAME = "offline-matches";
const APART = ["practice", "road"]; // what is no match

/**
 * A match: how far it is ("setup", "playing", "over"), when it last went on, what the worker keeps of it, and whether the site
 * has got it. Or an exercise, whose status is "practice", or a road of Legacy, whose status is "road". `player` is whose it is ("" or none: nobody's who is known here).
 *
 * @typedef {{ id: string, status: string, at: number, match: Kept, player?: string, sent?: boolean }} StoredMatch
 * @typedef {{ id: string, starter: number, ended_at: number | null, steps: { match: string }[] }} Road
 * @typedef {{ id: string, begun: number, seats: object, record: { names: Record<string, string | null>, actions: object[] } }} Kept
 */

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(NAME, { keyPath: "id" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/**
 * Do something with the store; it is on disk when this is done.
 *
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function run(mode, work) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const change = database.transaction(NAME, mode, { durability: "strict" });
      const asked = work(change.objectStore(NAME));
      change.oncomplete = () => resolve(asked.result);
      change.onabort = () => reject(change.error);
    });
  } finally {
    database.close();
  }
}

/** @param {StoredMatch} match */
export const put = (match) => run("readwrite", (store) => store.put(match));

/** @param {string} id */
export const remove = (id) => run("readwrite", (store) => store.delete(id));

/** @returns {Promise<StoredMatch[]>} */
const everything = () => run("readonly", (store) => store.getAll());

/** @param {string} player */
const ofPlayer = async (player) => (await everything()).filter((match) => !match.player || match.player === player);

/**
 * A match of a player, if it is there; or all of a status: "practice" are exercises, "road" roads.
 *
 * @param {string} player
 * @param {string} wanted
 */
export const known = async (player, wanted) =>
  (await ofPlayer(player)).filter(({ id, status }) => wanted === id || wanted === status);

/** All matches of a player, the last first. @param {string} player */
export const all = async (player) =>
  (await ofPlayer(player)).filter(({ status }) => !APART.includes(status)).sort((one, two) => two.at - one.at);

/** How many matches the site has not got, no matter who has played them here. */
export const unsent = async () => (await everything()).filter(({ status, sent }) => status === "over" && !sent).length;

/** What was nobody's, or a player's who has become another, is that one's now. @param {string} was @param {string} player */
export async function handOver(was, player) {
  for (const match of await everything()) if ((match.player ?? "") === was) await put({ ...match, player });
}
