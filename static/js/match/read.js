// Reading the table aloud: a key, or a button of the help, says a hand, the lanes, the turn, what happened, or what the coming
// assault would do, by the names that the elements have. Loaded when something is first read.

import { all } from "../dom.js";

const EVENTS = 8; // lines of the log

/** What is written in an element, but for what is hidden from screen readers. @param {Element | null} element */
function words(element) {
  if (!element) return "";
  const found = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (!node.parentElement?.closest("[aria-hidden=true], [hidden]")) found.push(node.textContent ?? "");
  return found.join(" ").replace(/\s+/g, " ").trim();
}

/** @param {Element | null | undefined} element */
function label(element) {
  return element?.getAttribute("aria-label");
}

/** @param {Array<string | null | undefined>} parts */
function sentence(parts) {
  return parts.filter(Boolean).join(". ");
}

/** The seat that is drawn near, or the far one. @param {boolean} near */
function seat(near) {
  return document.querySelector(`.seat-${near ? "near" : "far"} .hand`)?.id.at(-1) ?? "A";
}

/** In a draft: what one has picked, or the other one. @param {boolean} near */
function picks(near) {
  const deck = all("#draft > [id^=deck-]").at(near ? -1 : 0);
  return sentence([label(deck), ...all(".picked-card", deck).map(words)]);
}

/** @param {boolean} near */
function hand(near) {
  if (document.getElementById("draft")) return picks(near);
  const element = document.getElementById(`hand-${seat(near)}`);
  const playable = document.querySelector("[data-playable]")?.getAttribute("data-playable") ?? "";
  const cards = all(".hand-row > .held, .champion-seat .held", element ?? document).map((held, place) => {
    const legal = held.matches(".held-legal") ? `, ${playable}` : "";
    return `${place + 1}: ${label(held) ?? words(held)}${legal}`;
  });
  return sentence([label(element), ...cards]);
}

function lanes() {
  const offers = document.getElementById("offers");
  if (offers) return sentence([label(offers), ...all(".offer", offers).map(words)]);
  const realms = all("#table .realm").map((realm) => {
    const creatures = all(".creature", realm).map((creature, place) => `${place + 1}: ${words(creature)}`);
    return sentence([label(realm), ...(creatures.length ? creatures : ["–"])]);
  });
  return sentence(realms);
}

function turn() {
  const bars = ["A", "B"].map((player) => words(document.getElementById(`bar-${player}`)));
  return sentence([words(document.querySelector("#status .status-words")), ...bars]);
}

function events() {
  return sentence(all("#log > *").slice(-EVENTS).map(words));
}

function forecast() {
  const falling = all("#table .creature-falls").map(words);
  return sentence([words(document.querySelector(".attack .gist")), ...falling, ...all(".forecast-words").map(words)]);
}

/** @type {Record<string, () => string>} */
const READERS = { h: () => hand(true), o: () => hand(false), l: lanes, t: turn, e: events, f: forecast };

/** Say what belongs to a key; the same again is said again. @param {string} key */
export function read(key) {
  const said = document.getElementById("spoken");
  if (!said) return;
  said.textContent = "";
  requestAnimationFrame(() => {
    said.textContent = READERS[key]?.() || turn();
  });
}
