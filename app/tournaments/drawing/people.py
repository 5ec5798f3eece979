"""The players of an event: their states, and the ones that are present."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.i18n import _
from app.tournaments.drawing import words
from app.tournaments.event import EventEntry, StoredEvent


class PersonItem(NamedTuple):
    """An entry: its state in words, and whether its player is here; None where that is unknown."""

    number: int
    name: str
    state: str
    here: bool | None


def people_context(event: StoredEvent, here: frozenset[int]) -> Mapping[str, object]:
    """Return the context of the list of players; `here` are the numbers of the connected ones."""
    boards = {number: result.board for result in event.results if result.is_open for number in result.numbers}
    lines = [_line(event, entry, boards.get(entry.number), here) for entry in event.entries]
    return {"people": lines, "present": sum(line.here is True for line in lines), "running": event.is_running}


def _line(event: StoredEvent, entry: EventEntry, board: int | None, here: frozenset[int]) -> PersonItem:
    state = words.states()[entry.state]
    if board is not None:
        state = _("playing on board %(board)s", board=board)
    elif entry.state == "in" and event.status in ("playing", "paused"):
        state = _("waiting")
    is_known = event.is_running and entry.computer is None and entry.state != "out"
    return PersonItem(entry.number, entry.name, state, entry.number in here if is_known else None)
