"""The film of what happened: every effect, number, sound and sentence of a duel and a turn of the automaton.

Each is written down with the milliseconds of its step at which it begins, and for how long it moves (film.txt), so that
none is lost, changed or moved unseen, however it is made. After an intended change `CLASH_SAVE_FILM=1` writes them
again; what differs is then read in the commit.
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
RECORD: Final = """() => {
  const film = [];
  let begun = window.clock;
  const note = (words, later = 0) => film.push([Math.round(window.clock - begun + later), words]);
  // What was shown since it was last asked for, by its moments.
  window.filmed = () => {
    begun = window.clock;
    return film.splice(0).sort(([a, one], [b, other]) => a - b || (one < other ? -1 : 1));
  };
  Math.random = () => 0.5;
  const MOVED = /^(held|lifted|creature|puff|debris|mana|gem|pile)/;
  const SAYS = /^(float|headline)/;
  const NUMBERS = ".card-health, .siege-hp";
  const what = ({ className, id, textContent }) => {
    const classes = String(className.baseVal ?? className).split(" ").filter((each) => !/^(is-|name-)/.test(each));
    const name = classes.join(".") || `#${id}`;
    return SAYS.test(name) ? `${name} ${textContent.trim()}` : name;
  };
  const { animate } = Element.prototype;
  const moved = [];
  Element.prototype.animate = function (frames, options) {
    const { duration, lasts = duration, delay = 0, easing = "", fill = "", iterations = 1 } = options;
    // An animation that stays at its end has its delay in its easing (match/timing.js).
    const [, share] = /^linear\\(0, \\S+ ([\\d.]+)%/.exec(easing) ?? [];
    const begins = share === undefined ? delay : (share / 100) * duration;
    const moves = share === undefined ? duration : lasts - begins;
    const time = [Math.round(moves), iterations > 1 && `x${iterations}`, fill];
    const name = `${this.isConnected ? "" : "unseen "}${what(this)}`;
    if (this.matches(".count > *")) {
      const [, ...numbers] = this.children;
      const place = this.closest(NUMBERS).className.split(" ")[0];
      for (const [index, { textContent }] of numbers.entries())
        note(`${place} ${textContent}`, begins + (index / numbers.length) * moves);
    } else if (!MOVED.test(name)) note(`${name} (${time.filter(Boolean).join(" ")})`, begins);
    const animation = animate.call(this, frames, options);
    moved.push([this, animation]);
    return animation;
  };
  document.addEventListener("game-sound", ({ detail: { name, raised } }) =>
    note(`sound ${name}${raised ? ` +${raised}` : ""}`));
  const caption = document.getElementById("caption");
  new MutationObserver(() => caption.isConnected && caption.textContent && note(`say ${caption.textContent}`))
    .observe(caption, { childList: true, characterData: true, subtree: true });
  const isPlaying = () => document.documentElement.hasAttribute("data-playing");
  new MutationObserver(() => isPlaying() || note("ends"))
    .observe(document.documentElement, { attributes: true, attributeFilter: ["data-playing"] });
  new MutationObserver((changes) => {
    for (const { target, addedNodes, removedNodes } of changes) {
      // A number that counts is noted as it begins to; what is not seen is not noted.
      const number = target.closest?.(NUMBERS);
      const isWritten = ![...addedNodes, ...removedNodes].some(({ className }) => /^count/.test(className ?? ""));
      const place = number?.className.split(" ")[0];
      if (isPlaying() && number && isWritten && !number.closest('[data-fx="gone"]'))
        note(`${place} ${number.textContent.trim()}`);
      for (const node of addedNodes)
        if (/reveal/.test(node.className ?? "")) {
          const chips = [...node.querySelectorAll(":scope > p")].map(({ textContent }) => textContent.trim());
          note(`shows ${chips.join("") || node.textContent.trim()}`);
        }
      for (const node of removedNodes) {
        if (!isPlaying() || node.isConnected || !/^(lifted|count)/.test(node.className ?? "")) continue;
        const name = node.className.replaceAll(" ", ".");
        if (/^lifted/.test(name)) note(`${name} goes`);
        // The main thread would move it in each frame.
        if (moved.some(([element, { playState }]) => node.contains(element) && playState === "paused"))
          note(`${name} moves on`);
      }
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
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
    """Return what was shown since it was last asked for; what begins several times at once, once with its number."""
    moments: list[tuple[int, str]] = page.evaluate("() => window.filmed()")
    runs = [(at, words, len(list(run))) for (at, words), run in groupby(moments, key=tuple)]
    return [f"{at} {count} x {words}" if count > 1 else f"{at} {words}" for at, words, count in runs]


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
