// The switch "Save for offline play": everything that a table needs without a connection, kept in this browser, and removed again.

import { all, byId } from "../dom.js";
import { FILES, isWhole, kept, MANIFEST, ownKey, PAGES, PREFIX, ZIPPED } from "./kept.js";

const CACHE = PREFIX + FILES;
const VERSIONED = FILES !== "/static/"; // where one works at the site its files change under their addresses
const PARALLEL = 6;

const part = byId("keep", HTMLElement);
const box = byId("keep-box", HTMLInputElement);
const progress = byId("keep-progress", HTMLProgressElement);

/** @typedef {{ path: string, bytes: number, sha256: string }} KeptFile */

/** Show the one of several lines that is true. @param {"off" | "loading" | "on" | "gone" | "broken" | "failed"} state */
function show(state) {
  for (const sentence of all("[data-keep]", part)) sentence.hidden = sentence.dataset.keep !== state;
  box.checked = state === "on" || state === "loading";
  progress.hidden = state !== "loading";
}

/** Whether this connection is paid by what goes over it. */
function isMetered() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean, type?: string } }} */ (
    /** @type {unknown} */ (navigator)
  );
  return connection?.saveData === true || connection?.type === "cellular";
}

/** The files of an older version by their digests, so that what has not changed is not loaded again. */
async function known() {
  /** @type {Map<string, () => Promise<Response | undefined>>} */
  const found = new Map();
  for (const name of await kept()) {
    const cache = await caches.open(name);
    const files = name.slice(PREFIX.length);
    const manifest = await cache.match(files + MANIFEST);
    if (manifest)
      for (const { path, sha256 } of (await manifest.json()).files)
        found.set(sha256, () => cache.match(files + path.replace(ZIPPED, "")));
  }
  return found;
}

/** Load a file, which must be the one that was built. @param {KeptFile} file */
async function load({ path, sha256 }) {
  const answer = await fetch(FILES + path);
  if (!answer.ok) throw new Error(path);
  const content = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  if (Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") !== sha256) throw new Error(path);
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  if (!path.endsWith(ZIPPED)) return new Response(content, { headers });
  headers.set("Content-Type", path.includes(".wasm") ? "application/wasm" : "text/javascript");
  return new Response(new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip")), { headers });
}

/** Keep the pages in the language of now, and apart from them what is the player's (create.js). @param {Cache} cache */
async function keepPages(cache) {
  for (const address of PAGES) {
    const page = await fetch(address);
    if (!(await page.clone().text()).includes(FILES)) throw new Error("another version");
    await cache.put(address, page);
  }
  if (window.prefs.who()) localStorage.setItem(ownKey(), await (await fetch("/offline/own")).text());
}

/** Keep everything that is not there yet; what was kept before goes when that is done. */
async function fill() {
  show("loading");
  const before = await known();
  const manifest = /** @type {{ files: KeptFile[] }} */ (await (await fetch(FILES + MANIFEST)).json());
  const { files } = manifest;
  const cache = await caches.open(CACHE);
  progress.max = files.reduce((sum, { bytes }) => sum + bytes, 0);
  progress.value = 0;
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const path = FILES + file.path.replace(ZIPPED, "");
      if (!(VERSIONED && (await cache.match(path))))
        await cache.put(path, (await before.get(file.sha256)?.()) ?? (await load(file)));
      progress.value += file.bytes;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  await keepPages(cache);
  const listed = new Response(JSON.stringify({ ...manifest, pages: PAGES }));
  await cache.put(FILES + MANIFEST, listed); // last: with it everything is there
  for (const name of await kept()) if (name !== CACHE) await caches.delete(name);
  navigator.storage.persist?.().catch(() => false); // Firefox asks its user, who need not answer
}

let renewed = Promise.resolve(); // when the kept pages are those of now: removed any earlier, they would come back

async function remove() {
  await renewed;
  for (const name of await kept()) await caches.delete(name);
  localStorage.removeItem(ownKey());
}

/** What was loaded before the connection broke off stays; a browser without room gets that back. @param {unknown} error */
async function giveUp(error) {
  const isRefused = error instanceof DOMException;
  if (isRefused) await caches.delete(CACHE).catch(() => false);
  await look().catch(() => undefined);
  if (part.querySelector("[data-keep=on]:not([hidden])")) return; // an older version
  show(isRefused ? "failed" : "broken");
}

/** @param {() => Promise<void>} work */
async function attempt(work) {
  box.disabled = true;
  await work().then(look).catch(giveUp);
  box.disabled = false;
}

/** Show how it stands; return whether an older version is to be replaced, or one of which a part is gone. */
async function look() {
  const names = await kept();
  const whole = await Promise.all(names.map(isWhole));
  show(whole.includes(true) ? "on" : names.length ? "gone" : "off");
  return names.length > 0 && !whole[names.indexOf(CACHE)];
}

/** Renew what is kept, if nobody pays for that. */
async function begin() {
  box.disabled = true;
  const isDue = await look();
  box.disabled = false;
  if (!navigator.onLine || isMetered()) return;
  if (isDue) await attempt(fill);
  else if ((await kept()).length) renewed = keepPages(await caches.open(CACHE)).catch(() => undefined);
}

/** Whether the installed app offers it now: after the first game, once. */
function isOffered() {
  if (localStorage.keepOffered || !matchMedia("(display-mode: standalone)").matches) return false;
  localStorage.keepOffered = "yes";
  return true;
}

if (window.isSecureContext && "DecompressionStream" in window && (!("offer" in part.dataset) || isOffered())) {
  part.hidden = false;
  box.addEventListener("change", () => attempt(box.checked ? fill : remove));
  begin().catch(() => show("failed"));
}
