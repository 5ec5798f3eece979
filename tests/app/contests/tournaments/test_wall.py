"""The projector's pages: of few lines each, and everybody is on one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from app.contests.tournaments.drawing.wall import COLUMNS, FACES, LINES, wall_context, wall_pages
from app.contests.tournaments.schemas import StatusName
from app.matches.core.finding.spoken_codes import new_code
from tests.support.tournaments import stored_tournament


@pytest.mark.parametrize(("count", "pages"), [(2, 1), (8, 1), (10, 1), (32, 1 + 2), (64, 2 + 4), (256, 7 + 13)])
def test_everybody_is_on_a_page(count: int, pages: int) -> None:
    shown = wall_pages(stored_tournament(count))
    assert len(shown) == pages
    columns = [column for page in shown for column in page.columns]
    assert all(len(page.columns) <= COLUMNS for page in shown)
    assert all(max(len(column.boards), len(column.lines)) <= LINES for column in columns)
    ranked = [line.name for column in columns for line in column.lines]
    assert sorted(ranked) == sorted(f"P{number}" for number in range(1, count + 1))
    paired = [name for column in columns for board in column.boards for name in (board.a, board.b)]
    assert sorted(paired) == sorted(ranked)
    assert len({page.title for page in shown}) == pages


def test_what_is_over_shows_the_standings_alone() -> None:
    shown = wall_pages(stored_tournament(8, status="over"))
    assert [page.title for page in shown] == ["Standings"]
    assert not any(column.boards for page in shown for column in page.columns)
    assert wall_pages(stored_tournament(0)) == []


@pytest.mark.parametrize("count", [0, 12, FACES, FACES + 12])
def test_before_the_start_everybody_is_shown_or_counted(count: int) -> None:
    shown = wall_context(replace(stored_tournament(count, status="open"), boards=(), round=0), "https://clash.example")
    assert shown["act"] == "before" and not shown["pages"]
    entrants, more = shown["entrants"], shown["more"]
    assert isinstance(entrants, Sequence) and isinstance(more, int)
    assert [one.name for one in entrants] == [f"P{number}" for number in range(1, min(count, FACES) + 1)]
    assert len(entrants) + more == count


def test_the_rounds_are_a_way_with_as_many_ports_from_the_first_round_on() -> None:
    playing = stored_tournament(8)
    shown = wall_context(playing, "https://clash.example")["stops"]
    assert isinstance(shown, Sequence) and len(shown) == playing.rounds
    assert [stop.state for stop in shown].index("next") == playing.round - 1
    assert not any(stop.href for stop in shown)  # nobody presses on a wall
    waiting = replace(stored_tournament(8, status="open"), boards=(), round=0)
    assert not wall_context(waiting, "https://clash.example")["stops"]


def test_the_wall_invites_until_the_end() -> None:
    for status, invites in (("open", True), ("playing", True), ("over", False)):
        tournament = replace(stored_tournament(4, status=cast("StatusName", status)), code=new_code())
        assert (wall_context(tournament, "https://clash.example")["invitation"] is not None) == invites
