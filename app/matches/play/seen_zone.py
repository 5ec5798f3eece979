"""At the table of a challenge: whether the player who is asked has seen it."""

from __future__ import annotations

from contextlib import AbstractContextManager

from starlette.websockets import WebSocket

from app.base.live.page import LiveZone
from app.base.live.server_messages import Encoded, encoded
from app.base.subscriber import Subscriber
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.core.match_row import MatchRow
from app.matches.core.opponents.own_matches import OwnMatchesCopy
from app.people.players.player import Player


def seen_zones(socket: WebSocket, row: MatchRow, player: Player | None) -> list[LiveZone]:
    """Return the zone for the host of a table that waits for a player asked by link or challenge; else nothing."""
    waits = player is not None and row.status == "open" and not row.public and row.seat_of(player.id) is not None
    return [SeenZone(socket, row.id, player)] if player is not None and waits else []


class SeenZone(LiveZone):
    """Sent once the challenge was seen."""

    def __init__(self, socket: WebSocket, match_id: str, player: Player) -> None:
        self._copy = service_of(socket, OwnMatchesCopy)
        self._templates = service_of(socket, Templates)
        self._match_id = match_id
        self._player_id = player.id

    def followed(self, reader: Subscriber) -> AbstractContextManager[object]:
        return self._copy.followed(self._player_id, reader)

    async def frame(self) -> Encoded | None:
        made = (await self._copy.current(self._player_id)).challenges
        seen = next((one for one in made if one.row.id == self._match_id and one.seen_at is not None), None)
        if seen is None:
            return None
        return encoded(
            {"type": "zone", "content": self._templates.text("matches/play/seen.html", {"asked": seen.to_name})}
        )
