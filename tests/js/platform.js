// What scripts of the board ask a browser for when they are loaded, for tests that need nothing of it.

Object.assign(globalThis, {
  window: globalThis,
  document: new EventTarget(),
  CSS: { supports: () => true },
  ResizeObserver: class {},
});
