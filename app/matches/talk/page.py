"""The chat on a match's page: pushed over the page's socket as pieces of HTML."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from markupsafe import Markup
from starlette.websockets import WebSocket

from app.base.i18n import _
from app.base.live.server_messages import TalkLines, TalkPanel
from app.base.web.running import running
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.reader_role import ReaderRole, Sides
from app.matches.table.marks import marks_words, read_marks
from app.matches.table.match_summary import player_names
from app.matches.talk.emotes import emote_words, emotes_in_words
from app.matches.talk.lines import Listener, TalkFilter, TalkLine
from app.matches.talk.models import TEXT_LENGTH
from app.matches.talk.rooms import TalkReader
from app.matches.talk.rules import Voice
from app.matches.talk.service import PersonRef, TalkService
from app.people.players.player import Player
from app.people.players.shown_names import marked_name
from engine.seat import SEATS, Seat, Viewer, other


class MutedPlayer(NamedTuple):
    """A player the viewer has muted in this match."""

    ref: PersonRef
    name: str


class Panel(NamedTuple):
    """The state of the chat panel apart from its lines; when it changes, the whole panel is redrawn.

    `known`: the viewer is a guest, not a visitor without a cookie. `opponent`: the name of the player opposite, if that
    is one. `sides`: those that the viewer may address alone, with words for them. `draws`: some draw on the table.
    """

    voice: Voice
    known: bool
    opposite: Viewer
    opponent: str
    muted: tuple[MutedPlayer, ...]
    listener: Listener
    sides: tuple[tuple[Sides, str], ...] = ()
    draws: bool = False


@asynccontextmanager
async def talk_pushed(
    socket: WebSocket, live: LiveMatch, player: Player | None, say: Callable[[TalkPanel | TalkLines], Awaitable[None]]
) -> AsyncIterator[None]:
    """Keep the chat on a page current within the block; `say` sends to the page, and raises WebSocketDisconnect when it
    has gone."""
    if not service_of(socket, TalkService).is_at(live.row):
        yield
        return
    async with running(_follow(socket, live, player, say)):
        yield


async def _follow(
    socket: WebSocket, live: LiveMatch, player: Player | None, say: Callable[[TalkPanel | TalkLines], Awaitable[None]]
) -> None:
    async with service_of(socket, TalkService).reader(live, player) as reader:
        page = TalkPage(socket, live, player, reader)
        while True:
            await reader.woken()
            piece = page.piece()
            if piece is not None:
                await say(piece)


class TalkPage:
    """The chat as one page shows it."""

    def __init__(self, socket: WebSocket, live: LiveMatch, player: Player | None, reader: TalkReader) -> None:
        self._templates = service_of(socket, Templates)
        self._service = service_of(socket, TalkService)
        self._live = live
        self._player = player
        self._reader = reader
        self._shown: Panel | None = None
        self._last = 0

    def piece(self) -> TalkPanel | TalkLines | None:
        """Return the part that the page does not show yet; None if it shows everything."""
        panel = self._panel()
        redrawn = panel != self._shown
        lines = self._reader.lines(0 if redrawn else self._last)
        self._shown = panel
        if not (redrawn or lines):
            return None
        self._last = max([self._last, *(line.number for line in lines)])
        html = "".join([self._line(line) for line in lines])
        if not redrawn:
            return {"type": "talk_lines", "content": html}
        return {"type": "talk_panel", "content": self._whole(panel, html)}

    def _whole(self, panel: Panel, lines: str) -> str:
        """Return the inside of the panel; nothing while there is nobody to talk to."""
        if panel.voice.is_silent:
            return ""
        context = {
            "panel": panel,
            "lines": Markup(lines),
            "emotes": emotes_in_words,
            "most": TEXT_LENGTH,
            "form": f"/match/{self._live.id}/marks",
        }
        return self._templates.text("matches/talk/panel.html", context).strip()

    def _panel(self) -> Panel:
        row, player_id = self._live.row, self._player.id if self._player else None
        seat = row.seat_of(player_id)
        opposite: Viewer = other(seat) if seat else None
        talk_filter = self._reader.talk_filter
        return Panel(
            self._service.voice(row, player_id),
            self._player is not None,
            opposite,
            player_names(row)[opposite] if opposite and isinstance(row.holders[opposite], Player) else "",
            tuple(self._muted_players(row, talk_filter, opposite)),
            self._reader.listener(),
            tuple(_sides(row, row.reader_of(player_id))),
            row.has_pair or row.coach is not None,
        )

    def _muted_players(self, row: MatchRow, talk_filter: TalkFilter, opposite: Viewer) -> list[MutedPlayer]:
        """Return the players the viewer has muted here, each once: the opponent, and authors of lines."""
        found: dict[str, MutedPlayer] = {}
        for line in self._reader.room.lines:
            if line.player_id in talk_filter.muted:
                found[line.player_id] = MutedPlayer(line.number, _author_name(line))
        holder = row.holders[opposite] if opposite else None
        if isinstance(holder, Player) and holder.id in talk_filter.muted and opposite:
            found[holder.id] = MutedPlayer(opposite, player_names(row)[opposite])
        return list(found.values())

    def _line(self, line: TalkLine) -> str:
        mine = self._player is not None and line.player_id == self._player.id
        seat: Seat | None = line.seat
        alone = seat is not None and line.room != "side" and isinstance(self._live.row.holders[seat], Player)
        name = player_names(self._live.row)[seat] if seat and alone else _author_name(line)
        # Without the author's id and time, so that one cached fragment serves all viewers.
        return self._templates.fragments().fragment(
            "matches/talk/line.html",
            line=line._replace(player_id="", at=0.0),
            who=name,
            mine=mine,
            emote_words=emote_words(line.emote) if line.emote else "",
            marks_words=self._marks_words(line) if line.marks is not None else "",
        )

    def _marks_words(self, line: TalkLine) -> str:
        """Return marks in words, with the names of the cards that the viewer knows if they lie there now."""
        row = self._live.row
        marks = read_marks(line.marks or "")
        if not marks:
            return _("has removed the marks")
        view = None
        if line.seq == self._live.seq and self._live.match is not None and self._live.match.position is not None:
            view = self._live.now().view_of(row.reader_of(self._player.id if self._player else None))
        return marks_words(marks, player_names(row), view if view is not None and "turn" in view else None)


def _sides(row: MatchRow, reader: ReaderRole) -> Iterator[tuple[Sides, str]]:
    """The sides that a reader may address alone, with words for them."""
    if reader.part is not None and reader.seat is not None:
        yield reader.seat, _("Only our side")
    for seat in SEATS:
        if reader.hands is not None and seat in reader.hands:
            yield seat, _("Only %(player)s", player=player_names(row)[seat])
    if reader.hands == "AB":
        yield "AB", _("Both sides")


def _author_name(line: TalkLine) -> str:
    """The name of a line's author, as the viewer reads it."""
    return marked_name(line.name, program=line.program)
