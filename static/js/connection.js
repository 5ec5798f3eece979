// A page's connection to the server, on top of htmx's hx-ws: whether it lives, and how it is begun again. One for the board, the
// start page, and the pages of tournaments.

import "./filled.js";
import { lazy } from "./fragments.js";
import { Patience } from "./patience.js";

const ticker = lazy("ticker");

const PATIENCE_MS = 3000; // how long a sign of life may stay unanswered at least before the connection counts as dead
const SLEEP_MS = 4000; // a gap in the clock of this length means that the device slept
const BACK_MS = 500; // least patience with a connection that was out of sight for so long, perhaps behind a lock screen
const LATE_MS = 200; // a timer that is later than this: the page itself was busy, or asleep
const BEAT = '{"type":"beat"';
const TICK_MS = 1000;
const QUIET_MS = 25000; // a live connection is asked when it has said nothing for longer than this
const AWAY_MS = 1500; // a connection that is back at once has not been away
const AGAIN_MS = 10000; // a page asked to reload twice within this time stays as it is: reloading does not help
const ABNORMAL = 1006; // the code of a connection that broke

/** Reload the page because the server asks for it, unless that has just been done: its socket cannot keep it up to date. */
export function reloadPage() {
  const [load] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (load?.type !== "reload" || performance.now() > AGAIN_MS) location.reload();
}

export class Connection {
  /** @type {SocketEvent["detail"]["connection"] | null} */
  #line = null;
  #patience;
  #seq;
  #probe = 0;
  #asked = 0; // when the sign of life went out that has no beat yet, or the first connection was begun
  #lastMessage = Date.now();
  #left = 0; // when the page was hidden

  /**
   * @param {HTMLElement} element what htmx has connected
   * @param {object} [options]
   * @param {number} [options.patience] least milliseconds for an answer; a line that is slower gets more
   * @param {() => number} [options.seq] the number that goes with a sign of life
   */
  constructor(element, { patience = PATIENCE_MS, seq = () => 0 } = {}) {
    this.#patience = new Patience(patience);
    this.#seq = seq;
    element.addEventListener("htmx:ws:before:connection", () => this.#onBegin(), { once: true });
    element.addEventListener("htmx:ws:after:connection", (event) => this.#onOpen(event));
    window.addEventListener("online", () => this.check());
    window.addEventListener("pageshow", (event) => event.persisted && location.reload());
    document.addEventListener("visibilitychange", () => this.#onVisibility());
    this.#watchClock();
  }

  /** Send a message, if the connection is open; returns whether it is. @param {object} message */
  send(message) {
    const socket = this.#line?.socket;
    const isOpen = socket?.readyState === WebSocket.OPEN;
    if (isOpen) socket.send(JSON.stringify(message));
    return isOpen;
  }

  /** Note how long the server took for an answer. @param {number} ms */
  note(ms) {
    this.#patience.note(ms);
  }

  #onVisibility() {
    if (document.hidden) this.#left = Date.now();
    else this.check(Date.now() - this.#left > SLEEP_MS ? BACK_MS : undefined);
  }

  /** Find out whether the connection is alive; one that is not is begun again. @param {number} [least] milliseconds for an answer, at least */
  check(least) {
    const socket = this.#line?.socket;
    if (!socket || socket.readyState === WebSocket.CONNECTING || (this.#probe && least !== BACK_MS)) return;
    if (socket.readyState !== WebSocket.OPEN) {
      this.reconnect();
      return;
    }
    this.#asked = performance.now();
    this.send({ type: "hello", hello: this.#seq() });
    this.#wait(this.#patience.ms(least));
  }

  /**
   * Wait for an answer. Where the timer is late the page was busy, or asleep, and the answer may wait among its tasks: then it gets
   * the same time once more.
   *
   * @param {number} ms
   * @param {boolean} [isAgain]
   */
  #wait(ms, isAgain = false) {
    clearTimeout(this.#probe);
    const due = performance.now() + ms;
    this.#probe = window.setTimeout(() => {
      if (!isAgain && performance.now() - due > LATE_MS) {
        this.#wait(ms, true);
        return;
      }
      this.#patience.fail();
      this.reconnect();
    }, ms);
  }

  /**
   * End the connection; hx-ws begins another one.
   *
   * A socket on a dead line does not notice for minutes, and `close()` waits for an answer first. hx-ws has no call to begin
   * again: it does so when its socket says that it is closed, and then closes the old one itself. So that is said here.
   */
  reconnect() {
    this.#touch();
    const line = this.#line;
    if (!line?.socket || line.socket.readyState === WebSocket.CONNECTING) return;
    clearTimeout(line.timer); // after some attempts in vain hx-ws waits for two seconds before the next
    line.attempt = 0;
    line.socket.dispatchEvent(new CloseEvent("close", { code: ABNORMAL }));
  }

  #onBegin() {
    this.#asked = performance.now();
  }

  /** @param {SocketEvent} event */
  #onOpen(event) {
    this.#line = event.detail.connection;
    this.#measure(); // the first one: a line is as slow as its beginning
    this.#asked = 0;
    this.#touch();
    this.#line.socket?.addEventListener("message", ({ data }) => {
      if (String(data).startsWith(BEAT)) this.#measure();
      this.#touch();
    });
  }

  #measure() {
    if (this.#asked) this.note(performance.now() - this.#asked);
    this.#asked = 0;
  }

  #touch() {
    this.#lastMessage = Date.now();
    clearTimeout(this.#probe);
    this.#probe = 0;
  }

  #watchClock() {
    let last = Date.now();
    setInterval(() => {
      const now = Date.now();
      const slept = now - last > SLEEP_MS;
      last = now;
      if (slept) this.check(BACK_MS);
      else if (now - this.#lastMessage > QUIET_MS) this.check();
    }, TICK_MS);
  }
}

/**
 * Keep a page of zones up to date: it is loaded again when the server asks for that. Where it has a place for that
 * (`#no-connection`) it says when its connection is away, because what it shows may be out of date.
 *
 * @param {HTMLElement} element
 */
function follow(element) {
  const connection = new Connection(element);
  const note = document.getElementById("no-connection");
  let timer = 0;
  const away = () => {
    timer ||= setTimeout(() => note?.removeAttribute("hidden"), AWAY_MS);
  };
  const back = () => {
    clearTimeout(timer);
    timer = 0;
    note?.setAttribute("hidden", "");
  };
  element.addEventListener("htmx:ws:before:message:incoming", (event) => {
    back();
    /** @type {ServerMessage} */
    const said = JSON.parse(event.detail.message.data);
    if (said.type !== "reload") return;
    event.preventDefault();
    reloadPage();
  });
  element.addEventListener("htmx:ws:after:message:incoming", () => {
    if (document.querySelector("[data-left]")) ticker().then(({ tick }) => tick());
  });
  if (note) {
    element.addEventListener("htmx:ws:close", away);
    window.addEventListener("offline", away);
  }
  return connection;
}

const zones = document.getElementById("zones");
/** The connection of this page's zones; null on the board, whose socket does more. */
export const zonesConnection = zones && follow(zones);
