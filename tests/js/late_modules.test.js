// What a page loads late (`lazy` of static/js/fragments.js) may not come, and is asked for again by another address. What it
// imports itself could not be: Firefox keeps that failure. And nothing that decides a match comes late.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const SCRIPTS = join(import.meta.dirname, "../../static/js");
const STATIC_IMPORT = /^(?:import|export)\b[^;"]*?"(\.[^"]+)";/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const LAZY = /\blazy\("([^"]+)"\)/g;
const IMPORTING = ["fragments.js", "offline/worker.js", "prefs.js"]; // lazy itself, a worker without a page, what is before both

const PAGES = [
  ["fragments.js", "connection.js"],
  ["fragments.js", "match/main.js", "match/talk.js", "sound/player.js"],
  ["fragments.js", "match/main.js", "sound/player.js"],
  ["fragments.js", "replay.js"],
];

const files = readdirSync(SCRIPTS, { recursive: true }).filter((file) => file.endsWith(".js"));
const texts = new Map(files.map((file) => [file, readFileSync(join(SCRIPTS, file), "utf-8").replace(COMMENT, "")]));
const textOf = (/** @type {string} */ file) => texts.get(file) ?? "";
const lateOf = (/** @type {string} */ file) =>
  [...textOf(file).matchAll(LAZY)].map(([, name]) => `${name}.js`).filter((name) => texts.has(name));

/** These modules and all that they cannot begin without. @param {string[]} begun */
function graph(...begun) {
  const found = new Set(begun);
  for (const file of found)
    for (const [, name] of textOf(file).matchAll(STATIC_IMPORT)) found.add(join(dirname(file), name));
  return found;
}

test("what comes late comes by lazy()", () => {
  assert.deepEqual(files.filter((file) => /\bimport\(/.test(textOf(file))).sort(), IMPORTING);
});

test("what comes late imports only what its page has", () => {
  for (const begun of PAGES) {
    const page = graph(...begun);
    const late = new Set([...page].flatMap(lateOf));
    for (const name of late) {
      for (const more of lateOf(name)) late.add(more);
      const missing = [...graph(name)].filter((each) => each !== name && !page.has(each));
      assert.deepEqual(missing, [], `${name}, which comes late to the page of ${begun}`);
    }
  }
});

test("what decides a match comes with its page", () => {
  const template = readFileSync(join(SCRIPTS, "../../templates/matches/play/match.html"), "utf-8");
  const begun = [...template.matchAll(/<script type="module" src="\{\{ asset\('js\/(.*?)'\)/g)].map(([, name]) => name);
  const page = graph(...begun);
  const late = new Set(files.flatMap(lateOf));
  for (const file of ["match/socket.js", "match/play.js", "match/order.js", "match/clocks.js"])
    assert.ok(page.has(file) && !late.has(file), file);
});
