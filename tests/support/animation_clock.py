"""A clock for animations, so that their length does not depend on the load of the machine."""

from __future__ import annotations

from typing import Final

CLOCK: Final = """async () => {
  const loaded = () => performance.getEntriesByType("resource").find(({ name }) => name.includes("match/animator.js"));
  while (!loaded()) await new Promise((resolve) => setTimeout(resolve, 10));
  const { lazy } = await import(new URL("../fragments.js", loaded().name).href);
  const animations = ["automaton", "fortress", "return"].map((name) => `${name}_animations`);
  for (const name of ["ability_drawings", "destruction", "ending", "incantations", "large_card", ...animations])
    await lazy(`match/${name}`)();
  const { Animator } = await import(new URL("animator.js", loaded().name).href);
  window.clock = 0;
  const waiting = new Set();
  let isPlanned = false;
  const plan = () => {
    if (isPlanned || !waiting.size) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      const [first] = [...waiting].sort((a, b) => a.end - b.end);
      if (!first) return;
      const isPlaying = document.documentElement.hasAttribute("data-playing");
      if (isPlaying) window.clock = Math.max(window.clock, first.end);
      first.animation.finish();
      waiting.delete(first);
      plan();
    });
  };
  const expect = (animation, duration) => {
    const entry = { animation, end: window.clock + duration };
    waiting.add(entry);
    plan();
    return entry;
  };
  Animator.prototype.wait = (duration) => new Promise((resolve) => expect({ finish: resolve }, duration));
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = real.call(this, frames, options);
    animation.pause();
    const { delay = 0, duration = 0, lasts = duration, iterations = 1 } = options;
    const entry = expect(animation, delay + lasts * iterations);
    // Cancelled, or ended with the step: it must not advance the clock of the next.
    const forget = () => waiting.delete(entry);
    animation.finished.then(forget, forget);
    return animation;
  };
}"""
"""A script: from now on animations end one after the other as fast as the page can, in the order of a clock that only
they advance; `window.clock` is the milliseconds that they would have taken. It must not advance while a step waits for
anything else: so modules that come late are loaded first, and what a skip has ended is forgotten."""
