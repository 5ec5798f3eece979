"""The wall: a tournament for a projector, in pages that turn on their own, each of so few lines that they are read
from the back of the room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from app.base.i18n import _
from app.contests.tournaments.drawing import words
from app.contests.tournaments.drawing.contexts import BoardItem, RankedItem, board_lines, podium_decks, ranked
from app.contests.tournaments.tournament import PODIUM, StoredTournament

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


def wall_context(tournament: StoredTournament) -> Mapping[str, object]:
    """Return the context of the wall."""
    return {
        "tournament": tournament,
        "act": {"open": "before", "over": "end"}.get(tournament.status, "round"),
        "podium_lines": _lines(tournament)[:PODIUM],
        "podium_decks": podium_decks(tournament, _lines(tournament)),
        "pages": wall_pages(tournament),
        "status": words.statuses()[tournament.status],
        "system": words.systems()[tournament.options.system],
        "trouble": words.troubles().get(tournament.trouble or "", ""),
    }


def wall_pages(tournament: StoredTournament) -> list[WallPage]:
    """Return the boards of the round, then the standings; a small tournament has both on one page."""
    boards = [WallColumn(boards=some) for some in _parts(board_lines(tournament, tournament.round), LINES)]
    lines = [WallColumn(lines=some) for some in _parts(_lines(tournament), LINES)]
    if tournament.status == "over":
        boards = []
    round_title = words.round_title(tournament.round) if tournament.system.has_rounds else _("Boards")
    if len(boards) == len(lines) == 1:
        return [WallPage(f"{round_title} · {_('Standings')}", [*boards, *lines])]
    return [*_pages(round_title, boards), *_pages(_("Standings") if tournament.round else _("Players"), lines)]


def _lines(tournament: StoredTournament) -> list[RankedItem]:
    """Return the standings; before the first round the players in the order of their entries."""
    if tournament.round:
        return ranked(tournament)[1]
    entered = [entry for entry in tournament.entries if entry.state in ("in", "paused")]
    return [
        RankedItem(place, one.number, one.name, "", tournament.faces.get(one.number, ""), "", ())
        for place, one in enumerate(entered, start=1)
    ]


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
