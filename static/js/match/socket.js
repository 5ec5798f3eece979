// The match's socket, on top of htmx's hx-ws: which frames to show, in which order, what the viewer wants and when it goes out.
//
// Messages in and out have a "type": app/base/live/server_messages.py and client_messages.py list them, tools/types/page.d.ts what is read here.

import { Connection, reloadPage } from "../connection.js";
import { byId } from "../dom.js";
import { lazy, say } from "../fragments.js";
import { Outbox } from "./outbox.js";

const ticker = lazy("ticker"); // only where the server will stop

const PATIENCE_MS = 900; // how long a sign of life may stay unanswered at least: somebody is playing
const LATE_MS = 3000; // how long it may at least while something else has no answer: the server may be busy with that
const FRAME_MS = 1200; // after which the frame of an action that is done does not come
const SHORT = 2; // actions in one frame that are still shown one after the other
const TURN = 8; // frames that may wait: a computer answers with a turn of cards while the viewer's assault is shown
const CARDS = ["play", "champion"]; // actions that leave the turn where it is
const FOLLOWED = [...CARDS, "undo"]; // a button pressed before their answer is pressed then
const APART = ["talk_panel", "talk_lines", "taken"]; // messages that wait for no frame

const main = byId("match", HTMLElement);
const lost = byId("connection-lost", HTMLElement);

/**
 * What the page does at the socket's moments. `show(frame, isNext)` is awaited before a frame's HTML is swapped in; it animates
 * what happened. `isNext`: it begins where the page is, and is short. `after(frame)`: its HTML is in place. `sent(action)`: an
 * action goes out. `talk(piece)` gets pieces of the chat, at once: it waits for no frame before it.
 *
 * @typedef {object} Handlers
 * @property {((frame: Shown, isNext: boolean) => Promise<void>) | null} show
 * @property {(frame: Shown) => void} after
 * @property {(action: Action) => void} sent
 * @property {(piece: TalkPiece) => void} talk
 */

class MatchSocket {
  #connection;
  #outbox = new Outbox((message) => this.#connection.send(message), { late: () => this.#connection.check(LATE_MS) });
  #waiting = 0; // frames that have arrived and htmx has not; -1 while it has one that is not yet counted
  #isShowing = false; // htmx has a frame, which is told and then swapped in
  #busy = false;
  /** @type {{ press: string, action: Action } | null} */
  #acting = null; // the viewer's action whose frame is not here yet
  /** @type {ClientMessage[]} */
  #held = []; // what was confirmed, and goes out when no move is on its way any more and the connection is there
  /** @type {Set<string>} */
  #refused = new Set(); // presses whose refusal is here and not yet shown
  #renewing = false; // connects again, as somebody else; what is sent meanwhile is held
  /** @type {Action | null} */
  #following = null; // a button of the status line that was pressed while a card was on its way, or back
  #sent = ""; // the type of the action that went out last
  #isLifted = false; // the cover of a hot seat has been taken away on this page
  #answered = -1; // the number of actions that the last answer came with; other frames come in between
  /** @type {Faces} */
  #faces = {}; // HTML of cards by key: each is sent once, with the first events in which its card appears
  /** @type {Handlers} */
  #handlers = { show: null, after: () => {}, sent: () => {}, talk: () => {} };

  constructor() {
    document.addEventListener("visibilitychange", () => this.#tell());
    this.#connection = new Connection(main, { patience: PATIENCE_MS, seq: () => this.seq });
    main.addEventListener("htmx:ws:before:connection", (event) => this.#onBegin(event));
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
    return this.#waiting > TURN || this.#held.length > 0;
  }

  /** The viewer's action whose frame is not here yet: what shows of it is put back after a frame of before. */
  get acting() {
    return this.#acting?.action ?? null;
  }

  /** Whether a refusal is of that action. @param {Shown} frame */
  isOfAction(frame) {
    return frame.type === "error" && (frame.press === undefined || frame.press === this.#acting?.press);
  }

  /** Call these from now on. @param {Partial<Handlers>} handlers */
  on(handlers) {
    Object.assign(this.#handlers, handlers);
  }

  /**
   * Send a message, until the server has answered it. An action is for the table that the page shows, so it gets its number: one
   * that comes late is refused. A message that `isConfirmed` waits for a connection; else a press without one is none, and that is said.
   *
   * @param {ClientMessage} message
   * @param {boolean} [isConfirmed]
   */
  send(message, isConfirmed = false) {
    this.#take(message.type === "act" ? { seq: this.seq, ...message } : message, isConfirmed);
  }

  /** Send what was confirmed as soon as no move is on its way; it is for any table. @param {ClientMessage} message */
  sendInTurn(message) {
    this.#take(message, true);
  }

  /**
   * @param {ClientMessage} message
   * @param {boolean} isConfirmed
   */
  #take(message, isConfirmed) {
    const { connection, become } = main.dataset;
    if (message.type === "act" && become) this.#become(become, message);
    // A move kept until the connection is back would meet a table that nobody has seen.
    else if (connection === "lost" && !isConfirmed && !this.#renewing) say(lost.dataset.pressed ?? "");
    // A play before the first frame waits for it: the page may have drawn what the server does not know yet.
    else if (this.#renewing || (connection !== "open" && (isConfirmed || message.type === "act"))) this.#hold(message);
    else if (!this.#busy || (message.type !== "act" && !isConfirmed)) this.#sendNow(message);
    else if (isConfirmed) this.#hold(message);
    else if (message.type === "act") this.#follow(message.action);
  }

  /** Hold a message; pressed twice it is one. @param {ClientMessage} message */
  #hold(message) {
    const text = JSON.stringify(message);
    if (!this.#held.some((held) => JSON.stringify(held) === text)) this.#held.push(message);
    if (main.dataset.connection === "lost" && !this.#renewing) say(lost.dataset.held ?? "");
  }

  /** @param {ClientMessage} message */
  #sendNow(message) {
    if (message.type !== "act") {
      this.#outbox.send(message);
      return;
    }
    const { action, seq = this.seq } = message;
    const press = this.#outbox.send({ type: "act", seq, action });
    if (seq !== this.seq) return; // the table has changed since: the server says so
    this.#answered = seq;
    this.#sent = action.type;
    this.#acting = { press, action };
    this.#setBusy(true);
    this.#handlers.sent(action);
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
    this.#hold(play);
    await fetch(path, { method: "POST" }).catch(() => {}); // the play is then refused in words
    this.#connection.reconnect();
  }

  /** Send what waits for its turn. @param {Shown} [frame] what has just been shown */
  #sendHeld(frame) {
    if (frame && (frame.type === "error" || hasMore(frame))) this.#following = null;
    if (this.#busy || main.dataset.connection !== "open") return;
    const action = this.#following && buttonOf(this.#following) ? this.#following : null;
    this.#following = null;
    if (action && !this.#held.length) this.#sendNow({ type: "act", action });
    while (!this.#busy) {
      const message = this.#held.shift();
      if (!message) return;
      this.#sendNow(message);
    }
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

  /**
   * Name to a new connection the seat whose cards the page shows: else its cover would come back, and close what lies open.
   *
   * @param {SocketEvent} event
   */
  #onBegin({ detail: { connection } }) {
    const [path] = connection.url.split("&lifted=");
    const seat = this.#isLifted && document.getElementById("turn")?.dataset.seat;
    connection.url = seat ? `${path}&lifted=${seat}&seq=${this.seq}` : path;
  }

  /** @param {SocketEvent} event */
  #onOpen({ detail: { connection } }) {
    if (document.hidden) this.#tell();
    this.#renewing = false;
    this.#waiting = 0;
    this.#isShowing = false;
    const { socket } = connection;
    socket?.addEventListener("message", ({ data }) => socket === connection.socket && this.#onArrival(parse(data)));
    this.#outbox.sendAll();
  }

  /** At once, whatever is being shown: the chat, and what the server has answered. @param {ServerMessage | null} message */
  #onArrival(message) {
    if (message?.type === "talk_panel" || message?.type === "talk_lines") this.#handlers.talk(message);
    else if (message?.type === "taken") this.#onTaken(message.press);
    else this.#waiting += 1;
    if (message?.type === "error" && message.press && this.#isAnswered(message.press)) this.#refused.add(message.press);
  }

  /** Note that a press has its answer; false where it had it before. @param {string} press */
  #isAnswered(press) {
    const ms = this.#outbox.answered(press);
    if (ms !== null) this.#connection.note(ms);
    return ms !== null;
  }

  /** An action is done. Its frame has come, or comes now, or was lost: then the page asks for the table. @param {string} press */
  #onTaken(press) {
    if (this.#isAnswered(press)) this.#awaitFrame(press);
  }

  /** @param {string} press */
  #awaitFrame(press) {
    setTimeout(() => {
      if (this.#acting?.press !== press) return;
      // It may be the one that is told now, or wait behind it.
      if (this.#isShowing || this.#waiting > 0) this.#awaitFrame(press);
      else this.#connection.check();
    }, FRAME_MS);
  }

  /** @param {SocketEvent} event */
  #onIncoming(event) {
    const message = parse(event.detail.message.data);
    if (!APART.includes(message?.type ?? "")) this.#waiting = Math.max(-1, this.#waiting - 1);
    switch (message?.type) {
      case "snapshot":
      case "frame":
      case "error":
        backOnline();
        if (this.#isOld(message) || this.#isGap(message)) event.preventDefault();
        else this.#prepare(event, message);
        return;
      case "banner":
      case "zone":
        backOnline();
        this.#sendHeld();
        return;
      case "beat":
        backOnline();
        this.#sendHeld();
        break;
      case "reload":
        reloadPage();
        break;
      default: // the chat is shown already, and answers are noted
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
    this.#isShowing = true;
    if (frame.type === "frame") frame.faces = Object.assign(this.#faces, frame.faces);
    detail.message.frame = frame;
    detail.message.json = () => Promise.resolve(frame); // what htmx swaps in
    const told = this.#handlers.show?.(frame, this.#follows(frame));
    if (told) detail.waitUntil(told);
    told?.catch(() => (this.#isShowing = false)); // htmx swaps nothing in then
  }

  /** Say whether somebody looks: behind another tab a page gets only what calls its player, and one frame when it is back. */
  #tell() {
    this.#connection.send({ type: "front", front: !document.hidden });
  }

  /** Return whether the page shows more than this frame already, or it repeats an answer. @param {Shown} frame */
  #isOld(frame) {
    if (frame.type === "error" && frame.press !== undefined) return !this.#isRefusal(frame.press);
    if (frame.type === "error") return false;
    return frame.seq < this.seq;
  }

  /** Return whether a refusal is to be shown; htmx may take a message before it is noted here. @param {string} press */
  #isRefusal(press) {
    return this.#refused.delete(press) || this.#isAnswered(press);
  }

  /** Return whether a frame before this one was lost: it would be shown on a table that it does not fit. Asks for the whole. @param {Shown} frame */
  #isGap(frame) {
    const isGap = frame.type === "frame" && frame.from !== undefined && frame.from > this.seq;
    if (isGap) this.#connection.check();
    return isGap;
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
      if (document.querySelector("[data-left]")) ticker().then(({ tick }) => tick());
      return;
    }
    setConnection("open");
    this.#isShowing = false;
    if (frame.type === "error") {
      if (this.isOfAction(frame)) this.#end(false);
    } else if (frame.seq > this.#answered) {
      this.#answered = frame.seq;
      this.#end(hasMore(frame));
    } else if (frame.type === "snapshot" && !this.#acting) this.#setBusy(false);
    this.#handlers.after(frame);
    this.#sendHeld(frame);
  }

  /** The viewer's action has its answer. @param {boolean} isBusy */
  #end(isBusy) {
    this.#acting = null;
    this.#setBusy(isBusy);
  }

  /** What a button with `hx-ws:send` says. htmx itself sends nothing. @param {SocketEvent} event */
  #onOutgoing(event) {
    event.preventDefault();
    const message = /** @type {ClientMessage} */ (event.detail.message.values);
    if (message.type === "lift") this.#isLifted = true;
    this.send(message);
  }

  #onClose() {
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
