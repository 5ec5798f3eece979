"""Open pages and streams of an event: its player is here, and in an arena waits for the next match."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from starlette.websockets import WebSocket

from app.errors import AppError
from app.players.identity import player_or_none
from app.players.player import Player
from app.tournaments.service import TournamentService
from app.tournaments.waiting import NOTE_EVERY
from app.web.services import service_of


async def admit(socket: WebSocket) -> Player | None:
    """Return the reader of an event's socket; AppError(no_such_tournament)."""
    await service_of(socket, TournamentService).current(socket.path_params["id"])
    return await player_or_none(socket)


HERE_EVERY: Final = 20.0  # seconds between two signs of life where nobody is paired by them


async def keep_waiting(service: TournamentService, tournament_id: str, player: Player | None) -> None:
    """Give a sign of life every few seconds, for as long as the event runs and the player is in it."""
    while player is not None:
        pause = HERE_EVERY
        with contextlib.suppress(AppError):  # the database is away, or the guest was deleted: try again next time
            event = await service.current(tournament_id)
            entry = event.entry_of(player)
            if not event.is_running:
                return
            if not event.system.has_rounds and event.status == "playing":
                pause = NOTE_EVERY
                if entry is not None:
                    await service.wait(tournament_id, player)
            elif entry is not None:
                await service.note_here(tournament_id, entry)
        await asyncio.sleep(pause)
