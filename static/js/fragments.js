// When a request of htmx fails, the page keeps what it shows (`noSwap` in base.html). What asks on its own, or follows a field,
// is asked again until the server answers; a failed press shows a message.

const FIRST_MS = 2000;
const MOST_MS = 30000;
const JITTER = 0.5; // so that not all pages come back at the same moment after an outage
const TRANSIENT = [408, 425, 429, 500, 502, 503, 504];
const PRESSED = ["click", "submit"];
const BY_HAND = [...PRESSED, "input", "change"];
/** @type {Map<Element, RequestContext>} */
const unanswered = new Map();
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

/** Return the sentence of a refusal of ours, or the one for a server that does not answer. @param {RequestContext} ctx */
function sentenceOf({ text }) {
  try {
    return JSON.parse(text ?? "").error;
  } catch {
    return document.querySelector('meta[name="unanswered"]')?.getAttribute("content") ?? "";
  }
}

/** @param {FragmentEvent} event */
function onFailure({ detail: { ctx } }) {
  if (!ctx || (ctx.response && ctx.response.status < 400)) return;
  const { sourceElement, sourceEvent, response } = ctx;
  const isTransient = !response || TRANSIENT.includes(response.status);
  if (BY_HAND.includes(sourceEvent.type)) say(sentenceOf(ctx));
  if (!isTransient || PRESSED.includes(sourceEvent.type)) return;
  unanswered.set(sourceElement, ctx);
  retry.wait = Math.max(retry.wait, Number(response?.headers.get("Retry-After") ?? 0) * 1000);
  retry.timer ||= setTimeout(askAgain, retry.wait * (1 + Math.random() * JITTER));
}

function askAgain() {
  clearTimeout(retry.timer);
  retry.timer = 0;
  if (!navigator.onLine) return; // each try would be an error; "online" asks again
  retry.wait = Math.min(retry.wait * 2, MOST_MS);
  for (const [source, { request, sourceEvent }] of unanswered) {
    unanswered.delete(source);
    const address = source.getAttribute(`hx-${request.method.toLowerCase()}`);
    if (source.isConnected && address) htmx.ajax(request.method, address, { source, event: sourceEvent });
  }
}

/** @param {FragmentEvent} event */
function onAnswer({ detail: { ctx } }) {
  if (!ctx?.response || ctx.response.status >= 400) return;
  unanswered.delete(ctx.sourceElement);
  if (!unanswered.size) retry.wait = FIRST_MS;
  document.querySelector(".toast-apart")?.remove();
}

document.addEventListener("htmx:response:error", onFailure);
document.addEventListener("htmx:error", onFailure);
document.addEventListener("htmx:before:response", onAnswer);
for (const back of ["online", "htmx:ws:after:connection"]) window.addEventListener(back, askAgain);
if (isHandedOver()) import("./offline/handover.js");
addEventListener("pageshow", ({ persisted }) => persisted && isHandedOver() && location.reload());
// The site's cookies end in its mark (app/players/identity/own_cookies.py): another at this host has its own.
const { site } = document.documentElement.dataset;
if (document.cookie.includes(`tournament-${site}`)) addEventListener("load", () => import("./call.js"));
