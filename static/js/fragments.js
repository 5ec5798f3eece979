// What a page asks for and does not get. When a request of htmx fails, the page keeps what it shows (`noSwap` in base.html). What
// asks on its own, or follows a field, is asked again until the server answers; a failed press shows a message. A module that
// does not come is asked for at its next use.

const FIRST_MS = 2000;
const MAX_MS = 30000;
const LEAVING_MS = 500; // a page that is left ends its loads first
const JITTER = 0.5; // so that not all pages come back at the same moment after an outage
const TRANSIENT = [408, 425, 429, 500, 502, 503, 504];
const PRESSED = ["click", "submit"];
const BY_HAND = [...PRESSED, "input", "change"];
/** @type {Map<Element, RequestContext>} */
const waiting = new Map();
const retry = { wait: FIRST_MS, timer: 0 };

/** Whether this browser was somebody else's when a page was last shown there. */
function isHandedOver() {
  try {
    return (localStorage.getItem("clash-who") ?? "") !== window.prefs.who();
  } catch {
    return false; // all storage may be refused
  }
}

/** Say a sentence above the page for a while. @param {string} sentence */
export function say(sentence) {
  document.querySelector(".toast-apart")?.remove();
  const old = document.getElementById("toast");
  const fresh = /** @type {HTMLElement} */ (old?.cloneNode() ?? document.createElement("p"));
  fresh.textContent = sentence;
  fresh.setAttribute("role", "alert");
  if (old) old.replaceWith(fresh);
  else document.body.append(fresh);
  if (!old) fresh.className = "error-line toast-apart";
}

/** Stands in for a module that did not come: all that it exports does nothing. It must not look like a promise. @type {object} */
export const ABSENT = new Proxy({}, { get: (_, name) => (name === "then" ? undefined : () => undefined) });

/** What is loading or here, by name. @type {Map<string, Promise<any>>} */
const modules = new Map();
/** How often a module did not come. @type {Map<string, number>} */
const failures = new Map();

/**
 * Return a function that loads a module of static/js at its first call; from then on it is at hand without another turn of the
 * page's event loop. It never rejects: a module that does not come is said once, and the next call asks again.
 *
 * @template {keyof LateModules} Name
 * @param {Name} name its path without ".js"
 * @returns {() => Promise<LateModules[Name]>}
 */
export function lazy(name) {
  return () => {
    const loading = modules.get(name) ?? load(name);
    modules.set(name, loading);
    return loading;
  };
}

/** @param {string} name */
async function load(name) {
  const failed = failures.get(name) ?? 0;
  try {
    // By another address each time: Firefox keeps the failure of the one before for as long as the page is there.
    return await import(`./${name}.js${failed ? `?again=${failed}` : ""}`);
  } catch (error) {
    if (!/module/i.test(String(error))) console.error(error); // it came, and broke
    modules.delete(name);
    failures.set(name, failed + 1);
    if (!failed) setTimeout(sayUnloaded, LEAVING_MS);
    return ABSENT;
  }
}

function sayUnloaded() {
  say(document.querySelector('meta[name="unloaded"]')?.getAttribute("content") ?? "");
}

/** The sentence for a server that does not answer. */
export function unanswered() {
  return document.querySelector('meta[name="unanswered"]')?.getAttribute("content") ?? "";
}

/** Return the sentence of a refusal of ours, or the one for a server that does not answer. @param {RequestContext} ctx */
function sentenceOf({ text }) {
  try {
    return JSON.parse(text ?? "").error;
  } catch {
    return unanswered();
  }
}

/** @param {FragmentEvent} event */
function onFailure({ detail: { ctx } }) {
  if (!ctx || (ctx.response && ctx.response.status < 400)) return;
  const { sourceElement, sourceEvent, response } = ctx;
  const isTransient = !response || TRANSIENT.includes(response.status);
  if (BY_HAND.includes(sourceEvent.type)) say(sentenceOf(ctx));
  if (!isTransient || PRESSED.includes(sourceEvent.type)) return;
  waiting.set(sourceElement, ctx);
  retry.wait = Math.max(retry.wait, Number(response?.headers.get("Retry-After") ?? 0) * 1000);
  retry.timer ||= setTimeout(askAgain, retry.wait * (1 + Math.random() * JITTER));
}

function askAgain() {
  clearTimeout(retry.timer);
  retry.timer = 0;
  if (!navigator.onLine) return; // each try would be an error; "online" asks again
  retry.wait = Math.min(retry.wait * 2, MAX_MS);
  for (const [source, { request, sourceEvent }] of waiting) {
    waiting.delete(source);
    const address = source.getAttribute(`hx-${request.method.toLowerCase()}`);
    if (source.isConnected && address) htmx.ajax(request.method, address, { source, event: sourceEvent });
  }
}

/** @param {FragmentEvent} event */
function onAnswer({ detail: { ctx } }) {
  if (!ctx?.response || ctx.response.status >= 400) return;
  waiting.delete(ctx.sourceElement);
  if (!waiting.size) retry.wait = FIRST_MS;
  document.querySelector(".toast-apart")?.remove();
}

document.addEventListener("htmx:response:error", onFailure);
document.addEventListener("htmx:error", onFailure);
document.addEventListener("htmx:before:response", onAnswer);
for (const back of ["online", "htmx:ws:after:connection"]) window.addEventListener(back, askAgain);
if (isHandedOver()) import("./offline/handover.js").catch(() => undefined); // the next page asks again
addEventListener("pageshow", ({ persisted }) => persisted && isHandedOver() && location.reload());
// The site's cookies end in its mark (app/people/players/identity/own_cookies.py): another at this host has its own.
const { site } = document.documentElement.dataset;

/** A player who is known here sees in the menu what waits; before htmx is there, it asks on its own. */
function askWhatWaits() {
  const waits = document.getElementById("waits");
  if (waits && !document.hidden && document.cookie.includes(`known-${site}`)) window.htmx?.trigger(waits, "asked");
}

/** A menu of the header closes when the focus leaves it: it would lie over what has the focus. @param {FocusEvent} event */
function closeMenus({ target }) {
  for (const list of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".site-menu ul")))
    if (list.getClientRects().length && target instanceof Node && !list.parentElement?.contains(target))
      list.hidePopover();
}

document.addEventListener("focusin", closeMenus);
document.addEventListener("visibilitychange", askWhatWaits);
addEventListener("load", () => setTimeout(askWhatWaits)); // htmx begins in a task after its script has run, perhaps after this
if (document.cookie.includes(`tournament-${site}`)) addEventListener("load", lazy("call"));
