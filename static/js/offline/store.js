// Matches that are played without a connection, as this browser keeps them; for pages and for their worker.

const NAME = "offline-matches";

/**
 * A match: how far it is ("setup", "playing", "over"), when it last went on, what the worker keeps of it, and whether the site
 * has got it. Or an exercise, whose status is "practice".
 *
 * @typedef {{ id: string, status: string, at: number, match: Kept, sent?: boolean }} StoredMatch
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

/** @returns {Promise<StoredMatch[]>} */
const everything = () => run("readonly", (store) => store.getAll());

/** A match, if it is there; or all of a status: "practice" are exercises. @param {string} wanted */
export const known = async (wanted) =>
  (await everything()).filter(({ id, status }) => wanted === id || wanted === status);

/** All matches, the last first. */
export const all = async () =>
  (await everything()).filter(({ status }) => status !== "practice").sort((one, two) => two.at - one.at);
