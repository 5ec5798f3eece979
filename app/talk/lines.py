"""Lines of chat, as values, and their readers."""

from __future__ import annotations

from typing import Literal, NamedTuple

from app.matches.match_row import MatchRow
from engine.seat import Viewer

Room = Literal["table", "watchers"]
"""The room of a line: the players', or the spectators'."""


class TalkLine(NamedTuple):
    """An emote or a text, at `at` seconds since 1970. `player_id` leaves no server. `program`: its author is a bot
    account."""

    number: int
    room: Room
    seat: Viewer
    player_id: str
    name: str
    emote: str | None
    text: str | None
    at: float
    program: bool = False


class TalkFilter(NamedTuple):
    """A player's mute settings, for a match and everywhere, and whether they read texts and see emotes."""

    muted: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()
    words: bool = True
    emotes: bool = True


class Listener(NamedTuple):
    """A reader of a match's chat: `silenced` are the players they have muted, `words`: they read texts, `emotes`: they
    see emotes."""

    player_id: str | None = None
    seated: bool = False
    over: bool = False
    silenced: frozenset[str] = frozenset()
    words: bool = True
    emotes: bool = True

    def may_read(self, line: TalkLine) -> bool:
        """True if they may read this line: players read spectators only when the match is over, and only players read
        the texts of players."""
        if line.player_id == self.player_id:
            return True
        if line.player_id in self.silenced or not (self.emotes if line.text is None else self.words):
            return False
        if line.room == "watchers":
            return not self.seated or self.over
        return self.seated or line.emote is not None


def listener_at(row: MatchRow, player_id: str | None, talk_filter: TalkFilter) -> Listener:
    """The reader that this player, or a visitor without a cookie, is at a match."""
    return Listener(
        player_id,
        bool(row.seats_of(player_id)),
        row.status == "over",
        talk_filter.muted | talk_filter.blocked,
        talk_filter.words,
        talk_filter.emotes,
    )
