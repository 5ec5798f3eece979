"""The zones of the start page that change while it is open, drawn once for all who see the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from app.base.i18n import _, current_language
from app.base.i18n.formats import isolated
from app.base.live.server_messages import Encoded, encoded
from app.base.web.templating import Templates
from app.matches.core.clocks.clock_option import option_of
from app.matches.core.finding.challenge_rows import Challenge
from app.matches.core.finding.lobby import LobbyNow
from app.matches.core.match_row import MatchRow
from app.matches.table.board import Board
from app.matches.table.drawing import swapped
from app.matches.table.match_summary import player_names, shown_name
from app.matches.table.match_words import STARTER, format_words, option_words, played_words
from app.people.players.shown_names import marked_name
from app.site.lobby.friend_items import FriendItem
from app.site.lobby.own_matches import TableItem
from app.site.lobby.showcase import ShownMatch
from engine.editions import BY_NAME
from engine.seat import BySeat
from engine.setup.options import CONSTRUCTED, DRAFT, PRECONSTRUCTED

FORMATS: Final = (PRECONSTRUCTED, DRAFT, CONSTRUCTED)
EDITIONS: Final = tuple(sorted(BY_NAME, reverse=True))
Rows = tuple[MatchRow, ...]
Context = dict[str, object]


@dataclass(frozen=True, slots=True, eq=False)
class LobbyList:
    """A part of the page: its template, of which matches it is, and what the template is given of those."""

    template: str
    rows: Callable[[LobbyNow], Rows]
    context: Callable[[LobbyNow, Rows], Context]


class Game(NamedTuple):
    """A game of quick match: as forms name it and its clocks, in words, and how many tables wait for it."""

    name: str
    clock: str
    words: str
    waiting: int = 0


def games() -> list[Game]:
    """Return the games of quick match, each without a clock."""
    names = ((f"{edition} {played}", edition, played) for edition in EDITIONS for played in FORMATS)
    return [Game(name, "", played_words("duel", played, edition, STARTER)) for name, edition, played in names]


def parted(game: str) -> tuple[str, str]:
    """Return the name of a game, and the clocks as they are stored ("" for none): "2022 draft turn 60 0"."""
    edition, played, *clock = game.split(" ", 2)
    return f"{edition} {played}", "".join(clock)


def waited_for(now: LobbyNow, rows: Rows) -> list[Game]:
    """Return the games of quick match for which these tables wait: first those without a clock."""
    count = Counter(parted(now.games[row.id]) for row in rows if row.id in now.games)
    found = []
    for game in games():
        for clock in ("", *sorted(clock for name, clock in count if name == game.name and clock)):
            words = game.words
            if clock:
                words = _("%(game)s, %(clock)s", game=words, clock=option_of(clock).words)
            found.append(Game(game.name, clock, words, count[game.name, clock]))
    return [game for game in found if game.waiting]


def _host(row: MatchRow) -> str:
    return next((name for guest in row.guests if (name := shown_name(guest))), _("Guest"))


def _table(row: MatchRow) -> TableItem:
    return TableItem(row.id, _host(row), format_words(row), tags=option_words(row))


def table_items(rows: Rows) -> list[TableItem]:
    """Return open tables as lists show them."""
    return [_table(row) for row in rows]


def _watched(row: MatchRow) -> TableItem:
    shown = player_names(row)
    who = _("%(first)s against %(second)s", first=isolated(shown["A"]), second=isolated(shown["B"]))
    return TableItem(row.id, who, format_words(row), tags=option_words(row))


def watched_items(rows: Rows) -> list[TableItem]:
    """Return matches in play as lists show them."""
    return [_watched(row) for row in rows]


class Showcase(NamedTuple):
    """The match that everybody is shown: its table, the players by seat, what is played, and the end in words."""

    id: str
    board: Board
    names: BySeat[str]
    what: str
    won: str


def showcase_of(shown: ShownMatch | None) -> Showcase | None:
    """Return the match that everybody is shown, as pages show it."""
    if shown is None:
        return None
    names, result = player_names(shown.row), shown.row.result
    won = _("%(player)s won", player=isolated(names[result.winner])) if result and result.winner in names else ""
    return Showcase(shown.row.id, shown.board, names, format_words(shown.row), won)


QUICK: Final = LobbyList(
    "site/lobby/quick.html", lambda now: now.tables, lambda now, rows: {"games": waited_for(now, rows)}
)
TABLES: Final = LobbyList(
    "site/lobby/tables.html", lambda now: now.tables, lambda now, rows: {"lines": table_items(rows)}
)
WATCHED: Final = LobbyList(
    "site/lobby/watched.html", lambda now: now.watched, lambda now, rows: {"lines": watched_items(rows)}
)
LISTS: Final = (QUICK, TABLES, WATCHED)


def challenge_items(received: Sequence[Challenge]) -> list[TableItem]:
    """Return the challenges that a player has received, as lists show them."""
    return [_challenge_item(challenge) for challenge in received]


def _challenge_item(challenge: Challenge) -> TableItem:
    row = challenge.row
    name = marked_name(challenge.from_name, program=row.guests[0].program)
    who = _("%(player)s challenges you", player=isolated(name))
    face = next((guest.face for guest in row.guests), "")
    return TableItem(row.id, who, format_words(row), tags=option_words(row), face=face)


def others_of(rows: Iterable[MatchRow], player_id: str | None) -> Rows:
    """Return the tables that are not this player's own, which are in a list above."""
    return tuple(row for row in rows if not row.seats_of(player_id))


class Drawn(NamedTuple):
    """A zone as it was last drawn, and of which matches."""

    rows: Rows
    frame: Encoded


class LobbyFrames:
    """Draws zones as frames for sockets; what everybody sees alike is drawn once in each language."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates
        self._drawn: dict[tuple[LobbyList, str], Drawn] = {}
        self._showcase: dict[str, tuple[ShownMatch | None, Encoded]] = {}

    def frame(self, zone: LobbyList, now: LobbyNow, player_id: str | None) -> Encoded:
        """Return a zone as this player sees it, in the current language."""
        rows = zone.rows(now)
        if zone is not WATCHED and player_id is not None:
            others = others_of(rows, player_id)
            if len(others) < len(rows):
                return self._draw(zone, now, others)
        key = zone, current_language().code
        drawn = self._drawn.get(key)
        if drawn is None or drawn.rows is not rows:
            drawn = self._drawn[key] = Drawn(rows, self._draw(zone, now, rows))
        return drawn.frame

    def challenges(self, lines: Sequence[TableItem]) -> Encoded:
        """Return the challenges that a player has received, in the current language."""
        return self._frame("site/lobby/challenges.html", {"lines": lines})

    def showcase(self, shown: ShownMatch | None) -> Encoded:
        """Return the match that everybody is shown, in the current language: drawn once for all."""
        key = current_language().code
        drawn = self._showcase.get(key)
        if drawn is None or drawn[0] is not shown:
            frame = self._frame("site/lobby/showcase.html", {"shown": showcase_of(shown)})
            drawn = self._showcase[key] = shown, frame
        return drawn[1]

    def friends(self, lines: Sequence[FriendItem]) -> Encoded:
        """Return the player's friends, in the current language."""
        return self._frame("site/lobby/friends.html", {"friends": lines})

    def own(self, mine: Sequence[TableItem]) -> Encoded:
        """Return the player's own matches that are not over, in the current language."""
        return self._frame("site/lobby/ongoing.html", {"mine": mine})

    def _draw(self, zone: LobbyList, now: LobbyNow, rows: Rows) -> Encoded:
        return self._frame(zone.template, zone.context(now, rows))

    def _frame(self, template: str, context: Context) -> Encoded:
        html = self._templates.text(template, context)
        return encoded({"type": "zone", "content": swapped(html)})
