// Where a browser keeps things, in memory: local storage, caches, and the one store of matches.

import "./document.js";

/** @type {Map<string, any>} */
const matches = new Map();
/** What is kept, and how many connections to the store are open. */
export const browser = { matches, connections: 0 };
/** @type {Map<string, Map<string, Response>>} */
const kept = new Map();

/** @param {Map<string, Response>} files */
const cache = (files) => ({
  match: async (/** @type {string} */ path) => files.get(path)?.clone(),
  put: async (/** @type {string} */ path, /** @type {Response} */ answer) => {
    files.set(path, new Response(await answer.arrayBuffer(), answer));
  },
  keys: async () => [...files.keys()].map((path) => ({ url: `https://site${path}` })),
});

/** An answer that comes later, when something listens. @param {string} event @param {() => unknown} result */
function later(event, result) {
  /** @type {any} */
  const asked = {};
  setImmediate(() => {
    asked.result = result();
    asked[event]?.();
  });
  return asked;
}

/** A change, complete when what it asked for has been done. */
function transaction() {
  const change = later("oncomplete", () => undefined);
  /** @param {any} result */
  const done = (result) => ({ result });
  change.objectStore = () => ({
    put: (/** @type {any} */ match) => done(matches.set(match.id, match)),
    delete: (/** @type {string} */ id) => done(matches.delete(id)),
    getAll: () => done([...matches.values()]),
  });
  return change;
}

function connect() {
  browser.connections += 1;
  return { transaction, close: () => (browser.connections -= 1) };
}

class Storage {
  /** @param {string} key */
  getItem(key) {
    return Object.entries(this).find(([name]) => name === key)?.[1] ?? null;
  }
  /** @param {string} key @param {string} value */
  setItem(key, value) {
    Object.assign(this, { [key]: value });
  }
  /** @param {string} key */
  removeItem(key) {
    Reflect.deleteProperty(this, key);
  }
}

Object.assign(globalThis, {
  isSecureContext: true,
  HTMLInputElement: Element,
  HTMLProgressElement: Element,
  HTMLTemplateElement: Element,
  localStorage: new Storage(),
  indexedDB: { open: () => later("onsuccess", connect) },
  caches: {
    keys: async () => [...kept.keys()],
    match: async (/** @type {string} */ path) => [...kept.values()].find((files) => files.has(path))?.get(path),
    delete: async (/** @type {string} */ name) => kept.delete(name),
    open: async (/** @type {string} */ name) => {
      const files = kept.get(name) ?? new Map();
      kept.set(name, files);
      return cache(files);
    },
  },
});
