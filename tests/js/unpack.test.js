// The pack that a table without a connection is played with.

import assert from "node:assert/strict";
import { test } from "node:test";
import { unpack } from "../../static/js/offline/unpack.js";

/** @param {Record<string, string>} files @param {string} [language] */
function unpacked(files, language) {
  const encoder = new TextEncoder();
  const contents = Object.entries(files).map(([name, text]) => /** @type {const} */ ([name, encoder.encode(text)]));
  const names = encoder.encode(`${JSON.stringify(contents.map(([name, { length }]) => [name, length]))}\n`);
  const pack = new Uint8Array([...names, ...contents.flatMap(([, content]) => [...content])]);
  /** @type {Record<string, string>} */
  const written = {};
  /** @type {string[]} */
  const folders = [];
  const system = {
    mkdirTree: (/** @type {string} */ path) => folders.push(path),
    writeFile: (/** @type {string} */ path, /** @type {Uint8Array} */ content) => {
      written[path] = new TextDecoder().decode(content);
    },
  };
  unpack(system, pack, "/table", language);
  return { written, folders };
}

test("each file has its own bytes, in its folder", () => {
  const { written, folders } = unpacked({ "a/b/c.py": "one\ntwo", "a/d.py": "", "e.py": "é" });
  assert.deepEqual(written, { "/table/a/b/c.py": "one\ntwo", "/table/a/d.py": "", "/table/e.py": "é" });
  assert.deepEqual(folders, ["/table/a/b", "/table/a", "/table"]);
});

test("of the languages there are English and the one that is named, of the rest everything", () => {
  const files = {
    "i/locales/fr/m.mo": "fr",
    "i/locales/en/m.mo": "en",
    "b/locale-data/he.dat": "he",
    "b/root.dat": "root",
  };
  const names = (/** @type {string | undefined} */ language) => Object.values(unpacked(files, language).written);
  assert.deepEqual(names("fr"), ["fr", "en", "root"]);
  assert.deepEqual(names("en"), ["en", "root"]);
  assert.deepEqual(names(undefined), ["fr", "en", "he", "root"]);
});
