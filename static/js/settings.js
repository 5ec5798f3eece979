// The page of settings: notifications of this browser, and installing. What cannot be done here says why.

import { all, byId } from "./dom.js";
import { unanswered } from "./fragments.js";

const HEADERS = { "Content-Type": "application/json" };
const error = byId("calls-error", HTMLElement);

/** Show the one of several lines that is true. @param {"calls" | "install"} what @param {string} state */
function show(what, state) {
  for (const line of all(`[data-${what}]`)) line.hidden = line.dataset[what] !== state;
}

/** Ask the server; its refusal is shown, and thrown. @param {string} path @param {object} body */
async function post(path, body) {
  const answer = await fetch(`/api/push${path}`, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });
  if (answer.ok) return;
  const { error: sentence } = await answer.json();
  throw new Error(sentence);
}

/** Do something about notifications, show what went wrong, and how it stands then. @param {() => Promise<void>} work */
async function attempt(work) {
  error.hidden = true;
  try {
    await work();
  } catch (problem) {
    const isUnanswered = problem instanceof TypeError; // of fetch
    error.textContent = isUnanswered || !(problem instanceof Error) ? unanswered() : problem.message;
    error.hidden = false;
  }
  await look().catch(() => undefined); // without an answer, or on a page that is left, it stays as it was
}

/** How it stands with notifications here. @returns {Promise<string>} */
async function state() {
  if (!window.isSecureContext) return "insecure";
  if (!navigator.serviceWorker || !("PushManager" in window)) return "unable";
  if (!document.querySelector("#calls form")) return "nobody";
  if (!(await key())) return "closed";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration().catch(() => null); // all storage may be refused
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

async function look() {
  show("calls", await state());
}

/** The site's key; null where it calls nobody. @returns {Promise<string | null>} */
async function key() {
  const answer = await fetch("/api/push");
  return answer.ok ? (await answer.json()).key : null;
}

async function subscribe() {
  const registration = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: await key() };
  const { endpoint, keys } = (await registration.pushManager.subscribe(wanted)).toJSON();
  await post("/subscribe", { endpoint, keys });
}

/** This browser's subscription. @returns {Promise<PushSubscription | null>} */
async function current() {
  const registration = await navigator.serviceWorker.ready;
  return registration.pushManager.getSubscription();
}

async function tryOut() {
  const subscription = await current();
  if (subscription) await post("/try", { endpoint: subscription.endpoint });
}

async function unsubscribe() {
  const subscription = await current();
  if (!subscription) return;
  await post("/unsubscribe", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

function offerInstalling() {
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  show("install", !window.isSecureContext ? "insecure" : isInstalled ? "done" : window.installing ? "offered" : "menu");
}

const zone = document.getElementById("zone");
if (zone instanceof HTMLInputElement) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
byId("calls-on", HTMLElement).addEventListener("click", () => attempt(subscribe));
byId("calls-off", HTMLElement).addEventListener("click", () => attempt(unsubscribe));
byId("calls-try", HTMLElement).addEventListener("click", () => attempt(tryOut));
byId("install", HTMLElement).addEventListener("click", () => window.installing?.prompt());
document.addEventListener("installable", offerInstalling);
offerInstalling();
attempt(async () => {});
