"""The players of a tournament: their states, and the ones that are present."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.base.i18n import _
from app.contests.tournaments.drawing import words
from app.contests.tournaments.tournament import StoredTournament, TournamentEntry


class PersonItem(NamedTuple):
    """An entry: its state in words, and whether its player is here; None where that is unknown."""

    number: int
    name: str
    face: str
    state: str
    here: bool | None


def people_context(tournament: StoredTournament, here: frozenset[int]) -> Mapping[str, object]:
    """Return the context of the list of players; `here` are the numbers of the connected ones."""
    boards = {number: result.board for result in tournament.results if result.is_open for number in result.numbers}
    lines = [_line(tournament, entry, boards.get(entry.number), here) for entry in tournament.entries]
    return {
        "people": lines,
        "present": sum(line.here is True for line in lines),
        "running": tournament.is_running,
        "waits": tournament.status == "open",
    }


def _line(tournament: StoredTournament, entry: TournamentEntry, board: int | None, here: frozenset[int]) -> PersonItem:
    state = words.states()[entry.state]
    if board is not None:
        state = _("playing on board %(board)s", board=board)
    elif entry.state == "in" and tournament.status in ("playing", "paused"):
        state = _("waiting")
    is_known = tournament.is_running and entry.computer is None and entry.state != "out"
    return PersonItem(
        entry.number,
        entry.name,
        tournament.faces.get(entry.number, ""),
        state,
        entry.number in here if is_known else None,
    )
