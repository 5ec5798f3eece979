// What a visitor chose for this browser: kept in localStorage, shown as attributes of <html> before the page is drawn.

const KEY = "clash-prefs";
/** @type {Record<string, string>} */
const DEFAULTS = { motion: "on", theme: "auto", log: "open", preview: "on" };

/** @returns {Record<string, string>} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

let chosen = read();

/** The present choice for `name`. @param {string} name */
function get(name) {
  return chosen[name];
}

/**
 * Keep a choice and show it.
 *
 * @param {string} name
 * @param {string} value
 */
function set(name, value) {
  chosen = { ...chosen, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // private windows may refuse to store; the choice then lasts for this page
  }
  apply();
}

function apply() {
  const root = document.documentElement;
  root.dataset.motion = get("motion");
  root.dataset.log = get("log");
  root.dataset.preview = get("preview");
  if (get("theme") === "auto") delete root.dataset.theme;
  else root.dataset.theme = get("theme");
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-pref]"))) {
    const value = get(input.dataset.pref ?? "");
    if (input.type === "checkbox") input.checked = value === (input.dataset.on ?? "on");
    else if (input.type === "radio") input.checked = value === input.value;
  }
}

/** @param {Event} event */
function onChange(event) {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.dataset.pref) return;
  const { pref, on = "on", off = "off" } = input.dataset;
  set(pref, input.type === "checkbox" ? (input.checked ? on : off) : input.value);
}

window.prefs = { get, set };
apply();
document.addEventListener("change", onChange);
document.addEventListener("DOMContentLoaded", apply);
