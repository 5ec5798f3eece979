"""The rounds of a tournament as a way: a port for each, the ship at the one that is played, the winner at the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from app.base.drawing.sea_chart import ChartStop
from app.contests.tournaments.drawing.route import PORTS, route_context
from app.contests.tournaments.schemas import SystemName
from app.contests.tournaments.tournament import StoredTournament
from tests.support.tournaments import stored_tournament


def ports(tournament: StoredTournament) -> Sequence[ChartStop]:
    return cast("Sequence[ChartStop]", route_context(tournament)["stops"])


def test_the_ship_lies_at_the_round_that_is_played() -> None:
    stops = ports(stored_tournament(8))
    assert [stop.state for stop in stops] == ["next", *["ahead"] * 3]
    assert [stop.mark for stop in stops] == ["1", "2", "3", "4"]
    assert [stop.href for stop in stops] == ["#round-1", "", "", ""], "what has not been paired leads nowhere"


def test_at_the_end_the_winner_stands_at_the_last_port() -> None:
    played = stored_tournament(2)
    (board,) = played.boards
    won = replace(board, result=replace(board.result, outcome="a"))
    *_, stop = ports(replace(played, status="over", boards=(won,)))
    assert (stop.state, stop.label) == ("past", "P1") and stop.face == played.faces[1]


def test_a_cancelled_tournament_sails_no_further() -> None:
    assert [stop.state for stop in ports(stored_tournament(8, status="cancelled"))] == ["ahead"] * 4


@pytest.mark.parametrize(("system", "count"), [("arena", 8), ("round_robin", PORTS + 3)])
def test_no_way_where_there_are_no_rounds_or_too_many(system: SystemName, count: int) -> None:
    assert not ports(stored_tournament(count, system=system))


def test_no_way_before_the_start() -> None:
    assert not ports(replace(stored_tournament(8, status="open"), boards=(), round=0))
