// What was played without a connection: where it leads to, and that it is its player's alone.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { byId, root, shows } from "./document.js";
import { browser } from "./storage.js";

const left = { closed: 0, badge: 1, isSubscribed: true };
const registration = {
  pushManager: { getSubscription: async () => ({ unsubscribe: async () => (left.isSubscribed = false) }) },
  getNotifications: async () => [{ close: () => (left.closed += 1) }],
};
Object.defineProperty(globalThis, "navigator", {
  value: {
    serviceWorker: { getRegistration: async () => registration },
    setAppBadge: async (/** @type {number} */ number) => (left.badge = number),
  },
});
const store = await import("../../static/js/offline/store.js");
let pages = 0;

/** Run a script as on a fresh page of this player; wait until it has done everything, all in memory. @param {string} script @param {string} who @param {string} [was] */
async function opened(script, who, was = "") {
  Object.assign(globalThis, { prefs: { who: () => who, was: () => was } });
  pages += 1;
  await import(`../../static/js/offline/${script}.js?${pages}`);
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
}

/** @param {string} id @param {string} status @param {object} [more] */
const match = (id, status, more) =>
  store.put(
    /** @type {any} */ ({ id, status, at: 0, player: "ann", match: { id, record: { names: { B: id } }, ...more } }),
  );

beforeEach(() => {
  browser.matches.clear();
  localStorage.setItem("clash-who", "ann");
  localStorage.setItem("clash-own-ann", "her decks");
});

test("what is kept is there when it is said, only for its player, and no connection to it stays open", async () => {
  await match("m1", "over");
  await match("~1", "road");
  assert.deepEqual([...browser.matches.keys()], ["m1", "~1"]);
  assert.deepEqual(
    (await store.all("ann")).map(({ id }) => id),
    ["m1"],
  );
  assert.deepEqual(await store.all("bob"), []);
  await store.remove("m1");
  assert.deepEqual(await store.all("ann"), []);
  assert.equal(browser.connections, 0);
});

test("the next player at a browser gets nothing of the one before: no decks, no matches, no notifications", async () => {
  await match("m1", "playing");
  await opened("handover", "bob");
  assert.deepEqual(left, { closed: 1, badge: 0, isSubscribed: false });
  assert.equal(localStorage.getItem("clash-own-ann"), null);
  assert.equal(localStorage.getItem("clash-who"), "bob");
  assert.equal(browser.matches.get("m1").player, "ann");
});

test("a player who has become another keeps what was theirs", async () => {
  await match("m1", "playing");
  await opened("handover", "anna", "ann");
  assert.equal(browser.matches.get("m1").player, "anna");
  assert.equal(localStorage.getItem("clash-own-ann"), "her decks");
});

test("a match goes on where it is, one that is over is read, a road goes on; only a whole game is offered", async () => {
  shows(`<p id="offline-gone"></p><section id="offline-play"></section><section id="offline-notice"></section>
    <div id="offline-begun-part"><ul id="offline-begun"></ul></div><div id="offline-over-part"><ul id="offline-over"></ul></div>
    <template id="offline-line"><a><bdi></bdi><time></time></a></template>
    <div id="offline-legacy"><a data-road="1" data-going="Continue" href="new"><bdi></bdi><b class="soft"></b></a></div>
    <ul id="offline-roads"></ul>`);
  byId("offline-play").hidden = true;
  await match("m1", "playing");
  await match("m2", "over");
  await match("~1", "road", { starter: 1 });
  const cache = await caches.open("game-/old/");
  await opened("home", "ann");
  assert.deepEqual([byId("offline-gone").hidden, byId("offline-play").hidden], [false, true]);
  for (const page of ["match", "practice", "create", "replay"]) await cache.put(`/offline/${page}`, new Response());
  await cache.put("/old/vendor/offline/manifest.json", new Response('{"files":[]}'));
  await opened("home", "ann");
  assert.deepEqual([byId("offline-gone").hidden, byId("offline-play").hidden], [true, false]);
  const links = (/** @type {string} */ list) =>
    byId(list)
      .querySelectorAll("a")
      .map(({ href }) => href);
  assert.deepEqual(links("offline-begun"), ["/offline/match?id=m1"]);
  assert.deepEqual(links("offline-over"), ["/offline/replay/m2"]);
  assert.equal(root.querySelector("[data-road]")?.href, "/offline/road?id=~1");
});

test("each match is added to the player's replays once; a minute's limit is waited for, a day's is not", async () => {
  shows(`<section id="offline-played"><p id="words" data-one="One match" data-many="# matches"></p>
    <p id="error" class="error-line"></p><button id="send"></button></section>`);
  byId("error").hidden = true;
  await match("m1", "over");
  await match("m2", "over");
  await match("m3", "playing");
  /** @type {string[]} */
  const went = [];
  /** @type {string[]} */
  const posted = [];
  /** @type {object[]} */
  let answers = [];
  const answer = (/** @type {number} */ status, /** @type {object} */ headers = {}, page = "replays/x") => ({
    ok: status === 200,
    status,
    url: `https://clash.example/${page}`,
    headers: new Headers({ ...headers }),
  });
  Object.assign(globalThis, {
    location: { assign: (/** @type {string} */ to) => went.push(to) },
    fetch: async (/** @type {string} */ _, /** @type {{ body: FormData }} */ { body }) => {
      posted.push(`${body.get("offline")} ${body.get("text")}`);
      return answers.shift();
    },
  });
  mock.timers.enable({ apis: ["setTimeout"] });
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  };
  const press = async () => {
    byId("send").dispatchEvent(new Event("click"));
    await settle();
    return [byId("words").textContent, byId("error").hidden, went.length];
  };
  await opened("send", "ann");
  assert.deepEqual([byId("words").textContent, byId("offline-played").hidden], ["2 matches", false]);
  answers = [answer(429, { "retry-after": "90" }), answer(200), answer(429, { "retry-after": "91" })];
  assert.deepEqual(await press(), ["2 matches", true, 0]);
  mock.timers.tick(89_999);
  await settle();
  assert.equal(posted.length, 1);
  mock.timers.tick(1);
  await settle();
  assert.deepEqual([byId("words").textContent, byId("error").hidden, went], ["One match", false, []]);
  answers = [answer(200, {}, "sign-in")];
  assert.deepEqual(await press(), ["One match", false, 0]);
  answers = [answer(200)];
  await press();
  assert.deepEqual([byId("offline-played").hidden, went], [true, ["/replays"]]);
  const text = (/** @type {string} */ id) => `${id} {"names":{"B":"${id}"}}`;
  assert.deepEqual(posted, ["m1", "m1", "m2", "m2", "m2"].map(text));
  assert.ok(["m1", "m2"].every((id) => browser.matches.get(id).sent) && !browser.matches.get("m3").sent);
  mock.timers.reset();
});
