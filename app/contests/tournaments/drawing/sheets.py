"""Sheets for the printer: pairings to hang up, a score sheet for each board, standings, and a crosstable to be
filled in by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.base.errors import AppError, Code
from app.contests.tournaments.drawing import contexts, words
from app.contests.tournaments.tournament import StoredTournament


def sheet_context(tournament: StoredTournament, what: str, round_number: int | None = None) -> Mapping[str, object]:
    """Return the context of a sheet; the pairings are those of the newest round unless another is named.
    AppError(no_page)."""
    titles = words.sheets()
    if what not in titles:
        raise AppError(Code.no_page)
    columns, lines = contexts.ranked(tournament)
    shared = {"tournament": tournament, "what": what, "title": titles[what]}
    if what in ("pairings", "slips"):
        number = tournament.round if round_number is None else round_number
        round_title = words.round_title(number) if number and tournament.system.has_rounds else titles[what]
        return {**shared, "title": round_title, "boards": contexts.board_lines(tournament, number)}
    if what == "standings":
        return {**shared, "columns": columns, "lines": lines}
    return {**shared, **empty_crosstable(tournament)}


def empty_crosstable(tournament: StoredTournament) -> Mapping[str, object]:
    """Return the players, numbered again without gaps, and a column for each opponent, or in other systems each round.

    `by_player`: the columns are players, and nobody plays against themselves.
    """
    names = [entry.name for entry in tournament.entries if entry.state in ("in", "paused")]
    by_player = tournament.options.system in ("round_robin", "league")
    count = len(names) if by_player else max(tournament.rounds, tournament.round, 1)
    columns: Sequence[int] = range(1, count + 1)
    return {"players": list(enumerate(names, start=1)), "columns": columns, "by_player": by_player}
