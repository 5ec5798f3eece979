// The service worker, served at /worker.js: without a connection the rulebook and the gallery stay readable, and matches call
// their players while no page is open. Pages of matches are never kept, and their files go past it.
//
// What stands before this when it is served: VERSION (of all files), ICON and BADGE (addresses of pictures).

/** @typedef {import("../../../tools/types/worker").WorkerScope} WorkerScope */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));
const CACHE = `offline-${VERSION}`;
const OFFLINE = "/offline";
const TABLE = /^\/offline\/./; // pages kept with their files by js/offline/keep.js
const PRACTICE = "/offline/practice";
const EXERCISE = /^\/((?:learn|puzzles)\/(?!marks$).+)/;
const FIRST_PAGES = [OFFLINE, "/rules", "/cards"];
const READABLE = /^\/(offline|rules|cards|abilities)(\/|$)/;
const FILE = /(?:href|src)="(\/static\/[^"#]+)/g;
const IN_STYLE = /url\("?(?!data:)([^")]+)"?\)/g;
const IN_SCRIPT = /(?:from|import) "(\.[^"]+)"/g;
const PARALLEL = 6;
const ANYHOW = { ignoreVary: true };
const FILE_ANYHOW = { ...ANYHOW, ignoreSearch: true }; // a script is asked for again by another address (js/fragments.js)
let isAway = false; // the last page came from here, at whatever address

/** What else a file needs. @param {string} address @param {string} text */
function needed(address, text) {
  const pattern = address.endsWith(".css") ? IN_STYLE : address.endsWith(".js") ? IN_SCRIPT : FILE;
  return [...text.matchAll(pattern)].map((found) => new URL(found[1], new URL(address, worker.location.href)).pathname);
}

/** Keep one page or file; returns what it needs. @param {Cache} cache @param {string} address @returns {Promise<string[]>} */
async function keep(cache, address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) return [];
  const isText = /\.(css|js)$/.test(address) || !address.startsWith("/static/");
  const text = isText ? await answer.clone().text() : "";
  await cache.put(address, answer);
  return needed(address, text);
}

/** Keep what can be read offline, with everything that it shows. */
async function fill() {
  const cache = await caches.open(CACHE);
  const waiting = [...FIRST_PAGES];
  const known = new Set(waiting);
  const work = async () => {
    for (let address = waiting.shift(); address; address = waiting.shift()) {
      for (const more of await keep(cache, address)) {
        if (!known.has(more)) waiting.push(more);
        known.add(more);
      }
    }
  };
  await work(); // the first page informs the others
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

async function tidy() {
  for (const name of await caches.keys()) if (name.startsWith("offline-") && name !== CACHE) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** A page: from the site if it answers, else as it was kept, else the page that says so. @param {FetchMoment} event */
async function page(event) {
  const { pathname } = new URL(event.request.url);
  const table = TABLE.test(pathname) && (await caches.match(pathname.split("/", 3).join("/"), ANYHOW)); // of one version with all that it needs
  if (table) return table;
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (answer.type === "error") throw new TypeError(); // Firefox answers so where others reject
    isAway = false;
    if (answer.ok && READABLE.test(pathname)) {
      const copy = answer.clone();
      event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)));
    }
    return answer;
  } catch {
    isAway = true;
    const exercise = EXERCISE.exec(pathname)?.[1];
    if (exercise && (await caches.match(PRACTICE))) return Response.redirect(`${PRACTICE}?id=${exercise}`);
    const cache = await caches.open(CACHE);
    return (await cache.match(event.request, ANYHOW)) ?? (await cache.match(OFFLINE, ANYHOW)) ?? Response.error();
  }
}

/** A file of a page that can be read offline. @param {Request} request */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await caches.match(request, FILE_ANYHOW);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && request.url.includes(`/${VERSION}/`)) await cache.put(request, answer.clone());
  return answer;
}

/** Whether a file is asked for by a page that can be read offline, or by its styles and scripts. @param {Request} request */
function isKept({ url, referrer }) {
  if (VERSION === "dev" || !new URL(url).pathname.startsWith("/static/")) return false;
  if (isAway || !referrer) return isAway;
  const { pathname } = new URL(referrer);
  return READABLE.test(pathname) || pathname.startsWith("/static/");
}

/** @param {FetchMoment} event */
function onFetch(event) {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (isKept(request)) event.respondWith(file(request));
}

/** @param {PushMoment} event */
async function call(event) {
  if (!event.data) return;
  const { title, body, url, tag, kind, waiting } = event.data.json();
  const options = { body, tag, icon: ICON, badge: BADGE, data: { url, kind }, renotify: true };
  await worker.registration.showNotification(title, options);
  await closePlayed();
  await worker.navigator.setAppBadge?.(waiting);
  for (const client of await worker.clients.matchAll({ type: "window" })) client.postMessage({ waiting });
}

/** Close the notifications of turns that have been played meanwhile, here or elsewhere. */
async function closePlayed() {
  const shown = (await worker.registration.getNotifications()).filter(({ data }) => data?.kind === "turn");
  const answer = shown.length ? await fetch("/api/matches/mine", { credentials: "same-origin" }) : null;
  if (!answer?.ok) return;
  /** @type {{ matches: { id: string, awaited: boolean }[] }} */
  const { matches } = await answer.json();
  const waits = new Set(matches.filter(({ awaited }) => awaited).map(({ id }) => id));
  for (const notification of shown) if (!waits.has(notification.tag)) notification.close();
}

/** Lead to what a notification is about: to the page that shows it, if there is one. @param {ClickMoment} event */
async function follow(event) {
  const url = new URL(event.notification.data.url, worker.location.href);
  const open = await worker.clients.matchAll({ type: "window" });
  const there = open.find((client) => new URL(client.url).pathname === url.pathname);
  await (there ? there.focus() : worker.clients.openWindow(url.href));
}

/** The browser has another address for notifications now. @param {RenewMoment} event */
async function renew(event) {
  const options = event.oldSubscription?.options;
  const fresh = event.newSubscription ?? (options && (await worker.registration.pushManager.subscribe(options)));
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  const body = JSON.stringify({ endpoint, keys });
  await fetch("/api/push/subscribe", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(fill());
});
worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
worker.addEventListener("fetch", onFetch);
worker.addEventListener("push", (event) => event.waitUntil(call(event)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(follow(event));
});
worker.addEventListener("message", (event) => event.waitUntil(closePlayed())); // the player has seen or played something
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
