// The log of a match: frames append to it; what came before them, or was missed, is fetched.

import { scrollToEnd } from "../dom.js";
import { socket } from "./socket.js";

const NEAR = 24; // pixels from the end

class MatchLog {
  #asked = 0; // the number of actions when the log was asked for
  #isReading = false; // the newest lines are not seen
  #inside = false; // whether the focus was in it then

  constructor() {
    document.addEventListener("htmx:before:request", (event) => this.#onRequest(event));
    document.addEventListener("htmx:finally:request", (event) => this.#onAnswer(event));
    document.addEventListener("scroll", (event) => this.#onScroll(event), { capture: true, passive: true });
  }

  /** Note whether the viewer reads lines of before: then new ones do not take them away. @param {Event} event */
  #onScroll({ target: log }) {
    if (log instanceof HTMLElement && log.id === "log")
      this.#isReading = log.scrollHeight - log.clientHeight - log.scrollTop > NEAR;
  }

  /** @param {Shown} frame */
  follow(frame) {
    const log = document.getElementById("log");
    if (!log) return;
    if (frame.type === "snapshot") log.dataset.seq = "-1";
    else if (frame.type === "frame" && frame.events && Number(log.dataset.seq) >= (frame.from ?? frame.seq - 1))
      log.dataset.seq = String(frame.seq);
    if (!this.#isReading) scrollToEnd(log);
    refresh();
  }

  /** @param {FragmentEvent} event */
  #onRequest({ target }) {
    if (!(target instanceof Element) || target.id !== "log") return;
    target.setAttribute("aria-live", "off"); // what it brings has been said, or was there before
    this.#asked = socket.seq;
    this.#inside = target.contains(document.activeElement);
  }

  /** A log that could not be fetched keeps its number; it is asked for again (fragments.js). @param {FragmentEvent} event */
  #onAnswer({ target, detail }) {
    if (!(target instanceof HTMLElement) || target.id !== "log") return;
    target.setAttribute("aria-live", "polite");
    if (detail.ctx?.response?.status !== 200) return;
    target.dataset.seq = String(this.#asked);
    if (!this.#isReading) scrollToEnd(target);
    if (this.#inside && document.activeElement === document.body) target.focus();
    refresh(); // what came meanwhile was put into a log that has just been replaced
  }
}

function refresh() {
  const log = document.getElementById("log");
  if (log && Number(log.dataset.seq) < socket.seq) htmx.trigger(log, "refresh");
}

export const log = new MatchLog();
