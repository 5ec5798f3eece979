// The switch that keeps the game for playing without a connection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, root, shows } from "./document.js";
import "./storage.js";

Object.defineProperty(globalThis, "navigator", { value: { onLine: true, storage: {} } });
Object.assign(globalThis, { prefs: { who: () => "" } });

const { FILES, MANIFEST, PAGES } = await import("../../static/js/offline/kept.js");
/** Path, content in base64 ("one", and "two" packed by gzip), its digest. */
const CONTENTS = [
  ["js/a.js", "b25l", "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"],
  [
    "vendor/offline/table.pack.gz",
    "H4sIAAAAAAACAyspzwcAZorKEQMAAAA=",
    "17fd7e070ade23575829bd01804de29c522e66726ea596873765336216ccebd8",
  ],
];
/** @type {Map<string, BodyInit>} */
const site = new Map(PAGES.map((address) => [address, FILES]));
for (const [path, content] of CONTENTS)
  site.set(
    FILES + path,
    Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)),
  );
const files = CONTENTS.map(([path, , sha256]) => ({ path, bytes: 1, sha256 }));
site.set(FILES + MANIFEST, JSON.stringify({ files }));
const fetched = async (/** @type {string} */ path) =>
  new Response(site.get(path), { status: site.has(path) ? 200 : 404 });
Object.assign(globalThis, { fetch: fetched });
const box = () => /** @type {any} */ (byId("keep-box"));
let pages = 0;

/** Open a page with the switch; return how it stands, and what is said of it. */
async function opened() {
  shows(`<div id="keep"><input id="keep-box"></input><progress id="keep-progress"></progress>
    <p data-keep="off"></p><p data-keep="loading"></p><p data-keep="on"></p><p data-keep="broken"></p></div>`);
  pages += 1;
  await import(`../../static/js/offline/keep.js?${pages}`);
  return stands();
}

/** Wait until nothing more is loaded or looked at. */
async function stands() {
  const end = Date.now() + 10_000;
  do await new Promise(setImmediate);
  while (box().disabled && Date.now() < end);
  const lines = root.querySelectorAll("[data-keep]").filter((line) => !line.hidden);
  return [box().checked, ...lines.map((line) => line.dataset.keep)];
}

/** @param {boolean} checked */
function turn(checked) {
  box().checked = checked;
  box().dispatchEvent(new Event("change"));
  return stands();
}

/** What is kept of the game, by its address. @param {string} path */
const text = async (path) => (await caches.match(FILES + path))?.clone().text();

test("turned on, everything is kept as it was built, unpacked; it is on, also on the next page; off, all is gone", async () => {
  assert.deepEqual(await opened(), [false, "off"]);
  assert.deepEqual(await turn(true), [true, "on"]);
  assert.deepEqual([await text("js/a.js"), await text("vendor/offline/table.pack")], ["one", "two"]);
  assert.deepEqual(await opened(), [true, "on"]);
  assert.deepEqual(await turn(false), [false, "off"]);
  assert.deepEqual(await caches.keys(), []);
});

test("a file that is not the one that was built is not kept, and the switch is off", async () => {
  site.set(`${FILES}js/a.js`, "other");
  await opened();
  assert.equal((await turn(true))[0], false);
  assert.equal(await text("js/a.js"), undefined);
});
