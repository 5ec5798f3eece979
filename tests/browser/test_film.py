"""The film of what happened: every effect, number, pause, sound and sentence of a duel and a turn of the automaton.

They are written down in their order, with the milliseconds that they last (film.txt), so that none is lost or changed
unseen. After an intended change `CLASH_SAVE_FILM=1` writes them again; what differs is then read in the commit.
"""

from __future__ import annotations

import json
import os
import random
from itertools import groupby
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from engine.match import Match, Options
from engine.record import MatchRecord, Move
from tests.support.animation_clock import CLOCK
from tests.support.browser import Visitors
from tests.support.positions import solo_from
from tests.support.table import posted
from tools.feel.board import automaton_record

FILM: Final = Path(__file__).with_name("film.txt")
SEED: Final = 1
"""Of a duel in which by chance nearly all happens that a duel without Champions has."""
# What depends on where things lie is left out: a piece that moves by a pixel more or less may have no way to go.
RECORD: Final = """async () => {
  const { Animator } = await import(performance.getEntriesByType("resource")
    .find(({ name }) => name.includes("match/animator.js")).name);
  window.film = [];
  Math.random = () => 0.5;
  const MOVED = /^(held|lifted|creature|puff|debris|mana|gem|pile)/;
  const what = ({ className, id }) => {
    const classes = String(className.baseVal ?? className).split(" ").filter((each) => !/^(is-|name-)/.test(each));
    return classes.join(".") || `#${id}`;
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    const { duration, lasts = duration, delay = 0, easing = "", fill = "", iterations = 1 } = options;
    const time = [Math.round(lasts), delay && `+${Math.round(delay)}`, iterations > 1 && `x${iterations}`, fill];
    const ease = easing.startsWith("linear(") ? "" : easing;
    const name = what(this);
    if (!MOVED.test(name)) window.film.push(`${name} (${[...time, ease].filter(Boolean).join(" ")})`);
    return animate.call(this, frames, options);
  };
  const { wait } = Animator.prototype;
  Animator.prototype.wait = function (duration) {
    window.film.push(`wait ${Math.round(duration)}`);
    return wait.call(this, duration);
  };
  document.addEventListener("game-sound", ({ detail: { name, raised } }) =>
    window.film.push(`sound ${name}${raised ? ` +${raised}` : ""}`));
  const caption = document.getElementById("caption");
  new MutationObserver(() => window.film.push(`say ${document.getElementById("caption").textContent}`))
    .observe(caption.parentElement, { childList: true, characterData: true, subtree: true });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { className, textContent } of addedNodes)
        if (/float|banner|headline|reveal/.test(className ?? "")) window.film.push(`shows ${textContent.trim()}`);
  }).observe(document.getElementById("fx"), { childList: true, subtree: true });
}"""


def by_chance(seed: int) -> str:
    """Return the text of the record of a whole duel that is played by chance."""
    chance = random.Random(seed)
    options = Options(seed=seed, first="A", decks={"A": 1, "B": 2})
    match, moves = Match.new(options), list[Move]()
    while match.status != "over":
        (seat,) = match.to_act
        action = chance.choice(match.legal_actions(seat))
        match, _events = match.apply(seat, action)
        moves.append(Move(seat, action, 0))
    return json.dumps(MatchRecord(options, {"A": "Anna", "B": "Bo"}, moves, match.outcome).to_json())


def filmed(page: Page) -> list[str]:
    """Return what was shown since it was last asked for; what is shown several times in a row, once with its number."""
    lines: list[str] = page.evaluate("() => window.film.splice(0)")
    runs = [(line, len(list(run))) for line, run in groupby(lines)]
    return [f"{count} x {line}" if count > 1 else line for line, count in runs if line != "say "]


def duel(page: Page, record: str) -> list[str]:
    """Step through a replay; returns what each step shows."""
    page.goto(posted(page, "/replays", text=record) + "?step=0")
    expect(page.locator("#play")).to_be_visible()
    page.evaluate(CLOCK)
    page.evaluate(RECORD)
    shown = []
    for step in range(1, int(page.locator("#stage").get_attribute("data-last") or 0) + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#stage")).to_have_attribute("data-step", str(step))
        shown += [f"# {step}", *filmed(page)]
    return shown


def turn_of_the_automaton(page: Page) -> list[str]:
    table = solo_from(page, automaton_record())
    page.evaluate(CLOCK)
    page.evaluate(RECORD)
    table.attack.click()
    table.after(0)
    assert table.differences() == []
    return ["# the automaton", *filmed(page)]


def test_nothing_of_the_film_is_lost_or_changed(visitors: Visitors) -> None:
    page = visitors.own(motion=True)
    shown = duel(page, by_chance(SEED)) + turn_of_the_automaton(page)
    if os.environ.get("CLASH_SAVE_FILM"):
        FILM.write_text("\n".join(shown) + "\n", "utf-8")
    assert shown == FILM.read_text("utf-8").splitlines()
