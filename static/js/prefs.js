// What a visitor chose for this browser: kept in localStorage, shown as attributes of <html> before the page is drawn.

const KEY = "clash-prefs";
/** @type {Record<string, string>} */
const DEFAULTS = {
  speed: "1", // of what is shown: 1, 2, 4 or off
  theme: "auto",
  log: "open",
  preview: "on",
  sound: "on",
  volume: "70", // percent
  vibration: "on",
};

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
  document.dispatchEvent(new CustomEvent("prefs-changed", { detail: { name } }));
}

function apply() {
  const root = document.documentElement;
  root.dataset.motion = get("speed") === "off" ? "off" : "on";
  root.dataset.log = get("log");
  root.dataset.preview = get("preview");
  root.dataset.sound = get("sound");
  if (get("theme") === "auto") delete root.dataset.theme;
  else root.dataset.theme = get("theme");
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-pref]"))) {
    const value = get(input.dataset.pref ?? "");
    if (input.type === "checkbox") input.checked = value === (input.dataset.on ?? "on");
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
  const { pref, on = "on", off = "off" } = input.dataset;
  set(pref, input.type === "checkbox" ? (input.checked ? on : off) : input.value);
}

/** A button switches what a box ticks. @param {MouseEvent} event */
function onClick(event) {
  const button = event.target instanceof Element ? event.target.closest("button[data-pref]") : null;
  if (!(button instanceof HTMLElement) || !button.dataset.pref) return;
  set(button.dataset.pref, get(button.dataset.pref) === "on" ? "off" : "on");
}

window.prefs = { get, set };
apply();
document.addEventListener("change", onChange);
document.addEventListener("click", onClick);
document.addEventListener("DOMContentLoaded", apply);
