"""The rules of chat."""

from __future__ import annotations

from typing import Literal, NamedTuple

from app.errors import AppError, Code
from app.matches.match_row import MatchRow

Allowed = Literal["words", "emotes", "off"]
"""The host's setting `talk`."""


class Voice(NamedTuple):
    """The kinds of lines somebody may write at a match."""

    emotes: bool
    words: bool


SILENT = Voice(emotes=False, words=False)


def has_talk(row: MatchRow, allowed: Allowed) -> bool:
    """True if there is a chat at this table, or will be once somebody sits down: where two people meet at two
    devices."""
    return allowed != "off" and not (row.hotseat or row.has_automaton or row.bots)


def voice_at(row: MatchRow, player_id: str | None, allowed: Allowed) -> Voice:
    """Return the rights of this player, or visitor: words are for friends who met by a link, and for spectators."""
    if not has_talk(row, allowed) or not row.has_two_guests:
        return SILENT
    met_by_link = not row.public
    return Voice(emotes=True, words=allowed == "words" and (met_by_link or not row.seats_of(player_id)))


def check(voice: Voice, *, words: bool) -> None:
    """Raise AppError unless `voice` allows it: no_talk_here, words_to_friends."""
    if not voice.emotes:
        raise AppError(Code.no_talk_here)
    if words and not voice.words:
        raise AppError(Code.words_to_friends)
