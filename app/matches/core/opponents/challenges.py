"""Challenges: an open table for one player, a former opponent of the host, who is asked to join it.

Players' ids are private, so an opponent is named by a match that both have played. Accepting is sitting down.
"""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from app.base.errors import AppError, Code
from app.base.signals import Signal
from app.base.store.database import Database
from app.matches.core.finding import challenge_rows
from app.matches.core.finding.challenge_rows import Challenge
from app.matches.core.finding.lobby import Listing
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.schemas import NewMatch
from app.matches.core.service import MatchService
from app.matches.core.storage.models import match_row_of, matches, select_matches
from app.matches.core.storage.seats import OPPOSITE, with_opponent
from app.people.players.bans.blocks import Blocks
from app.people.players.player import Player
from app.people.players.preference_service import PreferenceService
from engine.seat import other

LOOKED_AT: Final = 200  # of a player's matches, the latest
LISTED: Final = 10  # opponents


class Opponent(NamedTuple):
    """A former opponent: the name then, whether it is a bot account, the last match, when it was, and how
    many they have played."""

    name: str
    program: bool
    met_in: str
    met_at: float
    played: int


class Challenges:
    """Makes, lists and declines challenges. `on_made` is called for each that this worker has stored."""

    def __init__(
        self,
        service: MatchService,
        database: Database,
        preferences: PreferenceService,
        blocks: Blocks,
    ) -> None:
        self._matches = service
        self._database = database
        self._preferences = preferences
        self._blocks = blocks
        self.on_made = Signal[[Challenge]]()

    async def opponents(self, player: Player) -> list[Opponent]:
        """Return the player's recent opponents who can be challenged, the last one first."""
        query = with_opponent(select_matches(), player.id).where(OPPOSITE.c.player_id != player.id)
        query = query.order_by(matches.c.created_at.desc()).limit(LOOKED_AT)
        rows = await self._database.all(query, match_row_of)
        found: dict[str, Opponent] = {}
        for row in rows:
            met = opponent_in(row, player)
            if met is not None:
                known = found.get(met.id) or Opponent(met.name, met.program, row.id, row.created_at, 0)
                found[met.id] = known._replace(played=known.played + 1)
        away = await self._blocks.apart(player.id, found) | await self._preferences.switched_off("challenges", found)
        return [met for known, met in found.items() if known not in away][:LISTED]

    async def of(self, player_id: str) -> list[Challenge]:
        """Return the open challenges that a player has made or received."""
        return await self._database.read(lambda connection: challenge_rows.of_player(connection, player_id))

    async def asked_by(self, player: Player, row: MatchRow) -> str:
        """Return the name of the player who was challenged to somebody's table; "" if nobody was."""
        made = [] if row.public else await self.of(player.id)
        return next((one.to_name for one in made if one.row.id == row.id), "")

    async def make(self, player: Player, met_in: str, new: NewMatch, address: str | None = None) -> LiveMatch:
        """Challenge an opponent of a match; the table. If they have already challenged the player, that is accepted.

        AppError: not_met, blocked, no_challenges (they want none), too_many_challenges.
        """
        met = opponent_in((await self._matches.live_match(met_in)).row, player)
        if met is None:
            raise AppError(Code.not_met)
        return await self.ask(player, met, new, address)

    async def ask(self, player: Player, met: Player, new: NewMatch, address: str | None = None) -> LiveMatch:
        """Challenge somebody the player knows; as `make`."""
        await self._matches.admission.check_may_meet(player, (met,))
        for known in await self.of(player.id):
            if known.to_id == met.id:
                return await self._matches.live_match(known.row.id)
            if known.from_id == met.id:
                return await self._matches.joining.join(known.row.id, player)
        made = {"from_id": player.id, "to_id": met.id, "from_name": player.name, "to_name": met.name}
        at = time.time()
        if self._matches.is_banned(met.id) or (await self._preferences.of(met.id)).challenges == "off":
            raise AppError(Code.no_challenges)
        listing = Listing(challenge={**made, "made_at": at})
        private = new.model_copy(update={"public": False})
        live = await self._matches.opening.create(player, private, address=address, listing=listing)
        for concerned in (player.id, met.id):
            self._matches.on_matches_changed(concerned)
        self.on_made(Challenge(live.row, player.id, met.id, player.name, met.name, at))
        return live

    async def see(self, player: Player, match_id: str) -> None:
        """Let who made a challenge know that the player has seen it."""
        maker = await self._matches.lobby.see(match_id, player.id)
        if maker is not None:
            self._matches.on_matches_changed(maker)

    async def decline(self, player: Player, match_id: str) -> None:
        """Decline a challenge; its table is closed. AppError(no_such_challenge)."""
        if not any(known.row.id == match_id and known.to_id == player.id for known in await self.of(player.id)):
            raise AppError(Code.no_such_challenge)
        await self._matches.open_tables.close(match_id, "declined")


def opponent_in(row: MatchRow, player: Player) -> Player | None:
    """Return a player's opponent in a match; None for a bot, at a hot seat, and for spectators."""
    seats = row.seats_of(player.id)
    holder = row.holders[other(seats[0])] if len(seats) == 1 else None
    return holder if isinstance(holder, Player) else None
