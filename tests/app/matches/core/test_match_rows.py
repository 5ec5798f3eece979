"""A match as it is stored: whatever sits at its table, the same value comes back, and a place changes hands once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest
import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Database
from app.matches.core.clocks.clock_option import FischerClock
from app.matches.core.features import STORED
from app.matches.core.features.clock import OPTION
from app.matches.core.match_row import MatchRow, Result
from app.matches.core.opening.new_rows import of_options
from app.matches.core.seat_holder import (
    AUTOMATON,
    COACH,
    FORMER,
    FREE,
    Bot,
    Partners,
    SeatChange,
    SeatHolder,
    holder_of,
    rows_of,
)
from app.matches.core.storage import store
from app.matches.core.storage.models import columns_of, matches, seats
from app.people.players.models import players
from app.people.players.player import Player
from engine.match import Options
from engine.seat import Seat

ANN = Player("ann", "Ann", chosen_face="ogre")
BOB = Player("bob", "Bob", program=True)
CAT = Player("cat", "Cat", program=True, chosen_face="giant")
AT_ONE_DEVICE = Player("ann", "Abe", chosen_face="ogre")
CLOCK = FischerClock(kind="fischer", base=300, increment=10)
TABLES: dict[str, tuple[SeatHolder, SeatHolder]] = {
    "open": (FREE, ANN), "duel": (ANN, BOB), "hot seat": (ANN, AT_ONE_DEVICE), "solo": (ANN, AUTOMATON),
    "computer": (Bot(4, "Ovid"), ANN), "computers": (Bot(1, "Ada"), Bot(6, "Bea")), "left": (FORMER, FORMER),
    "pairs": (Partners(BOB, ANN), Partners(CAT, CAT)), "one device": (Partners(ANN, AT_ONE_DEVICE), FREE),
}  # fmt: skip
NUMBERS = count()


@pytest.fixture
def connection(database_url: str) -> Iterator[sa.Connection]:
    """Provide a connection to a database in which the three players are known."""
    database = Database(database_url)
    with database.engine.execution_options(writing=True).begin() as made:
        known = [{"id": one.id, "name": one.name, "created_at": 0.0, "seen_at": 0.0} for one in (ANN, BOB, CAT)]
        made.execute(sa.insert(players), known)
        yield made
    database.close()


def table(a: SeatHolder, b: SeatHolder) -> MatchRow:
    """Return a match of these holders, which has not begun."""
    holders: dict[Seat, SeatHolder] = {"A": a, "B": b}
    row = of_options(Options(seed=next(NUMBERS)).to_json(), holders, public=True, casual=False, clock=CLOCK)
    return replace(row, id=f"m{next(NUMBERS)}")


def stored(connection: sa.Connection, row: MatchRow) -> MatchRow:
    """Return a match as the database gives it back."""
    found = store.load(row.id)(connection)
    assert found is not None
    return found.row


@pytest.mark.parametrize("name", TABLES)
def test_a_new_match_comes_back_as_it_was_stored(connection: sa.Connection, name: str) -> None:
    row = table(*TABLES[name])
    every = {each.name: OPTION.of(row) if each is OPTION else 7 if each.length is None else "A" for each in STORED}
    over = replace(
        table(*TABLES[name]), mode="solo", edition="2021", format="draft", status="over", public=False, casual=True,
        rated=True, result=Result("B", "fort"), rematch_of=row.id, version=3, created_at=1.0, started_at=2.0,
        finished_at=3.0, coach=CAT, features=every,
    )  # fmt: skip
    for one in (row, over):
        store.insert(connection, one)
        assert stored(connection, one) == one
    assert columns_of(row).keys() == {column.name for column in matches.columns}


@pytest.mark.parametrize("name", TABLES)
def test_a_holder_comes_back_from_its_rows(name: str) -> None:
    assert tuple(holder_of(rows_of(holder)) for holder in TABLES[name]) == TABLES[name]


CHANGES = [
    SeatChange("A", FREE, BOB),
    SeatChange("B", ANN, Partners(ANN, BOB)),
    SeatChange("B", Partners(ANN, BOB), BOB),
    SeatChange("B", BOB, Partners(BOB, CAT)),
    SeatChange("B", Partners(BOB, CAT), BOB),
    SeatChange(COACH, FREE, CAT),
    SeatChange("A", BOB, replace(BOB, name="Robert")),
]
WRONG = [
    SeatChange("A", FREE, CAT),
    SeatChange("A", ANN, CAT),
    SeatChange("B", Partners(BOB, CAT), CAT),
    SeatChange(COACH, FREE, ANN),
]


def test_a_place_changes_hands_only_if_the_one_before_still_has_it(connection: sa.Connection) -> None:
    row = table(*TABLES["open"])
    store.insert(connection, row)
    for change in CHANGES:
        row = store.change(row.id, {}, seated=change)(connection)
        assert (row.coach if change.seat == COACH else row.holders[change.seat]) == change.after
    assert stored(connection, row) == row
    for change in WRONG:
        with connection.begin_nested() as attempt:
            with pytest.raises(AppError, match="match_full"):
                store.change(row.id, {}, code=Code.match_full, seated=change)(connection)
            attempt.rollback()
    assert stored(connection, row) == row
    gone = store.change(row.id, {}, seated=SeatChange(COACH, None, FREE))(connection)
    assert gone == replace(row, coach=None, version=row.version + 1)


def test_a_deleted_match_leaves_no_seat(connection: sa.Connection) -> None:
    row = table(*TABLES["pairs"])
    store.insert(connection, row)
    connection.execute(sa.delete(matches))
    assert connection.execute(sa.select(seats)).all() == []
