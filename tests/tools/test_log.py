"""The log, its animation and the result say what the tables show."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.narration import Sentence
from tests.support.cases import seeds
from tools.bots import log
from tools.bots.log_sentences import holds, is_shown_as_it_is
from tools.bots.logged_step import LoggedStep

GAMES = seeds(60, 300)


def test_every_sentence_and_number_is_what_the_tables_show() -> None:
    found = log.tally_of(len(GAMES), seed=1)
    assert not found.false
    assert found.games == len(GAMES) and len(found.said) > 20


def _lies(text: str) -> list[str]:
    """Return the sentence with another number, and of another player."""
    more = re.sub(r"\d+", lambda found: str(int(found[0]) + 1), text)
    other = re.sub("Ann|Bob", lambda found: "Bob" if found[0] == "Ann" else "Ann", text)
    return [lie for lie in (more, other) if lie != text]


def _saying(step: LoggedStep, index: int, text: str) -> LoggedStep:
    lines = [*step.lines]
    lines[index] = Sentence("plain", text)
    return replace(step, lines=lines)


def test_a_sentence_or_number_that_is_not_so_is_found() -> None:
    caught = set()
    for kind in ("sets", "solo"):
        for step in log.game(kind, 3).steps.values():
            for index, (event, line) in enumerate(zip(step.events, step.lines, strict=True)):
                for lie in _lies(line.text) if line else ():
                    if step.then_comes(index, "destroyed") and event["type"] == "destroyed":
                        continue  # held with the last that falls by this blow
                    assert not holds(_saying(step, index, lie), index), lie
                    caught.add(event["type"])
    assert {"fortress_hit", "wounded", "pile_hit", "mana", "destroyed", "bastion_fell", "revealed", "over"} <= caught
    assert not holds(_saying(step, 0, "It rains."), 0)


def test_a_number_of_the_animation_that_is_not_so_is_found() -> None:
    caught = set()
    for step in log.game("solo", 3).steps.values():
        for index, event in enumerate(step.events):
            if event["type"] not in ("wounded", "fortress_hit", "pile_hit", "fortress_moved", "pile_reshuffled"):
                continue
            key = next(key for key in ("lost", "hp", "count", "left") if key in event)
            events = [*step.events]
            events[index] = {**event, key: event[key] + 1}
            assert not is_shown_as_it_is(replace(step, events=events), index)
            caught.add(event["type"])
    assert len(caught) == 5
