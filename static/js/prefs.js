// What a visitor chose for this browser: kept in localStorage, shown as attributes of <html> before the page is drawn.

const KEY = "clash-prefs";
const DEFAULTS = { motion: "on", theme: "auto", log: "open", preview: "on" };

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

let chosen = read();

/** The present choice for `name`. */
function get(name) {
  return chosen[name];
}

/** Keep a choice and show it. */
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
  for (const input of document.querySelectorAll("[data-pref]")) {
    if (input.type === "checkbox") input.checked = get(input.dataset.pref) === (input.dataset.on ?? "on");
    else if (input.type === "radio") input.checked = get(input.dataset.pref) === input.value;
  }
}

function onChange(event) {
  const input = event.target.closest("[data-pref]");
  if (!input) return;
  const { pref, on = "on", off = "off" } = input.dataset;
  set(pref, input.type === "checkbox" ? (input.checked ? on : off) : input.value);
}

window.prefs = { get, set };
apply();
document.addEventListener("change", onChange);
document.addEventListener("DOMContentLoaded", apply);
