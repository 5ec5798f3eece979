"""Playing on from a moment of a replay: a new match that begins with its position."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from app.matches.bots import characters
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.opening import start
from app.matches.core.opening.seating import SecondPlayer
from app.matches.core.service import MatchService
from app.people.players.player import Player
from engine.match import Options
from engine.record import RecordNames
from engine.seat import Seat

PlayMode = Literal["hotseat", "link", "solo", "bot"]
BY_RESULTS: Final = -1
"""The level of a bot that is as strong as the guest's results suggest."""


async def play_from_here(
    service: MatchService, host: Player, options: Options, names: RecordNames, how: PlayMode, seat: Seat, level: int
) -> LiveMatch:
    """Open that match: alone at once, by link with the host at `seat`, at one device with the record's names, or
    against a bot of `level` (or BY_RESULTS)."""
    if options.solo is not None:
        return await service.opening.play_from_position(host, options, "A")
    if how == "bot":
        fitting = await service.bot_results.level_of(host) if level == BY_RESULTS else level
        bot = start.bot_of(characters.of_level(fitting))
        return await service.opening.play_from_position(host, options, seat, bot)
    if how != "hotseat":
        return await service.opening.play_from_position(host, options, seat)
    first = replace(host, name=names["A"] or host.name)
    return await service.opening.play_from_position(first, options, "A", SecondPlayer(names["B"] or ""))
