// The room of a lane (both have the same) as custom properties in pixels: css/board.css and css/tiles.css size the cards in
// it by them. As size containers the realms would be sized again in every layout of the page, whatever it is about.

import { all } from "../dom.js";

const MIN_ROOMY_HEIGHT = 340; // pixels: in a lower lane seven tiles on either side of a bridge may not have room

/** @type {Element | null} */
let lane = null;
const observer = new ResizeObserver(measure);

/** @param {ResizeObserverEntry[]} entries */
function measure(entries) {
  for (const { target, contentRect } of entries) if (target === lane && contentRect.height) publish(contentRect);
}

/** @param {DOMRectReadOnly} rect */
function publish({ width, height }) {
  const sea = lane?.parentElement;
  if (!sea) return;
  const { style } = sea;
  sea.toggleAttribute("data-tight", height < MIN_ROOMY_HEIGHT);
  style.setProperty("--lane-w", `${width}px`);
  style.setProperty("--lane-h", `${height}px`);
}

/** Whether the sea has the properties: a redrawn table has none. @param {Element} shown */
function hasProperties(shown) {
  return shown.parentElement?.style.getPropertyValue("--lane-w") !== "";
}

/** Write on each lane how many creatures are at either end. */
export function countLanes() {
  for (const realm of all("#table .realm")) {
    const lane = realm.parentElement?.dataset;
    const side = realm.matches(".realm-near") ? "near" : "far";
    if (lane && lane[side] !== realm.dataset.count) lane[side] = realm.dataset.count;
  }
}

/** From now on the properties follow the lanes of the table that is there, if there are any. */
export function followLane() {
  countLanes();
  const shown = document.querySelector("#table .lane");
  if (shown === lane && (!shown || hasProperties(shown))) return;
  observer.disconnect();
  lane = shown;
  if (lane) observer.observe(lane);
}
