// Drawing marks: a drag or two taps on the table, or two lists and a button (templates/matches/table/marks.html). While the form is open nothing
// on the table can be played.

import { around } from "./dom.js";

/** @typedef {(text: string) => void} Changed */
/** @typedef {typeof import("./marks.js")} Marks what is drawn: this comes late on a board, and what it imports must be there */

export class MarksForm {
  #form;
  #marks;
  #changed;
  /** @type {string[]} */
  #drawn = [];
  #start = ""; // the first of two taps
  #from = ""; // where a finger came down
  #isDragged = false; // the click that follows a drag is none

  /** @param {HTMLFormElement} form @param {Marks} marks @param {Changed} changed gets all marks each time that they change */
  constructor(form, marks, changed) {
    this.#form = form;
    this.#marks = marks;
    this.#changed = changed;
    document.querySelector(".match")?.after(form); // below the hand, whose cards are tapped
    form.addEventListener("submit", (event) => this.#onSubmit(event));
    form.addEventListener("click", (event) => this.#onClick(event));
    for (const type of ["pointerdown", "pointerup", "pointercancel", "click"])
      addEventListener(type, (event) => this.#onTable(/** @type {PointerEvent} */ (event)), true);
  }

  get isOpen() {
    return !this.#form.hidden;
  }

  /** Begin with these marks. @param {string} text */
  open(text) {
    this.#drawn = text.split(" ").filter(Boolean);
    this.#show(true);
    this.fill();
    this.#select("start").focus();
  }

  close() {
    this.#show(false);
    this.#pick("");
  }

  /** @param {boolean} open */
  #show(open) {
    this.#form.hidden = !open;
    document.documentElement.toggleAttribute("data-drawing", open);
  }

  /** Offer what lies on the table now. */
  fill() {
    for (const name of ["start", "end"]) {
      const select = this.#select(name);
      const { value } = select;
      const none = name === "end" ? [select.options[0]] : [];
      select.replaceChildren(...none, ...groups(this.#marks));
      if (this.#marks.elementAt(value)) select.value = value;
    }
  }

  /** @param {string} name @returns {HTMLSelectElement} */
  #select(name) {
    return /** @type {HTMLSelectElement} */ (this.#form.elements.namedItem(name));
  }

  /** @param {Event} event */
  #onSubmit(event) {
    event.preventDefault();
    this.#add(this.#select("start").value, this.#select("end").value);
  }

  /** @param {Event} event */
  #onClick(event) {
    const wish = around(event, "[data-marks]")?.dataset.marks;
    if (wish === "last") this.#set(this.#drawn.slice(0, -1));
    else if (wish === "all") this.#set([]);
    else if (wish === "close") this.close();
  }

  /** @param {PointerEvent} event */
  #onTable(event) {
    // Offers lie next to the table's cards: they are answered as always.
    if (!this.isOpen || !around(event, "#table") || around(event, ".offer-line")) return;
    event.stopPropagation();
    event.preventDefault();
    const { type, clientX, clientY } = event;
    // A finger's events go to where it came down.
    const spot = spotOf(this.#marks, type === "pointerup" ? document.elementFromPoint(clientX, clientY) : event.target);
    if (type === "pointerdown") {
      this.#from = spot;
      this.#isDragged = false;
    } else if (type === "pointercancel") {
      this.#from = "";
    } else if (type === "pointerup") {
      this.#isDragged = this.#from !== "" && spot !== "" && spot !== this.#from;
      if (!this.#isDragged) return;
      this.#pick("");
      this.#add(this.#from, spot);
    } else if (spot && !this.#isDragged) this.#tap(spot);
  }

  /** @param {string} spot */
  #tap(spot) {
    if (this.#start) {
      this.#add(this.#start, spot);
      this.#pick("");
    } else {
      this.#pick(spot);
    }
  }

  /** @param {string} spot */
  #pick(spot) {
    this.#start = spot;
    this.#marks.draw([...this.#drawn, spot].join(" "));
  }

  /** The same mark again removes it. @param {string} start @param {string} end */
  #add(start, end) {
    const mark = end && end !== start ? `${start}>${end}` : start;
    const kept = this.#drawn.filter((one) => one !== mark);
    this.#set(kept.length < this.#drawn.length ? kept : [...kept, mark].slice(-Number(this.#form.dataset.most)));
  }

  /** @param {string[]} drawn */
  #set(drawn) {
    this.#drawn = drawn;
    this.#marks.draw(drawn.join(" "));
    this.#changed(drawn.join(" "));
  }
}

/** The spot of the table at which `target` lies, "" for none. @param {Marks} marks @param {EventTarget | null} target */
function spotOf(marks, target) {
  const found = target instanceof Node && marks.spots().find(({ element }) => element.contains(target));
  return found ? found.spot : "";
}

/** The spots of the table as options, by where they lie. @param {Marks} marks */
function groups(marks) {
  /** @type {Map<string, HTMLOptGroupElement>} */
  const found = new Map();
  for (const { spot, name, group } of marks.spots()) {
    const options = found.get(group) ?? document.createElement("optgroup");
    options.label = group;
    const place = /\d+$/.exec(spot);
    options.append(new Option(place ? `${Number(place[0]) + 1}. ${name}` : name, spot));
    found.set(group, options);
  }
  return found.values();
}
