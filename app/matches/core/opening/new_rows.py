"""The rows of new matches: the first one of two players, the next of a series, a rematch."""

from __future__ import annotations

import time
from collections.abc import Mapping

import orjson

from app.matches.core.clocks.clock_option import ClockOption
from app.matches.core.features import STORED, that_have
from app.matches.core.features.clock import OPTION, clock_option
from app.matches.core.match_row import MatchRow
from app.matches.core.opening.start import new_seed
from app.matches.core.seat_holder import SeatHolder, seat_values
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
        row |= seat_values(seat, holders[seat])
    return row


def next_row(row: MatchRow, match: Match | None) -> dict[str, object]:
    """Return the columns of the match after this one, whose last state is `match`."""
    options = {**row.options, "seed": new_seed()}
    for feature in that_have("follows"):
        if (following := feature.follows(row, match)) is not None:
            carried = {name: value for each in that_have("goes_with") for name, value in each.goes_with(row).items()}
            return _after(row, {**options, **following.options}, row.holders) | {**following.columns, **carried}
    return _rematch_row(row, options)


def _rematch_row(row: MatchRow, options: dict[str, object]) -> dict[str, object]:
    """Return the columns of a rematch: guests change seats; the automaton always sits at B."""
    options.pop("settled", None)
    seats: dict[Seat, Seat] = {"A": "A", "B": "B"} if row.has_automaton else {"A": "B", "B": "A"}
    options["decks"] = {seats[seat]: deck for seat, deck in row.options["decks"].items()}
    if row.options["first"] is not None:
        options["first"] = seats[row.options["first"]]
    columns: dict[str, object] = {}
    for feature in that_have("repeats"):
        if (kept := feature.repeats(row)) is not None:
            options |= kept.options
            columns |= kept.columns
    holders = {seats[seat]: holder for seat, holder in row.holders.items()}
    return _after(row, options, holders) | columns


def _after(row: MatchRow, options: Mapping[str, object], holders: Mapping[Seat, SeatHolder]) -> dict[str, object]:
    clock = clock_option(row)
    new = new_row(options, holders, public=row.public, casual=False, clock=clock, rated=row.rated)
    return new | {"rematch_of": row.id}
