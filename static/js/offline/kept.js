// What this browser keeps of the game: a cache for each version of the site, with the pages and files that its manifest lists.

export const FILES = new URL("../..", import.meta.url).pathname;
export const MANIFEST = "vendor/offline/manifest.json";
export const PAGES = ["/offline/match", "/offline/practice", "/offline/create", "/offline/replay", "/offline/road"];
const FIRST_PAGES = PAGES.slice(0, 4); // of a version whose manifest does not name its pages
export const PREFIX = "game-";
export const ZIPPED = ".gz";

/** The name under which this browser keeps its player's decks. */
export const ownKey = () => `clash-own-${window.prefs.who()}`;

/** The names of these caches: of this version of the site, or of an older one. */
export async function kept() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

/** Whether all that a table needs is there: loading may have broken off, or the browser have needed the room. @param {string} name */
export async function isWhole(name) {
  const cache = await caches.open(name);
  const files = name.slice(PREFIX.length);
  const manifest = await cache.match(files + MANIFEST);
  if (!manifest) return false;
  /** @type {{ files: { path: string }[], pages?: string[] }} */
  const { files: listed, pages = FIRST_PAGES } = await manifest.json();
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  return [...pages, ...listed.map(({ path }) => files + path.replace(ZIPPED, ""))].every((path) => there.has(path));
}
