"""New matches as values: the first one of two players, the next of a series, a rematch. None has an id before it is
opened."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from app.base.live.server_messages import EditionName
from app.matches.core.clocks.clock_option import ClockOption
from app.matches.core.features import STORED, that_have
from app.matches.core.features.clock import OPTION, clock_option
from app.matches.core.features.feature import Fact
from app.matches.core.match_row import MatchRow
from app.matches.core.opening import start
from app.matches.core.opening.seating import SecondPlayer, host_seat, seating
from app.matches.core.schemas import NewMatch
from app.matches.core.seat_holder import FREE, SeatHolder
from app.people.players.player import Player
from engine.match import Match
from engine.notation.types import Mode
from engine.seat import Seat
from engine.setup.options import OptionsNotation


def draft(
    new: NewMatch, host: Player, second_player: SecondPlayer | None = None, partner: SecondPlayer | None = None
) -> MatchRow:
    """Return the match that a host asks for. `second_player`: who sits opposite at the same device; `partner`: who
    holds the host's side with them there (H12).

    AppError, or the engine's BadPosition, says which wishes do not fit together.
    """
    seat = host_seat(new.mode, new.seat)
    opposite = start.opponent_of(new) or second_player
    options = start.options_of(new, seat)
    holders = seating(new.mode, host, seat, opposite, partner)
    row = of_options(
        options,
        holders,
        public=new.public and FREE in holders.values(),
        casual=new.seed is not None,
        clock=start.clock_of(new),
        rated=start.is_rated(new, holders),
    )
    for feature in that_have("opened_with"):
        row = with_features(row, feature.opened_with(new, seat))
    return row


def of_options(
    options: OptionsNotation,
    holders: Mapping[Seat, SeatHolder],
    *,
    public: bool,
    casual: bool,
    clock: ClockOption | None = None,
    rated: bool = False,
) -> MatchRow:
    """Return the match that would begin with these options."""
    features: dict[str, str | int | float | None] = dict.fromkeys(stored.name for stored in STORED)
    if clock is not None:
        features[OPTION.name] = clock.stored()
    return MatchRow(
        id="",
        mode=cast("Mode", options["mode"]),
        edition=cast("EditionName", options["edition"]),
        format=options["format"],
        options=options,
        status="open",
        holders=dict(holders),
        public=public,
        casual=casual,
        rated=rated,
        result=None,
        rematch_of=None,
        version=1,
        created_at=time.time(),
        started_at=None,
        finished_at=None,
        coach=None,
        features=features,
    )


def with_features(row: MatchRow, columns: Mapping[str, Fact]) -> MatchRow:
    """Return a match with these values of its features."""
    return replace(row, features={**row.features, **columns}) if columns else row


def next_row(row: MatchRow, match: Match | None) -> MatchRow:
    """Return the match after this one, whose last state is `match`."""
    options: OptionsNotation = {**row.options, "seed": start.new_seed()}
    for feature in that_have("follows"):
        if (following := feature.follows(row, match)) is not None:
            carried = {name: value for each in that_have("goes_with") for name, value in each.goes_with(row).items()}
            after = _after(row, cast("OptionsNotation", {**options, **following.options}), row.holders)
            return with_features(after, {**following.columns, **carried})
    return _rematch(row, options)


def _rematch(row: MatchRow, options: OptionsNotation) -> MatchRow:
    """Return a rematch: guests change seats; the automaton always sits at B."""
    options.pop("settled", None)
    seats: dict[Seat, Seat] = {"A": "A", "B": "B"} if row.has_automaton else {"A": "B", "B": "A"}
    options["decks"] = {seats[seat]: deck for seat, deck in row.options["decks"].items()}
    if row.options["first"] is not None:
        options["first"] = seats[row.options["first"]]
    columns: dict[str, Fact] = {}
    for feature in that_have("repeats"):
        if (kept := feature.repeats(row)) is not None:
            options = cast("OptionsNotation", {**options, **kept.options})
            columns |= kept.columns
    holders = {seats[seat]: holder for seat, holder in row.holders.items()}
    return with_features(_after(row, options, holders), columns)


def _after(row: MatchRow, options: OptionsNotation, holders: Mapping[Seat, SeatHolder]) -> MatchRow:
    clock = clock_option(row)
    new = of_options(options, holders, public=row.public, casual=False, clock=clock, rated=row.rated)
    return replace(new, rematch_of=row.id)
