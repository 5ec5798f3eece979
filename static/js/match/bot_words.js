// What a computer opponent says: when the match begins, when a Bastion falls, at the end. The table holds its lines.

import { wasHere } from "../dom.js";
import { lazy } from "../fragments.js";

const KEY = "clash-greeted"; // the match in which this tab has been greeted
const FIRST_TURNS = 2;
const bubbles = lazy("match/bubble");

/** @returns {DOMStringMap | null} */
function voice() {
  return document.getElementById("voice")?.dataset ?? null;
}

function isWanted() {
  return document.getElementById("match")?.dataset.emotes !== undefined && window.prefs.get("emotes") === "on";
}

/** @param {string} moment */
async function speak(moment) {
  const lines = voice();
  const words = lines?.[moment];
  if (words && isWanted()) (await bubbles()).bubble(lines.seat, [words]);
}

/** Greet who comes to a match that has just begun, once. */
export function greet() {
  const turn = Number(document.getElementById("turn")?.dataset.turn ?? 0);
  if (turn < 1 || turn > FIRST_TURNS || wasHere(KEY)) return;
  speak("greets");
}

/** Say something about what has happened. @param {GameEvent[]} events */
export function answer(events) {
  const seat = voice()?.seat;
  const end = events.find((event) => event.type === "over");
  const fall = events.findLast((event) => event.type === "bastion_fell");
  if (end) {
    // Nothing is said of a draw, nor of a match that the host has ended.
    if (end.winner !== "draw") speak(end.winner === seat ? "wins" : "loses");
  } else if (fall) speak(fall.player === seat ? "hurt" : "strikes");
}
