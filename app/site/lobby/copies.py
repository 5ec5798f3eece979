"""The lobby as strangers find it now."""

from __future__ import annotations

import time

from app.base.live.bus import Bus
from app.base.live.copy import Copy
from app.base.live.worker_hints import LobbyHint
from app.base.tasks import TaskHealth
from app.matches.core.finding.lobby import Lobby, LobbyNow


class LobbyCopy(Copy[None, LobbyNow]):
    """One copy for all start pages and streams; a part that has not changed stays the same object."""

    def __init__(self, lobby: Lobby, bus: Bus, health: TaskHealth | None = None) -> None:
        async def load(_: None, before: LobbyNow | None) -> LobbyNow:
            found = await lobby.now()
            return found if before is None else _kept(before, found)

        super().__init__("lobby", load, hint=lambda _: bus.publish(LobbyHint()), again=_next_to_fall, health=health)
        lobby.on_change.subscribe(lambda: self.changed(None))
        lobby.on_stale.subscribe(self.all_stale)
        bus.subscribe(LobbyHint, lambda _: self.stale(None))


def _next_to_fall(now: LobbyNow) -> float | None:
    """Return in how many seconds the next table falls off the list."""
    return None if now.until is None else max(0.0, now.until - time.time())


def _kept(before: LobbyNow, found: LobbyNow) -> LobbyNow:
    """Return what was found, with those of the earlier lists that are equal, so that their drawings are kept."""
    return found._replace(
        tables=before.tables if found.tables == before.tables else found.tables,
        watched=before.watched if found.watched == before.watched else found.watched,
        challenges=before.challenges if found.challenges == before.challenges else found.challenges,
    )
