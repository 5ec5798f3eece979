"""The rows of matches: of a new one, of a rematch, and how a row changes with an action."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import accumulate
from typing import Final, NamedTuple, cast

import orjson

from app.live.server_messages import Status
from app.matches.clocks.clock_option import ClockOption
from app.matches.features import BY_ACTION, FEATURES, STORED, series
from app.matches.features.clock import OPTION, clock_option
from app.matches.features.feature import Fact, PlayedAction, RowChange
from app.matches.opening import start
from app.matches.seat_holder import SeatHolder
from app.matches.storage import store
from app.matches.storage.match_row import MatchRow, Result
from app.store.database import Query
from engine.history import TAKEBACK
from engine.match import RULES, Match
from engine.seat import SEATS, Seat

FEATURE_COLUMNS: Final = frozenset(stored.name for stored in STORED)


class RowAfter(NamedTuple):
    """The change of a match's row by an action: these columns, if what a feature demands with it holds."""

    values: dict[str, object]
    wanted: RowChange | None = None

    @property
    def is_of_features(self) -> bool:
        """Return whether nothing but what features keep changes, on no condition: clocks at the end of a turn."""
        return self.wanted is None and self.values.keys() <= FEATURE_COLUMNS

    def applied(self, row: MatchRow) -> MatchRow:
        """Return the row with what features keep changed."""
        features = {**row.features, **cast("dict[str, Fact]", self.values)}
        return replace(row, features=features, version=row.version + 1)

    def query(self, match_id: str) -> Query[MatchRow]:
        """Return the change as a query for the writer."""
        if self.wanted is not None:
            return store.change_by_feature(match_id, self.wanted, self.values)
        return store.change(match_id, self.values)


def row_after(row: MatchRow, played: PlayedAction) -> RowAfter | None:
    """Return how a match's row changes with an action; None where it stays, which is nearly always."""
    after, kind = played.after, played.kind
    values: dict[str, object] = {}
    if after.outcome is not None:
        values = store.finished(Result(after.outcome.winner, after.outcome.reason), time.time())
    elif after.status != row.status:
        values = {"status": after.status}
    if kind == TAKEBACK and row.bots and row.rated:
        values["rated"] = False  # a bot gives every turn back
    for feature in FEATURES:
        values |= feature.after(row, played)
    if kind in BY_ACTION:
        return RowAfter(values, BY_ACTION[kind].conditions(row, played.seat))
    return RowAfter(values) if values else None


def seconds(times: Iterable[float], began: float) -> list[float]:
    """Return times as a record tells them: seconds since the beginning, never backwards even if a clock was set."""
    return list(accumulate((round(at - began, 3) for at in times), max, initial=0.0))[1:]


def row_then(row: MatchRow, match: Match) -> MatchRow:
    """Return the row of a match as it was while this state was the newest."""
    return replace(
        row,
        status=cast("Status", match.status),
        result=None,
        features=dict.fromkeys(row.features),
    )


def new_row(
    options: Mapping[str, object],
    holders: Mapping[Seat, SeatHolder],
    *,
    public: bool,
    casual: bool,
    clock: ClockOption | None = None,
    rated: bool = False,
) -> dict[str, object]:
    """Return the columns of a new match, all but its id."""
    row: dict[str, object] = {
        "mode": options["mode"],
        "edition": options["edition"],
        "format": options["format"],
        "options": orjson.dumps(options),
        "status": "open",
        "public": public,
        "casual": casual,
        "rated": rated,
        "rules": RULES,
        "talk": 0,
        "version": 1,
        "created_at": time.time(),
        "rematch_of": None,
        "started_at": None,
        **dict.fromkeys(stored.name for stored in STORED),
        OPTION.name: None if clock is None else clock.stored(),
    }
    for seat in SEATS:
        row |= store.seat_values(seat, holders[seat])
    return row


def next_row(row: MatchRow, match: Match | None) -> dict[str, object]:
    """Return the columns of the match after this one, whose last state is `match`."""
    return series_row(row, match) if series.goes_on(row) else rematch_row(row)


def series_row(row: MatchRow, match: Match | None) -> dict[str, object]:
    """Return the columns of the next match of a series (H11): the same seats, the loser starts."""
    standing = series.series_of(row)
    assert standing is not None
    options = row.options.copy()
    options["seed"] = start.new_seed()
    options["first"] = series.starts_next(row)
    if match is not None and match.position is not None:
        decks = start.decks_of(match)
        if decks is not None:
            options["decks"] = {seat: deck for seat in SEATS if (deck := decks[seat]) is not None}
        elif standing.kept:
            options["settled"] = {seat: list(deck) for seat, deck in match.setup.decks.items()}
    clock = clock_option(row)
    new = new_row(options, row.holders, public=row.public, casual=False, clock=clock, rated=row.rated)
    return new | standing.stored() | {"rematch_of": row.id}


def rematch_row(row: MatchRow) -> dict[str, object]:
    """Return the columns of the match after this one: the same options with new chance, a new series after one.

    Guests change seats; the automaton always sits at B.
    """
    options = row.options.copy()
    options["seed"] = start.new_seed()
    options.pop("settled", None)
    seats: dict[Seat, Seat] = {"A": "A", "B": "B"} if row.has_automaton else {"A": "B", "B": "A"}
    options["decks"] = {seats[seat]: deck for seat, deck in row.options["decks"].items()}
    if series.series_of(row) is not None:
        options["first"] = None
    elif options["first"] is not None:
        options["first"] = seats[options["first"]]
    holders = {seats[seat]: holder for seat, holder in row.holders.items()}
    clock = clock_option(row)
    same = new_row(options, holders, public=row.public, casual=False, clock=clock, rated=row.rated)
    over = series.series_of(row)
    if over is not None:
        same |= series.begun(over.best_of, "kept" if over.kept else "anew").stored()
    return same | {"rematch_of": row.id}
