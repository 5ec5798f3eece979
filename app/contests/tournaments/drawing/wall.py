"""The wall: a tournament for a projector, in pages that turn on their own, each of so few lines that they are read
from the back of the room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from app.base.i18n import _
from app.contests.tournaments.drawing import words
from app.contests.tournaments.drawing.contexts import (
    BoardItem,
    RankedItem,
    board_lines,
    invitation,
    podium_decks,
    ranked,
)
from app.contests.tournaments.drawing.facts import head_context
from app.contests.tournaments.drawing.route import ports
from app.contests.tournaments.tournament import PODIUM, StoredTournament, TournamentEntry

LINES: Final = 10  # of a column: at 1920 x 1080 each is a twentieth of the height
COLUMNS: Final = 2
FACES: Final = 40  # before the start: five rows of eight; the others are a number

T = TypeVar("T")


class WallColumn(NamedTuple):
    """A column of a page: boards, or lines of the standings."""

    boards: Sequence[BoardItem] = ()
    lines: Sequence[RankedItem] = ()


class WallPage(NamedTuple):
    """One screen; its title has the number of the part and of all parts."""

    title: str
    columns: Sequence[WallColumn]


def wall_context(tournament: StoredTournament, site: str) -> Mapping[str, object]:
    """Return the context of the wall; `site` is where its words are typed (`http.site_url`)."""
    lines = ranked(tournament)[1] if tournament.round else []
    shown, more = entrants(tournament)
    return {
        **head_context(tournament),
        "act": "before" if not tournament.round else "end" if tournament.status == "over" else "round",
        "invitation": invitation(tournament, site) if tournament.is_running else None,
        "entrants": shown,
        "more": more,
        "podium_lines": lines[:PODIUM],
        "podium_decks": podium_decks(tournament, lines),
        "pages": wall_pages(tournament) if tournament.round else (),
        "stops": [stop._replace(href="") for stop in ports(tournament)],
        "trouble": words.troubles().get(tournament.trouble or "", ""),
    }


def entrants(tournament: StoredTournament) -> tuple[Sequence[TournamentEntry], int]:
    """Return the entries that the wall shows before the start, and how many more there are."""
    entered = [entry for entry in tournament.entries if entry.state in ("in", "paused")]
    return entered[:FACES], max(0, len(entered) - FACES)


def wall_pages(tournament: StoredTournament) -> list[WallPage]:
    """Return the boards of the round, then the standings; a small tournament has both on one page."""
    boards = [WallColumn(boards=some) for some in _parts(board_lines(tournament, tournament.round), LINES)]
    lines = [WallColumn(lines=some) for some in _parts(ranked(tournament)[1], LINES)]
    if tournament.status == "over":
        boards = []
    round_title = words.round_title(tournament.round) if tournament.system.has_rounds else _("Boards")
    if len(boards) == len(lines) == 1:
        return [WallPage(f"{round_title} · {_('Standings')}", [*boards, *lines])]
    return [*_pages(round_title, boards), *_pages(_("Standings"), lines)]


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
