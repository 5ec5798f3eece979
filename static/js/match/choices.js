// What the viewer may do now, as the server listed it in #turn: nothing here knows a rule.

/** Return where an action goes, as a key: "lane:top", "onto:top:1", "target:B:top:0". @param {Action} action */
export function placeOf(action) {
  if (action.target) return `target:${action.target.player}:${action.target.lane}:${action.target.index}`;
  if (action.onto !== undefined) return `onto:${action.lane}:${action.onto}`;
  return `lane:${action.lane}`;
}

/**
 * The element that stands for such a place, for the viewer of `seat`.
 *
 * @param {string} key
 * @param {string} seat
 * @returns {HTMLElement | null}
 */
export function elementOf(key, seat) {
  const [kind, ...rest] = key.split(":");
  if (kind === "lane") return document.getElementById(`berth-${rest[0]}`);
  const [player, lane, index] = kind === "onto" ? [seat, ...rest] : rest;
  const creature = document.querySelectorAll(`#realm-${player}-${lane} .creature`)[Number(index)];
  return creature instanceof HTMLElement ? creature : null;
}

function turn() {
  return document.getElementById("turn")?.dataset;
}

/** The viewer's seat, or "" for a spectator. */
export function seat() {
  return turn()?.seat ?? "";
}

/** @type {{text: string, choices: Choice[]}} */
let parsed = { text: "", choices: [] };

function choices() {
  const text = turn()?.choices ?? "[]";
  if (parsed.text !== text) parsed = { text, choices: JSON.parse(text) };
  return parsed.choices;
}

/** The choices of one card. @param {CardSource} source */
export function choicesOf(source) {
  return choices().filter(({ action }) =>
    source.champion ? action.type === "champion" : action.type === "play" && action.hand === source.hand,
  );
}

/**
 * The card that an element of the own hand stands for, or null.
 *
 * @param {HTMLElement} element
 * @returns {CardSource | null}
 */
export function sourceOf(element) {
  if (!element.closest("[data-own]")) return null;
  if (element.dataset.champion !== undefined) return { champion: true };
  if (element.dataset.place === undefined) return null;
  return { hand: Number(element.dataset.place) };
}
