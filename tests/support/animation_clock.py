"""A clock for animations, so that their length does not depend on the load of the machine."""

from __future__ import annotations

from typing import Final

CLOCK: Final = """async () => {
  const LATER = ["ability_drawings", "destruction", "large_card"];
  const loaded = () => performance.getEntriesByType("resource").find(({ name }) => name.includes("match/animator.js"));
  while (!loaded()) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const name of ["automaton", "return", "fortress"].map((each) => `${each}_animations`).concat(LATER))
    await import(new URL(`${name}.js`, loaded().name).href);
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
    animation.finished.catch(() => waiting.delete(entry));
    return animation;
  };
}"""
"""A script: from now on animations end one after the other as fast as the page can, in the order of a clock that only
they advance; `window.clock` is the milliseconds that they would have taken. The modules that come late are awaited: the
clock must not advance while a step waits for anything else."""
