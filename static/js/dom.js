// Finding elements, with their types; what a tab has been through.

/**
 * The element that an event is about, or the nearest one around it, if it matches `selector`.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * All elements that match, in the document's order.
 *
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
export function all(selector, root = document) {
  return [...root.querySelectorAll(/** @type {"div"} */ (selector))];
}

/**
 * The element with this id, which the page must have.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`This page has no ${type.name} with the id ${id}.`);
}

/**
 * Call something in the next frame, when the page is laid out and not yet painted: what it reads lays nothing out.
 *
 * @param {() => void} call
 */
export function whenLaidOut(call) {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    call();
  });
  observer.observe(document.body);
}

/** Show the end of a list, if there is one. @param {HTMLElement | null} list */
export function scrollToEnd(list) {
  if (list)
    whenLaidOut(() => {
      list.scrollTop = list.scrollHeight;
    });
}

/** Whether an element has a place on the page and is not invisible. @param {Element} element */
export function isSeen(element) {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
}

/**
 * Remember that this tab has done this on this page; returns whether it had. A browser may refuse to store anything.
 *
 * @param {string} key
 */
export function wasHere(key) {
  try {
    const before = sessionStorage.getItem(key);
    sessionStorage.setItem(key, location.pathname);
    return before === location.pathname;
  } catch {
    return false;
  }
}

/** Return an id by chance, of 32 letters and digits. `crypto.randomUUID` is there by https alone. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
