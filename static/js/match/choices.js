// What the viewer may do now, as the server listed it in #turn: nothing here knows a rule.

/** Where an action goes, as a key: "lane:top", "onto:top:1", "target:B:top:0". */
export function placeOf(action) {
  if (action.target) return `target:${action.target.player}:${action.target.lane}:${action.target.index}`;
  if (action.onto !== undefined) return `onto:${action.lane}:${action.onto}`;
  return `lane:${action.lane}`;
}

/** The element that stands for such a place, for the viewer of `seat`. */
export function elementOf(key, seat) {
  const [kind, ...rest] = key.split(":");
  if (kind === "lane") return document.getElementById(`berth-${rest[0]}`);
  const [player, lane, index] = kind === "onto" ? [seat, ...rest] : rest;
  return document.querySelectorAll(`#realm-${player}-${lane} .creature`)[Number(index)] ?? null;
}

function data() {
  return document.getElementById("turn")?.dataset ?? {};
}

/** The viewer's seat, or "" for a spectator. */
export function seat() {
  return data().seat ?? "";
}

let parsed = { text: "", list: [] };

function all() {
  const text = data().choices ?? "[]";
  if (parsed.text !== text) parsed = { text, list: JSON.parse(text) };
  return parsed.list;
}

/** The choices of one card: `source` is {"hand": place} or {"champion": true}. */
export function choicesOf(source) {
  return all().filter(({ action }) =>
    source.champion ? action.type === "champion" : action.type === "play" && action.hand === source.hand,
  );
}

/** The source that an element of the own hand stands for, or null. */
export function sourceOf(element) {
  if (!element?.closest("[data-own]")) return null;
  if (element.dataset.champion !== undefined) return { champion: true };
  if (element.dataset.place === undefined) return null;
  return { hand: Number(element.dataset.place) };
}
