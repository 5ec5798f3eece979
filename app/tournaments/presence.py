"""Open pages and streams of an arena: while one is open, its player waits for the next match."""

from __future__ import annotations

import asyncio
import contextlib

from app.errors import AppError
from app.players.player import Player
from app.tournaments.service import TournamentService
from app.tournaments.waiting import NOTE_EVERY


async def keep_waiting(service: TournamentService, tournament_id: str, player: Player | None) -> None:
    """Give a sign of life every few seconds, for as long as the event is an arena and the player in it."""
    while player is not None:
        with contextlib.suppress(AppError):  # the database is away, or the guest was deleted: try again next time
            event = await service.current(tournament_id)
            if event.system.has_rounds:
                return
            if event.status == "playing" and event.entry_of(player) is not None:
                await service.wait(tournament_id, player)
        await asyncio.sleep(NOTE_EVERY)
