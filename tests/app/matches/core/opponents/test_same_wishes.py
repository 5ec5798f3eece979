"""Another match like one: everything that was chosen for it, as far as it can be chosen."""

from __future__ import annotations

from dataclasses import replace

from app.matches.core.clocks.clock_option import FischerClock
from app.matches.core.match_row import MatchRow
from app.matches.core.opening.new_rows import draft
from app.matches.core.opponents.same_wishes import same_wishes
from app.matches.core.schemas import NewMatch
from app.people.players.player import Player
from engine.setup.options import POSITION
from tools.rig.json import Json

ANN = Player("ann", "Ann")
CLOCK = FischerClock(kind="fischer", base=300, increment=10)


def row_of(**chosen: object) -> MatchRow:
    """Return the row of a duel that Ann has opened with these choices."""
    return draft(NewMatch.model_validate({"seat": "A", **chosen}), ANN)


def test_what_was_chosen_is_chosen_again() -> None:
    choices: list[Json] = [
        {"format": "draft", "edition": "2022", "sets": ["initiation", "elusive"], "champions": "optional"},
        {"deck": 3, "clock": CLOCK, "undo": False, "preview": False},
        {"format": "constructed", "best_of": 5, "series_decks": "new"},
    ]
    for chosen in choices:
        wishes = same_wishes(row_of(**chosen), ANN)
        assert {key: getattr(wishes, key) for key in chosen} == chosen


def test_a_position_cannot_be_chosen_again() -> None:
    wishes = same_wishes(replace(row_of(format="draft"), format=POSITION), ANN)
    assert wishes == NewMatch(deck=wishes.deck)
