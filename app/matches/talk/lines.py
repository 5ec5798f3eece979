"""Lines of chat, as values, and their readers."""

from __future__ import annotations

from typing import Literal, NamedTuple

from app.matches.core.match_row import MatchRow
from engine.seat import Seat, Viewer

Room = Literal["table", "watchers", "side"]
"""The room of a line: the players', the spectators', or of one side alone, by a partner or a coach."""


class TalkLine(NamedTuple):
    """An emote, a text or marks, at `at` seconds since 1970. `player_id` leaves no server.

    `seat` is the author's; in the room "side" that of the side that reads it, None for both. Marks are drawn on the
    table as it is after `seq` actions. `program`: its author is a bot account.
    """

    number: int
    room: Room
    seat: Viewer
    player_id: str
    name: str
    emote: str | None
    text: str | None
    at: float
    marks: str | None = None
    seq: int | None = None
    program: bool = False


class TalkFilter(NamedTuple):
    """A player's mute settings, for a match and everywhere, and whether they read texts and see emotes."""

    muted: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()
    words: bool = True
    emotes: bool = True


class Listener(NamedTuple):
    """A reader of a match's chat: `silenced` are the players they have muted; `words` says that they read texts,
    `emotes` that they see emotes."""

    player_id: str | None = None
    seats: tuple[Seat, ...] = ()
    over: bool = False
    silenced: frozenset[str] = frozenset()
    words: bool = True
    emotes: bool = True

    def may_read(self, line: TalkLine) -> bool:
        """True if this reader may read a line: players read spectators only when the match is over, and only players
        read the texts of players."""
        if line.player_id == self.player_id:
            return True
        if line.player_id in self.silenced or not self._takes(line):
            return False
        if line.room == "side":  # for good: nobody else reads it after the match, either
            return bool(self.seats) and (line.seat is None or line.seat in self.seats)
        if line.room == "watchers":
            return not self.seats or self.over
        return bool(self.seats) or line.emote is not None

    def _takes(self, line: TalkLine) -> bool:
        """Return whether they want what a line is made of."""
        return (line.text is None or self.words) and (line.emote is None or self.emotes)


def listener_at(row: MatchRow, player_id: str | None, talk_filter: TalkFilter) -> Listener:
    """The reader that this player, or a visitor without a cookie, is at a match."""
    return Listener(
        player_id,
        row.seats_of(player_id),
        row.status == "over",
        talk_filter.muted | talk_filter.blocked,
        talk_filter.words,
        talk_filter.emotes,
    )
