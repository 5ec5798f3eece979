"""The wall: an event for a projector, in pages that turn on their own, each of so few lines that they are read
from the back of the room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from app.i18n import _
from app.tournaments.drawing import words
from app.tournaments.drawing.contexts import PODIUM, BoardItem, RankedItem, board_lines, podium_decks, ranked
from app.tournaments.event import StoredEvent

LINES: Final = 10  # of a column: at 1920 x 1080 each is a twentieth of the height
COLUMNS: Final = 2

T = TypeVar("T")


class WallColumn(NamedTuple):
    """A column of a page: boards, or lines of the standings."""

    boards: Sequence[BoardItem] = ()
    lines: Sequence[RankedItem] = ()


class WallPage(NamedTuple):
    """One screen; its title has the number of the part and of all parts."""

    title: str
    columns: Sequence[WallColumn]


def wall_context(event: StoredEvent) -> Mapping[str, object]:
    """Return the context of the wall."""
    return {
        "event": event,
        "act": {"open": "before", "over": "end"}.get(event.status, "round"),
        "podium_lines": _lines(event)[:PODIUM],
        "podium_decks": podium_decks(event, _lines(event)),
        "pages": wall_pages(event),
        "status": words.statuses()[event.status],
        "system": words.systems()[event.options.system],
        "trouble": words.troubles().get(event.trouble or "", ""),
    }


def wall_pages(event: StoredEvent) -> list[WallPage]:
    """Return the boards of the round, then the standings; a small event has both on one page."""
    boards = [WallColumn(boards=some) for some in _parts(board_lines(event, event.round), LINES)]
    lines = [WallColumn(lines=some) for some in _parts(_lines(event), LINES)]
    if event.status == "over":
        boards = []
    round_title = words.round_title(event.round) if event.system.has_rounds else _("Boards")
    if len(boards) == len(lines) == 1:
        return [WallPage(f"{round_title} · {_('Standings')}", [*boards, *lines])]
    return [*_pages(round_title, boards), *_pages(_("Standings") if event.round else _("Players"), lines)]


def _lines(event: StoredEvent) -> list[RankedItem]:
    """Return the standings; before the first round the players in the order of their entries."""
    if event.round:
        return ranked(event)[1]
    entered = [entry for entry in event.entries if entry.state in ("in", "paused")]
    return [RankedItem(place, one.number, one.name, "", "", ()) for place, one in enumerate(entered, start=1)]


def _pages(title: str, columns: Sequence[WallColumn]) -> list[WallPage]:
    parts = _parts(columns, COLUMNS)
    if len(parts) == 1:
        return [WallPage(title, parts[0])]
    return [
        WallPage(_("%(title)s (page %(part)s of %(parts)s)", title=title, part=number, parts=len(parts)), part)
        for number, part in enumerate(parts, start=1)
    ]


def _parts(whole: Sequence[T], size: int) -> list[Sequence[T]]:
    return [whole[start : start + size] for start in range(0, len(whole), size)]
