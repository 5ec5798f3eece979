// The match's socket, on top of htmx's hx-ws: which frames to show, in which order, and what to do when the connection is bad.
//
// Messages in and out have a "type": app/live/server_messages.py and client_messages.py list them, tools/types/page.d.ts what is read here.

import { Connection } from "../connection.js";
import { byId } from "../dom.js";
import { lazy, say } from "../fragments.js";
import { reloadPage } from "../reload.js";

const PATIENCE_MS = 900; // how long a sign of life may stay unanswered: somebody is playing
const SHORT = 2; // actions in one frame that are still shown one after the other
const TURN = 8; // frames that may wait: a computer answers with a turn of cards while the viewer's assault is shown
const CARDS = ["play", "champion"]; // actions that leave the turn where it is
const FOLLOWED = [...CARDS, "undo"]; // a button pressed before their answer is pressed then

const main = byId("match", HTMLElement);
const form = byId("outbox", HTMLElement);
const lost = byId("connection-lost", HTMLElement);

/**
 * What the page does at the socket's moments. `show(frame, isNext)` is awaited before a frame's HTML is swapped in; it animates
 * what happened. `isNext`: it begins where the page is, and is short. `after(frame)`: its HTML is in place. `sent(action)`: an
 * action goes out; `lost`: the connection breaks before or after its answer. `talk(piece)` gets pieces of the chat,
 * at once: it waits for no frame before it.
 *
 * @typedef {object} Handlers
 * @property {((frame: Shown, isNext: boolean) => Promise<void>) | null} show
 * @property {(frame: Shown) => void} after
 * @property {(action: Action) => void} sent
 * @property {() => void} lost
 * @property {(piece: TalkPiece) => void} talk
 */

class MatchSocket {
  #connection;
  #waiting = 0; // frames that have arrived and are not yet shown
  #busy = false;
  /** @type {ClientMessage | null} */
  #held = null; // what was confirmed, and goes out when no move is on its way any more and the connection is there
  #renewing = false; // connects again, as somebody else; what is sent meanwhile is held
  /** @type {Action | null} */
  #following = null; // a button of the status line that was pressed while a card was on its way, or back
  #sent = ""; // the type of the action that went out last
  #answered = -1; // the number of actions that the last answer came with; other frames come in between
  /** @type {Faces} */
  #faces = {}; // HTML of cards by key: each is sent once, with the first events in which its card appears
  /** @type {Handlers} */
  #handlers = { show: null, after: () => {}, sent: () => {}, lost: () => {}, talk: () => {} };

  constructor() {
    document.addEventListener("visibilitychange", () => this.#tell());
    this.#connection = new Connection(main, { patience: PATIENCE_MS, seq: () => this.seq });
    main.addEventListener("htmx:ws:after:connection", (event) => this.#onOpen(event));
    main.addEventListener("htmx:ws:before:message:incoming", (event) => this.#onIncoming(event));
    main.addEventListener("htmx:ws:after:message:incoming", (event) => this.#onShown(event));
    main.addEventListener("htmx:ws:before:message:outgoing", (event) => this.#onOutgoing(event));
    main.addEventListener("htmx:ws:close", () => this.#onClose());
    window.addEventListener("offline", () => setConnection("lost"));
  }

  /** The number of actions that the page shows. */
  get seq() {
    return Number(document.getElementById("turn")?.dataset.seq ?? 0);
  }

  /** Whether a move of the viewer's is on its way. */
  get isBusy() {
    return this.#busy;
  }

  /** Whether a move is on its way after which the same cards may not be played. */
  get isLeaving() {
    return this.#busy && !CARDS.includes(this.#sent);
  }

  /** Whether the page should catch up instead of playing all frames that wait: there are many, or the viewer does. */
  get isBehind() {
    return this.#waiting > TURN || this.#held !== null;
  }

  /** Call these from now on. @param {Partial<Handlers>} handlers */
  on(handlers) {
    Object.assign(this.#handlers, handlers);
  }

  /**
   * Send a message; an action gets the number that the page shows, so that a repeated or late one is refused.
   *
   * @param {ClientMessage} message
   */
  send(message) {
    form.setAttribute("hx-vals", JSON.stringify(message));
    htmx.trigger(form, "submit");
  }

  /** Send a message as soon as no move is on its way. @param {ClientMessage} message */
  sendInTurn(message) {
    if (this.#busy) this.#held = message;
    else this.send(message);
  }

  /**
   * Make the visitor a guest, who owns what is played, and connect again as that guest; then the play goes out.
   *
   * @param {string} path
   * @param {ClientMessage} play
   */
  async #become(path, play) {
    delete main.dataset.become;
    this.#renewing = true;
    this.#held = play;
    await fetch(path, { method: "POST" }).catch(() => {}); // the play is then refused in words
    this.#connection.reconnect();
  }

  /** @param {Shown} frame */
  #sendHeld(frame) {
    if (frame.type === "error" || hasMore(frame)) this.#following = null;
    if (this.#busy) return;
    const action = this.#following && buttonOf(this.#following) ? this.#following : null;
    const message = this.#held ?? (action && { type: "act", action });
    this.#held = this.#following = null;
    if (message) this.send(message);
  }

  /** A second press of a button is none; one that follows a card, or its return, waits for the answer. @param {Action} action */
  #follow(action) {
    if (!FOLLOWED.includes(this.#sent) || action.type === this.#sent || !buttonOf(action)) return;
    this.#following = action;
    this.#handlers.sent(action);
  }

  /** @param {boolean} busy */
  #setBusy(busy) {
    this.#busy = busy;
    main.toggleAttribute("data-busy", busy);
  }

  /** @param {SocketEvent} event */
  #onOpen(event) {
    if (document.hidden) this.#tell();
    this.#renewing = false;
    this.#waiting = 0;
    event.detail.connection.socket?.addEventListener("message", ({ data }) => {
      const message = parse(data);
      if (message?.type === "talk_panel" || message?.type === "talk_lines") this.#handlers.talk(message);
      else this.#waiting += 1;
    });
  }

  /** @param {SocketEvent} event */
  #onIncoming(event) {
    const message = parse(event.detail.message.data);
    if (message?.type !== "talk_panel" && message?.type !== "talk_lines")
      this.#waiting = Math.max(0, this.#waiting - 1);
    switch (message?.type) {
      case "snapshot":
      case "frame":
      case "error":
        backOnline();
        if (this.#isOld(message)) event.preventDefault();
        else this.#prepare(event, message);
        return;
      case "banner":
      case "zone":
        backOnline();
        return;
      case "beat":
        backOnline();
        break;
      case "reload":
        reloadPage();
        break;
      default: // the chat is shown already
    }
    event.preventDefault();
  }

  /**
   * Let a frame be shown before htmx swaps its HTML in.
   *
   * @param {SocketEvent} event
   * @param {Shown} frame
   */
  #prepare({ detail }, frame) {
    if (frame.type === "frame") frame.faces = Object.assign(this.#faces, frame.faces);
    detail.message.frame = frame;
    detail.message.json = () => Promise.resolve(frame); // what htmx swaps in
    if (this.#handlers.show) detail.waitUntil(this.#handlers.show(frame, this.#follows(frame)));
  }

  /** Say whether somebody looks: behind another tab a page gets only what calls its player, and one frame when it is back. */
  #tell() {
    this.#connection.send({ type: "front", front: !document.hidden });
  }

  /** Return whether the page shows more than this frame already. @param {Shown} frame */
  #isOld(frame) {
    return frame.type !== "error" && frame.seq < this.seq;
  }

  /** Return whether this frame begins where the page is, and is short enough to be animated. @param {Shown} frame */
  #follows(frame) {
    if (frame.type !== "frame") return false;
    return (frame.from ?? frame.seq - 1) === this.seq && frame.seq - this.seq <= SHORT + 1;
  }

  /** @param {SocketEvent} event */
  #onShown({ detail }) {
    const { frame } = detail.message;
    if (!frame) {
      lazy("banner")();
      return;
    }
    setConnection("open");
    if (frame.type !== "frame" || frame.seq > this.#answered) {
      if (frame.type !== "error") this.#answered = frame.seq;
      this.#setBusy(hasMore(frame));
    }
    this.#handlers.after(frame);
    this.#sendHeld(frame);
  }

  /** @param {SocketEvent} event */
  #onOutgoing(event) {
    const { message } = event.detail;
    const values = message.values;
    // A play before the first frame waits for it: the page may have drawn what the server does not know yet.
    if (main.dataset.connection === "opening" && values.type === "act") {
      event.preventDefault();
      this.#held = /** @type {ClientMessage} */ (values);
      return;
    }
    if (this.#renewing || (main.dataset.become && values.type === "act")) {
      event.preventDefault();
      if (main.dataset.become) this.#become(main.dataset.become, /** @type {ClientMessage} */ (values));
      return;
    }
    // A move kept until the connection is back would meet a table that nobody has seen.
    if (main.dataset.connection === "lost") {
      event.preventDefault();
      say(lost.dataset.pressed ?? "");
      return;
    }
    if (values.type !== "act") {
      message.data = JSON.stringify(values);
      return;
    }
    const action = /** @type {Action} */ (values.action);
    if (this.#busy) {
      event.preventDefault();
      this.#follow(action);
      return;
    }
    this.#answered = this.seq;
    this.#sent = action.type;
    message.data = JSON.stringify({ type: "act", seq: this.#answered, action });
    this.#setBusy(true);
    this.#handlers.sent(action);
  }

  #onClose() {
    this.#handlers.lost();
    this.#following = null;
    this.#setBusy(false);
    if (!this.#renewing) setConnection("lost");
  }
}

/**
 * @param {string} data
 * @returns {ServerMessage | null}
 */
function parse(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

/** Return the button of the status line that does this, if it is offered now. @param {Action} action */
function buttonOf({ type }) {
  return document.querySelector(`#status [data-act="${type}"]`);
}

/** Return whether another action of the viewer's follows on its own. @param {Shown} frame */
function hasMore(frame) {
  return frame.type === "frame" && frame.more === true;
}

/** @param {"open" | "lost"} state */
function setConnection(state) {
  main.dataset.connection = state;
  lost.hidden = state !== "lost";
}

/** At the very beginning the page is ready for clicks only when its first frame is shown. */
function backOnline() {
  if (main.dataset.connection !== "opening") setConnection("open");
}

export const socket = new MatchSocket();
