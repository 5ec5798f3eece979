// The room of the sea, where the lanes lie, as custom properties in pixels: css/board.css and css/tiles.css size the cards
// in it by them. As size containers the realms would be sized again in every layout of the page, whatever it is about.

/** @type {Element | null} */
let sea = null;
const observer = new ResizeObserver(measure);

/** @param {ResizeObserverEntry[]} entries */
function measure(entries) {
  for (const { target, contentRect } of entries) if (target === sea && contentRect.height) tell(contentRect);
}

/** @param {DOMRectReadOnly} rect */
function tell({ width, height }) {
  const { style } = document.documentElement;
  style.setProperty("--sea-w", `${width}px`);
  style.setProperty("--sea-h", `${height}px`);
}

/** From now on the properties follow the sea of the table that is there, if there is one. */
export function followSea() {
  const shown = document.querySelector("#table .sea");
  if (shown === sea) return;
  observer.disconnect();
  sea = shown;
  if (sea) observer.observe(sea);
}
