"""The rules of chat."""

from __future__ import annotations

from typing import Literal, NamedTuple

from app.base.errors import AppError, Code
from app.matches.core.features.team import PAIRS
from app.matches.core.match_row import MatchRow
from app.matches.core.reader_role import ReaderRole, Sides

Allowed = Literal["words", "emotes", "off"]
"""The host's setting `talk`."""


class Voice(NamedTuple):
    """The kinds of lines somebody may write at a match: to everybody, and to the `sides` alone, who see their marks."""

    emotes: bool
    words: bool
    sides: Sides | None = None
    side_words: bool = False

    @property
    def is_silent(self) -> bool:
        """Return whether they may say nothing at all."""
        return not self.emotes and self.sides is None


SILENT = Voice(emotes=False, words=False)


def has_talk(row: MatchRow, allowed: Allowed) -> bool:
    """True if there is a chat at this table, or will be once somebody sits down: where two people meet at two
    devices, as opponents or on one side."""
    alone = row.hotseat or row.has_automaton or bool(row.bots)
    return allowed != "off" and (not alone or PAIRS.of(row) is not None)


def voice_at(row: MatchRow, player_id: str | None, allowed: Allowed) -> Voice:
    """Return the rights of this player, or visitor: words are for friends who met by a link, and for spectators."""
    if not has_talk(row, allowed):
        return SILENT
    words = allowed == "words"
    sides = _sides(row.reader_of(player_id))
    if not row.has_two_guests:
        return SILENT._replace(sides=sides, side_words=words and sides is not None)
    met_by_link = not row.public
    to_all = words and (met_by_link or not row.seats_of(player_id))
    return Voice(emotes=True, words=to_all, sides=sides, side_words=words and sides is not None)


def _sides(reader: ReaderRole) -> Sides | None:
    """Return the sides that somebody may address alone: of two at a side their own, of a coach those that they see."""
    return reader.hands if reader.part is None else reader.seat


def check(voice: Voice, *, words: bool, side: Sides | None = None) -> None:
    """Raise AppError unless `voice` allows it, to a `side` alone or to all.

    AppError: no_talk_here, words_to_friends, no_side_here.
    """
    if side is not None:
        if not set(side) <= set(voice.sides or "") or (words and not voice.side_words):
            raise AppError(Code.no_side_here)
        return
    if not voice.emotes:
        raise AppError(Code.no_talk_here)
    if words and not voice.words:
        raise AppError(Code.words_to_friends)
