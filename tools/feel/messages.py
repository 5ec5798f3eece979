"""Rows: the cost of a match's message to the main thread, and the time until it is on the screen."""

from __future__ import annotations

import json
from statistics import mean
from typing import Final, Literal

from playwright.sync_api import Page

from tools.feel import board, frames
from tools.feel.bench import Bench
from tools.feel.row import FeelRow
from tools.feel.trace import MAIN_ONLY, TraceEvent, recording, share_in_time, slowed
from tools.rig.figures import figure

SLOWER: Final = 4
SEEDS: Final = (1, 2, 3)  # of the duels
PLAYS: Final = 12  # of the viewer in each; the bot answers some of them with a turn of its own
PER_MESSAGE: Final = 200  # milliseconds
FRAMES: Final = 8  # of the main thread for each message
PAINT: Final = 100  # milliseconds, nine of ten messages
TASK: Final = 100  # milliseconds
WHERE: Final = f"a phone {SLOWER} times as slow"
MAIN_THREAD: Final = figure(f"a message on {WHERE}: main thread", f"{PER_MESSAGE} ms", "make feel ONLY=messages")
STILL: Final = figure(f"{MAIN_THREAD.what}, where nothing moves", MAIN_THREAD.aim, MAIN_THREAD.command)
MAIN_FRAMES: Final = figure(f"a message on {WHERE}: main frames", f"{FRAMES}", MAIN_THREAD.command)
LONGEST: Final = figure(f"a message on {WHERE}: longest task", f"{TASK} ms", "make feel ONLY=messages")
PAINTED: Final = figure(f"a message on {WHERE}: painted", f"{PAINT} ms at p90", "make feel ONLY=messages")
IN_TIME: Final = figure(f"frames in time meanwhile, on {WHERE}", f"{frames.GOAL} %", "make feel ONLY=messages")
KINDS: Final = {
    "style": {"UpdateLayoutTree"},
    "layout": {"Layout"},
    "paint": {"PrePaint", "Paint", "Layerize", "Commit"},
    "script": {"FunctionCall", "EvaluateScript", "RunMicrotasks", "TimerFire", "FireAnimationFrame"},
}
# From now on the page records for each message of the match the time until a frame shows the first change of the
# table, in milliseconds.
LISTEN: Final = """() => {
  const shown = [];
  window.shown = shown;
  document.getElementById("match").addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
    if (!/"content"/.test(detail.message.data)) return;
    const begun = performance.now();
    const watch = new MutationObserver(() => {
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => shown.push(performance.now() - begun)));
    });
    for (const id of ["main", "fx", "turn"]) {
      const part = document.getElementById(id);
      if (part) watch.observe(part, { childList: true, subtree: true, characterData: true, attributes: true });
    }
  }, { capture: true });
}"""
# Play a card, chosen by chance with a seed, where one may be played; else attack. Returns whether the match continues.
# Two presses of a finger are two tasks of the page.
STEP: Final = """async (number) => {
  const choices = JSON.parse(document.getElementById("turn").dataset.choices || "[]").filter(({ ask }) => !ask);
  if (document.getElementById("result-title")) return false;
  const { action } = choices[(number * 7919) % choices.length] ?? {};
  if (!action || number % 4 === 3 || action.hand === undefined) {
    document.querySelector("#attack, #end-turn").click();
    return true;
  }
  document.querySelector(`[data-own] .held[data-place="${action.hand}"]`).click();
  const { target, lane, onto } = action;
  await new Promise((resolve) => setTimeout(resolve));
  const place = target
    ? document.querySelectorAll(`#realm-${target.player}-${target.lane} .creature`)[target.index]
    : onto === undefined
      ? document.querySelector(`#berth-${lane}`)
      : document.querySelectorAll(`[id^="realm-"][id$="-${lane}"].realm-near .creature`)[onto];
  place.click();
  return true;
}"""


def in_duels(bench: Bench) -> list[FeelRow]:
    """Play the first turns of duels against a bot, the processor slowed down; share their work among the messages."""
    dots: list[float] = []
    events, times = _recorded(bench, "no-preference", dots)
    still, seen = _recorded(bench, "reduce")
    cost = _main_thread(still, len(seen))
    nothing_moves = FeelRow(STILL, f"{cost:.0f} ms ({_parted(still, len(seen))})", cost <= PER_MESSAGE)
    return [*_rows(events, times, mean(dots)), nothing_moves]


def _recorded(
    bench: Bench, motion: Literal["no-preference", "reduce"], dots: list[float] | None = None
) -> tuple[list[TraceEvent], list[float]]:
    """Return the events of all duels and the milliseconds until each message was shown; add to `dots` the frames in
    time of a moving dot after each duel, in per cent."""
    events: list[TraceEvent] = []
    times: list[float] = []
    for seed in SEEDS:
        with bench.phone() as page:
            page.emulate_media(reduced_motion=motion)
            board.open_board(page, bench.site, board.duel_record(seed))
            page.evaluate(LISTEN)
            with slowed(page, SLOWER):
                with recording(bench.browser, page) as recorded:
                    _play(page)
                if dots is not None:
                    dots.append(frames.with_a_dot(bench.browser, page))
            times += json.loads(page.evaluate("JSON.stringify(window.shown)"))
            events += recorded
    return events, times


def _play(page: Page) -> None:
    for number in range(PLAYS):
        seq = page.evaluate(board.SEQ)
        if not page.evaluate(STEP, number):
            return
        board.wait(page, seq)


def _main_thread(events: list[TraceEvent], count: int) -> float:
    return _worked(events, MAIN_ONLY) / count


def _each(events: list[TraceEvent], name: str, count: int) -> float:
    return sum(event.name == name for event in events) / count


def _parted(events: list[TraceEvent], count: int) -> str:
    parts = ", ".join(f"{kind} {_worked(events, names) / count:.0f}" for kind, names in KINDS.items())
    return f"{parts}; {_each(events, 'UpdateLayoutTree', count):.0f} recalculations; {count} messages"


def _rows(events: list[TraceEvent], times: list[float], dot: float) -> list[FeelRow]:
    count = len(times)
    total = _main_thread(events, count)
    main_frames = _each(events, "BeginMainThreadFrame", count)
    longest = max(event.worked for event in events if event.name in MAIN_ONLY)
    ordered = sorted(times)
    half, most = ordered[count // 2], ordered[count * 9 // 10]
    times_of_most = f"p50 {half:.0f}, p90 {most:.0f}, longest {ordered[-1]:.0f} ms"
    return [
        FeelRow(MAIN_THREAD, f"{total:.0f} ms ({_parted(events, count)})", total <= PER_MESSAGE),
        FeelRow(MAIN_FRAMES, f"{main_frames:.1f}", main_frames <= FRAMES),
        FeelRow(LONGEST, f"{longest:.0f} ms", longest <= TASK),
        FeelRow(PAINTED, times_of_most, most < PAINT),
        frames.in_time(IN_TIME, share_in_time(events), dot),
    ]


def _worked(events: list[TraceEvent], names: set[str]) -> float:
    return sum(event.worked for event in events if event.name in names)
