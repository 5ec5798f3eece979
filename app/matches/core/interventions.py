"""Interventions in a match in play: by the site's host, by the organizer of a tournament, by a hint that was given."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Final

from app.base.errors import AppError, Code
from app.matches.core.features.clock import Clock
from app.matches.core.features.feature import Condition, RowChange
from app.matches.core.features.tournament import Tournament
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.service import MatchService
from engine.match import ABORT
from engine.seat import Seat

IN_PLAY: Final = ("setup", "playing")


async def give_time(service: MatchService, match_id: str, seat: Seat, seconds: float) -> None:
    """Give a player of a match in play more time, on the clock or to come; AppError(not_playing)."""
    live = await service.live_match(match_id)
    async with live.lock:
        values = {**Clock.with_more(live.row, seat, seconds), **Tournament.with_more(live.row, seconds)}
        if live.row.status == "over" or not values:
            raise AppError(Code.not_playing)
        seen = tuple(Condition(name, (live.row.features[name],)) for name in values)
        await service.change(live, RowChange(Code.stale_clock, values, seen, statuses=IN_PLAY))


async def make_friendly(service: MatchService, live: LiveMatch) -> None:
    """Let a match in play count for no rating from now on; AppError(not_playing) where it is over."""
    async with live.lock:
        if live.row.rated:
            await service.change(live, RowChange(Code.not_playing, {"rated": False}, statuses=IN_PLAY))


async def abort(service: MatchService, match_id: str) -> MatchRow:
    """End a duel in play without a winner; AppError(not_playing) for any other match."""
    live = await service.live_match(match_id)
    async with live.lock:
        if live.match is None or live.row.mode != "duel" or live.row.status == "over":
            raise AppError(Code.not_playing)
        return (await service.play(live, "A", ABORT)).row


async def abort_all(service: MatchService, match_ids: Iterable[str]) -> None:
    """End matches that count for nothing any more, where they have not just ended."""
    for match_id in match_ids:
        with contextlib.suppress(AppError):
            await abort(service, match_id)
