// The create form: only what goes together can be chosen. [data-when="mode=duel format=draft"] shows a part of the form
// while all its conditions hold (mode=duel|hotseat: either will do); a hidden part's fields are disabled, and so are not
// sent.

import { all, byId } from "./dom.js";

const form = byId("create", HTMLFormElement);

/** What is chosen of the tiles of a name: "duel", of boxes also "treachery+breaching"; "" if nothing is. @param {string} name */
function value(name) {
  return all(`[name="${name}"]:checked`, form)
    .map((tile) => tile.getAttribute("value"))
    .join("+");
}

/** @param {string} conditions */
function holds(conditions) {
  return conditions.split(" ").every((condition) => {
    const [name, wanted] = condition.split("=");
    return wanted.split("|").includes(value(name));
  });
}

function update() {
  for (const part of all("[data-when]", form)) {
    const shown = holds(part.dataset.when ?? "");
    part.hidden = !shown;
    if (part instanceof HTMLFieldSetElement) part.disabled = !shown;
  }
  if (replaceHiddenChoice()) update();
}

/** A hidden tile cannot stay chosen: the first tile of its row that is shown takes its place. */
function replaceHiddenChoice() {
  const chosen = form.querySelector(".tile[hidden] input:checked");
  const instead = chosen?.closest(".tile-row")?.querySelector(".tile:not([hidden]) input");
  if (!(instead instanceof HTMLInputElement)) return false;
  instead.checked = true;
  return true;
}

form.addEventListener("change", update);
update();
