// What a visitor has chosen: which of what is stored counts, and what is sent until it has arrived.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SCRIPT = readFileSync(join(import.meta.dirname, "../../static/js/prefs.js"), "utf-8");

/**
 * Run the script as a page does that says `stored`, in a browser that keeps `kept` and whose server answers `isTaken`.
 *
 * @param {string | undefined} stored
 * @param {Record<string, object>} [kept]
 * @param {boolean | null} [isTaken] null: it does not answer
 */
function opened(stored, kept = {}, isTaken = true) {
  const storage = new Map(Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)]));
  /** @type {string[]} */
  const sent = [];
  const prefDefaults = "speed-1.motion-auto.theme-auto.preview-on.sound-on.volume-70"; // as each page says them
  const html = {
    dataset: /** @type {Record<string, string>} */ (
      stored === undefined ? { prefDefaults } : { prefDefaults, prefs: stored }
    ),
  };
  const document = Object.assign(new EventTarget(), { cookie: "", documentElement: html, querySelectorAll: () => [] });
  const window = Object.assign(new EventTarget(), {
    prefs: /** @type {Window["prefs"]} */ (/** @type {unknown} */ (null)),
  });
  const calm = Object.assign(new EventTarget(), { matches: false }); // whether the system wants less motion
  runInNewContext(SCRIPT, {
    window,
    document,
    CustomEvent,
    URLSearchParams,
    HTMLScriptElement: class {},
    matchMedia: () => calm,
    localStorage: {
      getItem: (/** @type {string} */ key) => storage.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => storage.set(key, value),
    },
    fetch: async (/** @type {string} */ _address, /** @type {{body: URLSearchParams}} */ { body }) => {
      sent.push(String(body));
      if (isTaken === null) throw new TypeError();
      return { ok: isTaken };
    },
  });
  const unsent = () => JSON.parse(storage.get("clash-prefs-unsent") ?? "null");
  const copy = () => JSON.parse(storage.get("clash-prefs") ?? "null");
  return { window, html: html.dataset, calm, sent, unsent, copy };
}

const turns = () => new Promise((resolve) => setTimeout(resolve));
const STORED = { "clash-prefs": { theme: "dark", speed: "4", nonsense: "1" } };

test("a page for everybody takes the browser's copy, a guest's page what is stored with the guest", () => {
  assert.equal(opened(undefined, STORED).html.theme, "dark");
  assert.equal(opened("", STORED).html.theme, undefined);
  const guest = opened("theme-light.speed-off", STORED);
  assert.deepEqual([guest.html.theme, guest.html.motion], ["light", "off"]);
  assert.deepEqual([guest.copy().theme, guest.copy().volume], ["light", "70"]); // for the next page for everybody
  assert.deepEqual(guest.sent, []);
});

test("what somebody chose before being a guest is stored with the guest", async () => {
  const page = opened("-", STORED);
  assert.deepEqual(page.sent, ["theme=dark&speed=4"]);
  await turns();
  assert.deepEqual(page.unsent(), {});
});

test("a choice shows at once, and is sent again by the next page until it has arrived", async () => {
  for (const isTaken of [false, null]) {
    const page = opened("", {}, isTaken);
    page.window.prefs.set("theme", "dark");
    assert.equal(page.html.theme, "dark");
    await turns();
    assert.deepEqual(page.unsent(), { theme: "dark" });
    assert.deepEqual(opened("theme-light", { "clash-prefs-unsent": page.unsent() }).sent, ["theme=dark"]);
  }
  const page = opened("", { "clash-prefs-unsent": { speed: "2" } });
  assert.equal(page.window.prefs.get("speed"), "2");
  await turns();
  assert.deepEqual(page.unsent(), {});
});

test("what was changed while it was sent is not taken for stored", async () => {
  const page = opened("");
  page.window.prefs.set("speed", "2");
  page.window.prefs.set("speed", "4");
  page.window.prefs.set("sound", "off");
  assert.deepEqual(page.sent, ["speed=2", "speed=4", "speed=4&sound=off"]);
  await turns();
  assert.deepEqual(page.unsent(), {});
  assert.deepEqual([page.html.sound, page.window.prefs.get("speed")], ["off", "4"]);
});

test("motion is less where that is wanted, off at no speed", () => {
  const page = opened("");
  assert.deepEqual([page.html.motion, page.window.prefs.still()], ["on", false]);
  page.window.prefs.set("speed", "off");
  assert.deepEqual([page.html.motion, page.window.prefs.still()], ["off", false]);
  page.window.prefs.set("motion", "less");
  assert.deepEqual([page.html.motion, page.window.prefs.still()], ["less", true]);
  page.window.prefs.set("motion", "auto");
  page.calm.matches = true;
  page.calm.dispatchEvent(new Event("change"));
  assert.deepEqual([page.html.motion, page.window.prefs.still()], ["less", true]);
});
