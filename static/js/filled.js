// A zone that is drawn again keeps what its reader has chosen and typed, and never puts another choice in its place: one that
// is gone leaves an empty field, which must be filled before the form can be sent. For every zone of every live page.

import { say } from "./fragments.js";

const CONTROLS = "select, textarea, input:not([type=hidden], [type=submit], [type=button], [type=file])";
const BY_HAND = ["click", "submit", "input", "change"]; // the answer to this is what the reader has asked for
/** @typedef {HTMLSelectElement | HTMLTextAreaElement | HTMLInputElement} Control */
/** What a field was: which, in a form about what, and its value. @typedef {{ value: string, about: string }} Filled */

/** The fields that their reader has filled, by `keyOf`. @type {Set<string>} */
const touched = new Set();
/** Radios that were left without a choice. @type {Set<string>} */
const emptied = new Set();
/** @type {Map<string, Filled>} */
let before = new Map();

/** The same field, before and after. @param {Control} control */
function keyOf(control) {
  const { form, id, name, type, value } = control;
  if (type === "radio") return `${form?.id}/${name}`;
  return id || `${form?.id || form?.getAttribute("action")}/${name}/${type === "checkbox" ? value : ""}`;
}

/** What a form acts on: two that differ in this are two forms. @param {Control} control */
function aboutOf({ form }) {
  const hidden = [...(form?.querySelectorAll("input[type=hidden]") ?? [])];
  return hidden.map((one) => `${one.getAttribute("name")}=${/** @type {HTMLInputElement} */ (one).value}`).join();
}

/** @param {Control} control */
const isRadio = ({ type }) => type === "radio";

/** @param {Control} control */
const isChoice = (control) => control instanceof HTMLSelectElement || isRadio(control);

/** All fields of the page. @returns {Control[]} */
const controls = () => [.../** @type {NodeListOf<Control>} */ (document.querySelectorAll(CONTROLS))];

/** @param {Control} control */
function filledIn(control) {
  if (!(control instanceof HTMLInputElement)) return control.value;
  if (isRadio(control)) return control.checked ? control.value : "";
  return control.type === "checkbox" ? String(control.checked) : control.value;
}

/** @param {FragmentEvent} event */
function remember({ detail: { ctx } }) {
  if (ctx?.request && (!ctx.sourceEvent || BY_HAND.includes(ctx.sourceEvent.type))) return;
  /** @type {Map<string, Filled>} */
  const filled = new Map();
  for (const control of controls()) {
    const key = keyOf(control);
    const isShown = isChoice(control) && !control.closest("details:not([open])");
    if (!isShown && !touched.has(key)) continue;
    if (!isRadio(control) || /** @type {HTMLInputElement} */ (control).checked || !filled.has(key))
      filled.set(key, { value: filledIn(control), about: aboutOf(control) });
  }
  before = new Map([...filled, ...before]); // of two at once the first has seen the fields as their reader left them
}

function restore() {
  if (!before.size) return;
  /** @type {Map<string, Control[]>} */
  const now = new Map();
  for (const control of controls()) {
    const key = keyOf(control);
    if (before.has(key)) now.set(key, [...(now.get(key) ?? []), control]);
  }
  for (const [key, found] of now) put(key, found);
  before = new Map();
}

/** Put one field, or the radios of one name, as they were. @param {string} key @param {Control[]} found */
function put(key, found) {
  const { value, about } = /** @type {Filled} */ (before.get(key));
  const [first] = found;
  if (aboutOf(first) !== about) {
    first.form?.reset();
    touched.delete(key);
  } else if (first instanceof HTMLSelectElement) {
    if (first.value !== value) choose(first, value, touched.has(key));
  } else if (isRadio(first)) check(/** @type {HTMLInputElement[]} */ (found), value, touched.has(key));
  else if (first instanceof HTMLInputElement && first.type === "checkbox") first.checked = value === "true";
  else if (first.value !== value) first.value = value;
}

/** @param {HTMLSelectElement} select @param {string} value @param {boolean} isOwn a choice of the reader, not the page's */
function choose(select, value, isOwn) {
  const option = [...select.options].find((one) => one.value === value && !one.disabled);
  if (option) {
    if (isOwn || !select.querySelector("option[selected]")) option.selected = true;
    return;
  }
  const words = select.dataset.gone ?? gone();
  const empty = new Option(words, "", true, true);
  empty.dataset.empty = "";
  select.prepend(empty);
  select.required = true;
  if (value) say(words);
}

/** @param {HTMLInputElement[]} radios @param {string} value @param {boolean} isOwn */
function check(radios, value, isOwn) {
  const same = radios.find((one) => one.value === value && !one.disabled);
  if (same && (isOwn || !radios.some((one) => one.defaultChecked))) same.checked = true;
  if (same || !(value || emptied.has(keyOf(radios[0])))) return;
  emptied.add(keyOf(radios[0]));
  for (const radio of radios) Object.assign(radio, { checked: false, required: true });
  if (value) say(gone());
}

const gone = () => document.querySelector('meta[name="gone"]')?.getAttribute("content") ?? "";

/** @param {Event} event */
function touch({ target }) {
  if (!(target instanceof Element && target.matches(CONTROLS))) return;
  const key = keyOf(/** @type {Control} */ (target));
  touched.add(key);
  emptied.delete(key);
  if (target instanceof HTMLSelectElement && target.value) target.querySelector("[data-empty]")?.remove();
}

for (const filling of ["input", "change"]) document.addEventListener(filling, touch);
document.addEventListener("htmx:before:swap", remember);
document.addEventListener("htmx:finally:swap", restore);
