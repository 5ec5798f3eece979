"""A match as browsers kept it before a seat was rows is played on."""

from __future__ import annotations

from typing import cast

import pytest

from app.matches.core.seat_holder import AUTOMATON, Bot, SeatHolder
from app.people.players.player import Player
from app.site.offline import kept
from app.site.offline.kept import ME, FormQuery, KeptMatch, SeatBefore
from engine.record import MatchRecord

BEFORE: list[tuple[SeatBefore, SeatHolder]] = [
    ({"player": ME, "name": "Ann", "face": "ogre", "computer": None}, Player(ME, "Ann", chosen_face="ogre")),
    ({"player": ME, "name": "Abe", "computer": None}, Player(ME, "Abe")),
    ({"player": None, "name": "Ovid", "face": None, "computer": "bot:4"}, Bot(4, "Ovid")),
    ({"player": None, "name": None, "face": None, "computer": "automaton"}, AUTOMATON),
]


@pytest.mark.parametrize(("seat", "holder"), BEFORE)
def test_a_seat_that_was_kept_before_seats_were_rows_is_read(seat: SeatBefore, holder: SeatHolder) -> None:
    new = kept.new(FormQuery("preset=computer"), "m1")
    options = MatchRecord.from_json(new["record"]).options
    before = cast("KeptMatch", {**new, "seats": {**new["seats"], "A": {**seat, "second": None, "second_name": None}}})
    row = kept.row_of(before, options)
    assert row.holders["A"] == holder
    assert row.holders["B"] == kept.row_of(new, options).holders["B"]
