// What a visitor has chosen, shown as attributes of <html> before the page is drawn. It is kept with the guest, and the page
// says what is stored (data-prefs, by app/people/players/preference_service.py). A copy in localStorage serves pages that are the
// same for everybody, and visitors who are no guests yet.

/** Whose browser this is, by what the site calls its players there, and whose it was before two became one; "" for nobody. */
const [who, was] = known();
const NOBODYS = "clash-prefs";
const KEY = who ? `${NOBODYS}-${who}` : NOBODYS;
const UNSENT = `${KEY}-unsent`; // what was chosen here and perhaps is not stored yet
const NOTHING_STORED = "-";
const POPOVERS = "../vendor/popover.js";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** What the cookie for scripts says (app/people/players/identity): its name ends in the site's mark, and perhaps its port. */
function known() {
  const { site } = document.documentElement.dataset;
  const found = [...document.cookie.matchAll(/(?:^|; )known-(\w+)(?:-(\d+))?=([\w.]*)/g)].filter(
    ([, mark]) => mark === site,
  );
  const here = found.find(([, , port = ""]) => port === location.port) ?? found[0];
  const [now = "", before = ""] = here?.[3].split(".") ?? [];
  return [now, before];
}

/** @param {string} key @returns {Record<string, string>} */
function read(key) {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(key) ?? "{}"));
    return Object.fromEntries(kept.filter(([name]) => name in DEFAULTS));
  } catch {
    return {};
  }
}

/** @param {string} key @param {Record<string, string>} values */
function keep(key, values) {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // private windows may refuse to store; the choice then lasts for this page
  }
}

/** @param {string} key */
function drop(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // it was not stored either
  }
}

/** What the page says is stored, as `speed-2.theme-dark`. @param {string} stored */
function parse(stored) {
  const pairs = stored.split(".").map((pair) => pair.split("-"));
  return Object.fromEntries(pairs.filter(([name]) => name));
}

/** What holds where nothing was chosen (app/people/players/preferences.py). @type {Record<string, string>} */
const DEFAULTS = parse(document.documentElement.dataset.prefDefaults ?? "");
const stored = document.documentElement.dataset.prefs;
const state = begin(stored);

/** The choices of this page, and those that are not stored yet. @param {string | undefined} stored */
function begin(stored) {
  const unsent = stored === NOTHING_STORED ? { ...read(NOBODYS), ...read(KEY), ...read(UNSENT) } : read(UNSENT);
  const known = stored === undefined || stored === NOTHING_STORED ? read(KEY) : parse(stored);
  return { unsent, chosen: /** @type {Record<string, string>} */ ({ ...DEFAULTS, ...known, ...unsent }) };
}

/** The present choice for `name`. @param {string} name */
function get(name) {
  return state.chosen[name];
}

/** Whether as little as possible shall move. */
function still() {
  return calm.matches || get("motion") === "less";
}

/**
 * Keep a choice and show it.
 *
 * @param {string} name
 * @param {string} value
 */
function set(name, value) {
  state.chosen = { ...state.chosen, [name]: value };
  state.unsent = { ...state.unsent, [name]: value };
  keep(KEY, state.chosen);
  show(name);
  send();
}

/** Have the choices stored with the guest; what does not arrive is sent again by the next page. */
async function send() {
  const sent = state.unsent;
  keep(UNSENT, sent);
  try {
    const answer = await fetch("/settings", { method: "POST", body: new URLSearchParams(sent), keepalive: true });
    if (!answer.ok) return;
  } catch {
    return;
  }
  state.unsent = Object.fromEntries(Object.entries(state.unsent).filter(([name, value]) => sent[name] !== value));
  keep(UNSENT, state.unsent);
}

/** @param {string} name */
function show(name) {
  apply();
  document.dispatchEvent(new CustomEvent("prefs-changed", { detail: { name } }));
}

function apply() {
  const root = document.documentElement;
  root.dataset.motion = still() ? "less" : get("speed") === "off" ? "off" : "on";
  root.dataset.preview = get("preview");
  root.dataset.sound = get("sound");
  if (get("theme") === "auto") delete root.dataset.theme;
  else root.dataset.theme = get("theme");
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-pref]"))) {
    const value = get(input.dataset.pref ?? "");
    if (input.type === "checkbox") input.checked = value === "on";
    else if (input.type === "radio") input.checked = value === input.value;
    else input.value = value;
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-pref]"))) {
    button.setAttribute("aria-pressed", String(get(button.dataset.pref ?? "") === "on"));
  }
}

/** @param {Event} event */
function onChange(event) {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.dataset.pref) return;
  set(input.dataset.pref, input.type === "checkbox" ? (input.checked ? "on" : "off") : input.value);
}

/** A button switches what a box ticks. @param {MouseEvent} event */
function onClick(event) {
  const button = event.target instanceof Element ? event.target.closest("button[data-pref]") : null;
  if (!(button instanceof HTMLElement) || !button.dataset.pref) return;
  set(button.dataset.pref, get(button.dataset.pref) === "on" ? "off" : "on");
}

/** Another page of this browser has changed something. @param {StorageEvent} event */
function onElsewhere(event) {
  if (event.key !== KEY) return;
  const before = state.chosen;
  state.chosen = { ...DEFAULTS, ...read(KEY) };
  for (const name of Object.keys(DEFAULTS)) if (before[name] !== state.chosen[name]) show(name);
}

calm.addEventListener("change", apply);
window.prefs = { get, set, still, who: () => who, was: () => was };
apply();
if (stored !== undefined) keep(KEY, state.chosen);
if (who && stored !== undefined) drop(NOBODYS); // it has become theirs
if (Object.keys(state.unsent).length) send();
/** If it does not come, the next press asks again, by another address: Firefox keeps a failure. @param {number} [failures] */
function makeUpPopovers(failures = 0) {
  import(`${POPOVERS}${failures ? `?again=${failures}` : ""}`).catch(() =>
    addEventListener("click", () => makeUpPopovers(failures + 1), { once: true, capture: true }),
  );
}

/** Give an older browser what it lacks (tools/browsers/features.csv); the others load nothing. @param {string} here this file's address */
function makeUp(here) {
  if (!("popover" in HTMLElement.prototype)) makeUpPopovers();
  if (CSS.supports("color", "light-dark(#000, #fff)")) return;
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("../vendor/plain_colours.css", here).href;
  document.head.append(sheet);
}

if (document.currentScript instanceof HTMLScriptElement) makeUp(document.currentScript.src);
document.addEventListener("change", onChange);
document.addEventListener("click", onClick);
document.addEventListener("DOMContentLoaded", apply);
window.addEventListener("storage", onElsewhere);
