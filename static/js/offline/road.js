// The page of a road without a connection: the worker draws it, and answers its forms in the site's place.

import { byId, newId } from "../dom.js";
import { say } from "../fragments.js";
import { ownKey } from "./kept.js";

const BASE = "/offline/road";
const MARK = "~"; // begins the id of a road
const BY_ITSELF = /\/(page|begin)$/; // what no form has asked for
const main = byId("main", HTMLElement);
const wishes = new URLSearchParams(location.search);

/** The name under which this browser's player plays. */
function name() {
  try {
    return JSON.parse(localStorage.getItem(ownKey()) ?? "{}").name ?? "";
  } catch {
    return ""; // all storage may be refused
  }
}

/** Ask for something at this address, and show what comes of it. @param {string} path @param {Record<string, string>} fields */
async function ask(path, fields = {}) {
  const answer = await fetch(`${path}?${new URLSearchParams(fields)}`);
  const { html, match, kept, error } = await answer.json();
  if (error) {
    say(error);
    if (BY_ITSELF.test(path)) return;
    return ask(path.replace(/\w+$/, "page")); // another tab was faster
  }
  if (match) return location.assign(`/offline/match?id=${match}`);
  if (!kept) return location.assign("/offline");
  history.replaceState(null, "", `?id=${kept.id}`);
  main.innerHTML = html;
  const title = /** @type {HTMLElement} */ (main.querySelector("h1"));
  title.tabIndex = -1;
  if (!BY_ITSELF.test(path)) title.focus();
  document.title = document.title.replace(/^[^·]*/, `${title.textContent} `);
}

main.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const fields = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  ask(new URL(form.action).pathname, { ...fields, name: name() }).catch(() => undefined); // said by connection.js
});

const id = wishes.get("id");
ask(`${BASE}/${id ?? MARK + newId()}/${id ? "page" : "begin"}`, id ? {} : { deck: wishes.get("deck") ?? "" });
