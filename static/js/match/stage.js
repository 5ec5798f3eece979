// The stage of a match: what happens before a frame's HTML is put in place, and after it. A frame comes in this order: `show` waits
// until the one before is drawn, notes the focus, tells what has happened, notes what the viewer has of their own and gives the
// table its owner's word; htmx swaps the HTML in; `after` takes the steps of one list.

import { whenLaidOut } from "../dom.js";
import { lazy } from "../fragments.js";
import { call } from "./calling.js";
import * as focus from "./focus.js";
import * as inspect from "./inspect.js";
import * as instant from "./instant.js";
import { followLane } from "./lane_room.js";
import { log } from "./log.js";
import * as ownState from "./own_state.js";
import { playback } from "./playback.js";
import { socket } from "./socket.js";
import { sound } from "./sound_cues.js";
import { extras, takeSteps } from "./steps.js";
import { forgetLeftOut, Table } from "./table.js";

export const recap = lazy("match/recap"); // only where nothing moves
export const advice = lazy("match/advice"); // only where a hint is asked for
const ticker = lazy("ticker"); // only where an opponent is away
const botWords = lazy("match/bot_words"); // only against a computer
const beginning = lazy("match/beginning"); // once
const ending = lazy("match/ending"); // once
const UNSEEN_MS = 100; // after which a frame does not come
const SAID_TO = new Set(["bastion_fell", "over"]); // what a computer opponent has something to say about

export const table = new Table({
  begin: instant.begin,
  end: instant.end,
  play: (events, faces, begun) => playback.play(events, faces, begun),
});

class MatchStage {
  #isEndHeard = false; // the animation has sounded it
  /** @type {import("./own_state.js").OwnState | null} */
  #own = null; // as it was before the HTML that is being swapped in
  #isSame = false; // the frame that is being shown is of the table that is there
  /** @type {Faces} */
  #faces = {}; // a connection gets each only once
  #hinted = "0"; // the viewer's last turn in which a hint was due
  #ahead = 0; // milliseconds by which the server's clock is ahead of this one
  #drawn = Promise.resolve(); // when the last frame is on the screen

  /**
   * Animate what has happened, before the frame's HTML is put in place. Where frames wait and something moves, the one before is
   * drawn first: both at once would be one long task, and where things are be measured on a page that is not laid out.
   *
   * @param {Shown} frame
   * @param {boolean} isNext
   */
  async show(frame, isNext) {
    for (const { came } of extras) came?.(frame);
    if (frame.type === "snapshot" && frame.now !== undefined) this.#ahead = frame.now * 1000 - Date.now();
    if (playback.isWanted) await this.#drawn;
    focus.note(); // before what has it leaves the table
    if (frame.type === "error") {
      this.#own = ownState.noted();
      if (socket.isOfAction(frame)) table.takeBack();
      return;
    }
    if (frame.type === "frame") Object.assign(this.#faces, frame.faces);
    this.#isSame = frame.type === "frame" && frame.seq === socket.seq; // somebody comes or goes
    if (!this.#isSame) await this.#tell(frame, isNext);
    this.#own = ownState.noted(); // what was picked or closed while it was shown counts
    if (!this.#isSame) table.byFrame(frame.content);
  }

  /**
   * Show what has happened: event by event, or as a list where nothing moves.
   *
   * @param {Exclude<Shown, { type: "error" }>} frame
   * @param {boolean} isNext
   */
  async #tell(frame, isNext) {
    if (document.querySelector("#advice > *")) advice().then(({ close }) => close());
    const events = (frame.type === "frame" && frame.events) || null;
    if (!events) return;
    if (isNext && !socket.isBehind && playback.isWanted) {
      await table.byEvent(events, this.#faces);
      const fell = events.find(({ type }) => type === "fort_fell");
      if (fell && "player" in fell && !playback.wasSkipped)
        await ending().then(({ burn }) => burn(fell.player, playback.speed), console.error);
      this.#isEndHeard = events.some(({ type }) => type === "over");
    } else await listRecap(events);
    if (events.some(({ type }) => SAID_TO.has(type))) letBotSpeak((words) => words.answer(events));
  }

  /** The frame's HTML is in place. @param {Shown} frame */
  after(frame) {
    this.#drawn = drawing();
    takeSteps(this.#steps, frame);
    this.#own = null;
  }

  /** What follows a frame; each step stands before those that need it. @type {import("./steps.js").Step<Shown>[]} */
  #steps = [
    // A face that was left out is no different from now on: first, for all that compare.
    { take: forgetLeftOut },
    // Before anything else changes what it has brought.
    { when: () => this.#isSame, take: (frame) => frame.type === "frame" && table.alsoByFrame(frame.content) },
    // What is placed or measured below needs the lanes' room.
    { take: () => followLane() },
    // A frame of before lacks the move that is on its way: the card stays where its player has put it.
    {
      when: (frame) => frame.type === "snapshot" && socket.acting !== null,
      take: () => socket.acting && table.now(socket.acting, true),
    },
    // Parts, hand and look: before the focus, which may be in them.
    { take: () => this.#own && ownState.restoreParts(this.#own) },
    // Once, at a new table.
    { when: (frame) => frame.type === "snapshot", take: () => letBotSpeak(greet) },
    // Before the log, whose lines it does not hide.
    {
      when: () => playback.isWanted && isUntouched() === true,
      take: () => beginning().then(({ begin }) => isUntouched() && begin(), console.error), // it may come late
    },
    // The lines are there.
    { take: (frame) => log.follow(frame) },
    // The result takes the focus: before what is pressed next.
    { take: () => this.#focusResult() },
    // By what the table says now.
    { take: () => call() },
    // An opponent is away.
    {
      when: () => document.querySelector("[data-due]") !== null,
      take: () => ticker().then(({ countDown }) => countDown(this.#ahead), console.error),
    },
    // Clocks, and cards to order, which take the focus when they come.
    {
      take: (frame) => {
        for (const { shown } of extras) shown(frame);
      },
    },
    // The choices are there; the places that it opens are pressed next: before the focus.
    { take: () => this.#own && ownState.keepPicked(this.#own) },
    // A cover takes the focus.
    { take: () => document.getElementById("cover-title")?.focus({ preventScroll: true }) },
    // After all that may have taken the focus, or is pressed next.
    { take: () => focus.restore() },
    // A turn has come, and is drawn.
    { when: () => this.#isHintDue(), take: () => document.getElementById("hint-button")?.click() },
    // Last: said only where the line is free.
    { take: () => inspect.teach() },
  ];

  /** Whether a hint opens by itself: once in each turn of the viewer's, on a page where they do. */
  #isHintDue() {
    const { state, turn = "0" } = document.getElementById("turn")?.dataset ?? {};
    if (state !== "mine" || turn === "0" || turn === this.#hinted) return false;
    this.#hinted = turn;
    return document.querySelector("#hint-button[data-each-turn]") !== null;
  }

  #focusResult() {
    const title = document.getElementById("result-title");
    if (!title || title.dataset.greeted !== undefined) return;
    title.dataset.greeted = "";
    document.documentElement.dataset.result = "shown";
    whenLaidOut(() => title.focus({ preventScroll: true })); // at once it would lay the result out within the swap's task
    if (this.#isEndHeard) return;
    if (title.closest(".result-won")) sound("win");
    else if (title.closest(".result-lost")) sound("loss");
    else if (title.closest(".result-drawn")) sound("draw");
  }
}

/** @param {typeof import("./bot_words.js")} words */
function greet(words) {
  words.greet();
}

/** @param {(words: typeof import("./bot_words.js")) => void} say */
function letBotSpeak(say) {
  if (document.getElementById("voice")) botWords().then(say, console.error);
}

/** A hint is asked for, or is here. @param {Event} event */
function onHint({ target }) {
  if (target instanceof Element && target.closest("#advice, #hint-button"))
    advice().then(({ show }) => show(), console.error);
}

/** Whether nothing has been played in a duel or a puzzle, or picked in a draft, and no card is about to be. */
function isUntouched() {
  if (document.documentElement.dataset.picking !== undefined) return false;
  const { turn, seq } = document.getElementById("turn")?.dataset ?? {};
  if (location.pathname.startsWith("/puzzles/")) return seq === "0";
  if (document.getElementById("draft")) return !document.querySelector("#draft .picked-card");
  return (
    turn === "1" && document.querySelector('#table[data-mode="duel"]') && !document.querySelector("#table .creature")
  );
}

/** Resolves when the page is drawn; at once where it is not seen. @returns {Promise<void>} */
function drawing() {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    const unseen = setTimeout(resolve, UNSEEN_MS);
    requestAnimationFrame(() => {
      clearTimeout(unseen);
      setTimeout(resolve);
    });
  });
}

/** What cannot be loaded must not keep the new table from being shown. @param {GameEvent[]} events */
async function listRecap(events) {
  await recap().then(({ list }) => list(events), console.error);
}

for (const moment of ["htmx:before:request", "htmx:finally:request"]) document.addEventListener(moment, onHint);

export const stage = new MatchStage();
