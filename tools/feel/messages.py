"""Rows: what does a message of the match cost the main thread, and how soon is it on the screen?"""

from __future__ import annotations

import json
from typing import Final

from playwright.sync_api import Browser, Page

from tools.feel.answers import IDLE
from tools.feel.row import Row
from tools.feel.trace import Event, recording, slowed

SLOWER: Final = 4
PLAYS: Final = 12  # of the viewer; the bot answers some of them with a turn of its own
PER_MESSAGE: Final = 200  # milliseconds
PAINT: Final = 100  # milliseconds, nine of ten messages
TASK: Final = 100  # milliseconds
FRAMES: Final = 97  # per cent
RATE: Final = 60  # frames a second of the screen
KINDS: Final = {
    "style": {"UpdateLayoutTree"},
    "layout": {"Layout"},
    "paint": {"PrePaint", "Paint", "Layerize", "Commit"},
}
# From now on the page notes for each message of the match how long it takes until a frame shows the first change of the
# table, in milliseconds.
LISTEN: Final = """() => {
  const heard = [];
  window.heard = heard;
  document.getElementById("match").addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
    if (!/"content"/.test(detail.message.data)) return;
    const begun = performance.now();
    const watch = new MutationObserver(() => {
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => heard.push(performance.now() - begun)));
    });
    for (const id of ["main", "fx", "turn"]) {
      const part = document.getElementById(id);
      if (part) watch.observe(part, { childList: true, subtree: true, characterData: true, attributes: true });
    }
  }, { capture: true });
}"""
# Play a card, chosen by chance with a seed, where one may be played; else attack. Return whether the match goes on.
STEP: Final = """(number) => {
  const choices = JSON.parse(document.getElementById("turn").dataset.choices || "[]").filter(({ ask }) => !ask);
  const attack = document.querySelector("#attack");
  if (document.getElementById("result-title")) return false;
  const { action } = choices[(number * 7919) % choices.length] ?? {};
  if (!action || number % 4 === 3 || action.hand === undefined) { attack?.click(); return true; }
  document.querySelector(`[data-own] .held[data-place="${action.hand}"]`).click();
  const { target, lane, onto } = action;
  const place = target
    ? document.querySelectorAll(`#realm-${target.player}-${target.lane} .creature`)[target.index]
    : onto === undefined
      ? document.querySelector(`#berth-${lane}`)
      : document.querySelectorAll(`[id^="realm-"][id$="-${lane}"].realm-near .creature`)[onto];
  place.click();
  return true;
}"""


def in_a_duel(browser: Browser, page: Page) -> list[Row]:
    """Play a part of a duel against a bot, the processor slowed down, and share its work among its messages."""
    page.wait_for_function(IDLE)
    page.evaluate(LISTEN)
    with slowed(page, SLOWER), recording(browser, page) as events:
        for number in range(PLAYS):
            if not page.evaluate(STEP, number):
                break
            page.wait_for_timeout(100)
            page.wait_for_function(IDLE, timeout=120_000)
    times: list[float] = json.loads(page.evaluate("JSON.stringify(window.heard)"))
    return _rows(events, times)


def _rows(events: list[Event], times: list[float]) -> list[Row]:
    count = len(times)
    tasks = [event for event in events if event.name == "RunTask"]
    total = sum(event.worked for event in tasks) / count
    longest = max(event.worked for event in tasks)
    parts = ", ".join(f"{kind} {_worked(events, names) / count:.0f}" for kind, names in KINDS.items())
    styles = sum(event.name == "UpdateLayoutTree" for event in events) / count
    seconds = (events[-1].at - events[0].at) / 1000
    dropped = sum(event.name == "DroppedFrame" for event in events)
    share = 100 - 100 * dropped / (RATE * seconds)
    ordered = sorted(times)
    half, most = ordered[count // 2], ordered[count * 9 // 10]
    where = f"a duel of {count} messages, processor {SLOWER} times as slow"
    return [
        Row(
            f"{where}: main thread a message",
            f"{total:.0f} ms ({parts}; {styles:.0f} recalculations)",
            f"at most {PER_MESSAGE} ms",
            total <= PER_MESSAGE,
        ),
        Row(f"{where}: longest task", f"{longest:.0f} ms", f"at most {TASK} ms", longest <= TASK),
        Row(
            f"{where}: message to painted board",
            f"p50 {half:.0f}, p90 {most:.0f}, longest {ordered[-1]:.0f} ms",
            f"p90 under {PAINT} ms",
            most < PAINT,
        ),
        Row(f"{where}: frames in time", f"{share:.0f} %", f"{FRAMES} %", share >= FRAMES),
    ]


def _worked(events: list[Event], names: set[str]) -> float:
    return sum(event.worked for event in events if event.name in names)
