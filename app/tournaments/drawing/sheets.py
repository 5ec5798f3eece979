"""Sheets for the printer: pairings to hang up, standings, and a crosstable to be filled in by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.errors import AppError, Code
from app.tournaments.drawing import contexts, words
from app.tournaments.event import StoredEvent


def sheet_context(event: StoredEvent, what: str, round_number: int | None = None) -> Mapping[str, object]:
    """Return the context of a sheet; the pairings are those of the newest round unless another is named.
    AppError(no_page)."""
    titles = words.sheets()
    if what not in titles:
        raise AppError(Code.no_page)
    columns, lines = contexts.ranked(event)
    shared = {"event": event, "what": what, "title": titles[what]}
    if what == "pairings":
        number = event.round if round_number is None else round_number
        round_title = words.round_title(number) if number and event.system.has_rounds else titles[what]
        return {**shared, "title": round_title, "boards": contexts.board_lines(event, number)}
    if what == "standings":
        return {**shared, "columns": columns, "lines": lines}
    return {**shared, **empty_crosstable(event)}


def empty_crosstable(event: StoredEvent) -> Mapping[str, object]:
    """Return the players, numbered again without gaps, and a column for each opponent, or in other systems each round.

    `by_player`: the columns are players, and nobody plays against themselves.
    """
    names = [entry.name for entry in event.entries if entry.state in ("in", "paused")]
    by_player = event.options.system in ("round_robin", "league")
    count = len(names) if by_player else max(event.rounds, event.round, 1)
    columns: Sequence[int] = range(1, count + 1)
    return {"players": list(enumerate(names, start=1)), "columns": columns, "by_player": by_player}
