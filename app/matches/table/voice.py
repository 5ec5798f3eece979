"""Lines of the computer opponent of a match: its page holds all of them, and shows each at its moment."""

from __future__ import annotations

from typing import NamedTuple

from app.matches.bots.characters import BY_NAME
from app.matches.bots.sayings import SAYINGS, Sayings
from app.matches.core.match_row import MatchRow
from engine.seat import Seat


class BotVoice(NamedTuple):
    """The lines of the character at `seat`."""

    seat: Seat
    lines: Sayings


def voice_of(row: MatchRow) -> BotVoice | None:
    """Return the lines of the bot of a match in the current language; None where there is none that speaks."""
    for seat, bot in row.bots.items():
        if character := BY_NAME.get(bot.name):
            return BotVoice(seat, SAYINGS[character.slug]())
    return None
