"""The rows of new matches: the first one of two players, the next of a series, a rematch."""

from __future__ import annotations

import time
from collections.abc import Mapping

import orjson

from app.matches.clocks.clock_option import ClockOption
from app.matches.features import STORED, series
from app.matches.features.clock import OPTION, clock_option
from app.matches.match_row import MatchRow
from app.matches.opening.start import new_seed
from app.matches.seat_holder import SeatHolder
from app.matches.storage import store
from app.matches.stored_options import decks_of
from engine.match import RULES, Match
from engine.seat import SEATS, Seat


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
    options["seed"] = new_seed()
    options["first"] = series.starts_next(row)
    if match is not None and match.position is not None:
        decks = decks_of(match)
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
    options["seed"] = new_seed()
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
