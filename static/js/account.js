// Passkeys: the browser's own dialog between two calls of the API; and the printing of a recovery code.

import { unanswered } from "./fragments.js";
import { unsent } from "./offline/store.js";

const LEAVING = 'form[action="/account/sign-out"], form[action="/account/delete"]';
const REFUSED = "NotAllowedError"; // closed by the visitor, or no passkey there

/**
 * @param {string} path
 * @param {unknown} [body]
 */
async function call(path, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch(path, {
    method: "POST",
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

async function make() {
  const options = await call("/api/players/me/passkeys/options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey });
  if (!(made instanceof PublicKeyCredential)) return;
  await call("/api/players/me/passkeys", { passkey: made.toJSON() });
  location.assign("/account");
}

async function use() {
  const options = await call("/api/proofs/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const used = await navigator.credentials.get({ publicKey });
  if (!(used instanceof PublicKeyCredential)) return;
  const proved = await call("/api/proofs", { passkey: used.toJSON() });
  submit(proved.choose ? "passkey-choice" : "passkey-enter", { ticket: proved.ticket, name: proved.name });
}

/**
 * @param {string} id
 * @param {Record<string, string>} values
 */
function submit(id, values) {
  const form = document.getElementById(id);
  if (!(form instanceof HTMLFormElement)) return;
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
  form.submit();
}

/** @param {string} text */
function complain(text) {
  const line = document.getElementById("passkey-error");
  if (!line) return;
  line.textContent = text;
  line.hidden = !text;
}

/** @param {HTMLButtonElement} button */
async function run(button) {
  button.disabled = true;
  complain("");
  try {
    await (button.dataset.passkey === "make" ? make() : use());
  } catch (error) {
    if (!(error instanceof Error) || error.name !== REFUSED)
      complain(error instanceof Error && !(error instanceof TypeError) ? error.message : unanswered());
  }
  button.disabled = false;
}

const can = typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-passkeys]"))) {
  part.hidden = (part.dataset.passkeys === "can") !== can;
}
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-passkey]"))) {
  button.addEventListener("click", () => run(button));
}
const print = /** @type {HTMLElement | null} */ (document.querySelector("[data-print]"));
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}

/**
 * A player who leaves takes along what this browser keeps, so they are asked once more where something was not added to their replays.
 *
 * @param {SubmitEvent} event
 */
async function onLeave(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches(LEAVING) || "asked" in form.dataset) return;
  event.preventDefault();
  form.dataset.asked = "";
  const count = await unsent().catch(() => 0); // all storage may be refused
  if (!count) {
    form.requestSubmit();
    return;
  }
  const note = document.getElementById("unsent");
  if (!note) return;
  const { one = "", many = "" } = note.dataset;
  /** @type {HTMLElement} */ (note.firstElementChild).textContent =
    count === 1 ? one : many.replace("#", String(count));
  form.prepend(note);
  note.hidden = false;
}

document.addEventListener("submit", onLeave);
