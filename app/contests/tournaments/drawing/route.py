"""The rounds of a tournament as a way on the sea chart, a port for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.base.drawing.sea_chart import ChartStop
from app.contests.tournaments.drawing import words
from app.contests.tournaments.drawing.contexts import name_of, rounds_shown, winner_of
from app.contests.tournaments.tournament import StoredTournament

PORTS: Final = 15
"""Rounds of a tournament that is drawn as a way; with more of them the chart would be a list."""


def route_context(tournament: StoredTournament) -> Mapping[str, object]:
    """Return the context of the way: its stops."""
    return {"stops": ports(tournament)}


def ports(tournament: StoredTournament) -> tuple[ChartStop, ...]:
    """Return the stops of the way, a port for each round; none before the first round, or without rounds."""
    if not 0 < tournament.round <= tournament.rounds <= PORTS or not tournament.system.has_rounds:
        return ()
    winner, boards = winner_of(tournament), rounds_shown(tournament)
    sailed = tournament.round if tournament.status == "over" else tournament.round - 1
    return tuple(
        ChartStop(
            words.round_title(number),
            "past" if number <= sailed else "next" if number == sailed + 1 and tournament.is_running else "ahead",
            label=name_of(tournament, winner) if winner and number == tournament.rounds else "",
            face=tournament.faces.get(winner, "") if winner and number == tournament.rounds else "",
            mark=str(number),
            href=f"#round-{number}" if number in boards else "",
        )
        for number in range(1, tournament.rounds + 1)
    )
