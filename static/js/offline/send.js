// "My matches" offers what this browser has played without a connection: each match is added once, as an uploaded record.

import { byId } from "../dom.js";
import { all, put } from "./store.js";

const TAKEN = "/replays/";
const TOO_FAST = 429;
const PATIENCE = 90; // seconds: a minute's limit is waited for, a day's is not
const part = byId("offline-played", HTMLElement);
const [words, error] = [...part.querySelectorAll(":scope > p:first-child, .error-line")].map(
  (line) => /** @type {HTMLElement} */ (line),
);
const button = /** @type {HTMLButtonElement} */ (part.querySelector("button"));

async function waiting() {
  return (await all(window.prefs.who())).filter(({ status, sent }) => status === "over" && !sent);
}

async function show() {
  const { length } = await waiting();
  const { one = "", many = "" } = words.dataset;
  words.textContent = length === 1 ? one : many.replace("#", String(length));
  part.hidden = length === 0;
}

/** The seconds after which the site takes more. @param {Response} answer */
const secondsToWait = (answer) => Number(answer.headers.get("retry-after") ?? 10);

/** Add one match; an answer that is lost is asked for again, and the match is there once. @param {import("./store.js").StoredMatch} match */
async function send(match) {
  const body = new FormData();
  body.set("text", JSON.stringify(match.match.record));
  body.set("offline", match.id);
  let answer = await fetch("/replays", { method: "POST", body }); // it leads to the replay, where it was taken
  while (answer.status === TOO_FAST && secondsToWait(answer) <= PATIENCE) {
    await new Promise((resolve) => setTimeout(resolve, secondsToWait(answer) * 1000));
    answer = await fetch("/replays", { method: "POST", body });
  }
  if (!answer.ok || !new URL(answer.url).pathname.startsWith(TAKEN)) throw new Error(match.id);
  await put({ ...match, sent: true });
}

async function sendAll() {
  button.disabled = true;
  try {
    for (const match of await waiting()) {
      await send(match);
      await show(); // how many are left
    }
    location.assign("/replays");
  } catch {
    error.hidden = false;
    await show();
  }
  button.disabled = false;
}

button.addEventListener("click", sendAll);
show().catch(() => undefined); // all storage may be refused
