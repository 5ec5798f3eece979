// The texts of which a frame's HTML is made: each comes once, later frames say its number (docs/decisions/board-fragments.md).

const texts = [];

/** Make the HTML of `frame.content` whole. Frames must come in the order in which they were sent, none left out. */
export function complete(frame) {
  if (!Array.isArray(frame.content)) return;
  const [fleeting, ...pieces] = frame.content; // the first never comes again, and has no number
  texts.length = frame.texts; // a new connection counts anew
  frame.content = fleeting + pieces.map((piece) => (typeof piece === "number" ? texts[piece] : keep(piece))).join("");
}

function keep(text) {
  texts.push(text);
  return text;
}
