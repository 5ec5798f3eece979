// The create form: only what goes together can be chosen. [data-when="mode=duel format=draft"] shows a part of the form
// while all its conditions hold (mode=duel|hotseat: either will do); a hidden part's fields are switched off and so not
// sent.

const form = document.getElementById("create");

function value(name) {
  return form.elements.namedItem(name)?.value ?? "";
}

function holds(conditions) {
  return conditions.split(" ").every((condition) => {
    const [name, wanted] = condition.split("=");
    return wanted.split("|").includes(value(name));
  });
}

function update() {
  for (const part of form.querySelectorAll("[data-when]")) {
    const shown = holds(part.dataset.when);
    part.hidden = !shown;
    if (part.tagName === "FIELDSET") part.disabled = !shown;
  }
  if (leaveHidden()) update();
}

/** A hidden tile cannot stay chosen: the first one of its row that is shown takes its place. */
function leaveHidden() {
  const chosen = form.querySelector(".tile[hidden] input:checked");
  const instead = chosen?.closest(".tile-row")?.querySelector(".tile:not([hidden]) input");
  if (instead) instead.checked = true;
  return Boolean(instead);
}

form.addEventListener("change", update);
update();
