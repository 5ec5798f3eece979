"""Take the free seat of a table, or let a bot take it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import orjson

from app.base.errors import AppError, Code
from app.base.store.database import Database, ExtraColumns
from app.matches.core import stored_options
from app.matches.core.finding import challenge_rows
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.memory.live_matches import LiveMatches
from app.matches.core.memory.presence import PresenceService
from app.matches.core.opening.open_tables import OpenTables
from app.matches.core.seat_holder import FREE, Bot, SeatChange
from app.matches.core.storage.models import matches
from app.matches.core.storage.seats import SEATED
from app.people.players.bans.blocks import blocked_by_any
from app.people.players.player import Player
from engine.seat import Seat
from engine.setup.options import OptionsNotation


class Joining:
    """Seats players at open tables."""

    def __init__(
        self, database: Database, live_matches: LiveMatches, presence: PresenceService, tables: OpenTables
    ) -> None:
        self._database = database
        self._live_matches = live_matches
        self._presence = presence
        self._tables = tables

    async def join(self, match_id: str, player: Player, deck: int | None = None, *, rated: bool = False) -> LiveMatch:
        """Take the free seat; the match begins. A player who sits already stays.

        AppError: match_full, table_closed, blocked, not_challenged.

        By link it counts for ratings only if its host wanted that and the player agrees (`rated`).
        """
        live, read = await self._live_matches.current_joined(
            match_id, ExtraColumns(_OF_JOINING_PLAYER, {"joining_player": player.id})
        )
        if read.blocked:
            raise AppError(Code.blocked)
        asked = [read.asked] if read.asked else []
        async with live.lock:
            if live.row.seat_of(player.id) is not None:
                return live
            seat = live.row.free_seat
            if seat is None:
                raise _no_seat(live.row)
            _check_not_reserved(asked, player)
            try:
                options = stored_options.with_deck(live.row.options, seat, deck)
                await self._seat(live, seat, player, options, rated=live.row.rated and (live.row.public or rated))
                self._tables.matches_changed(asked)
            except AppError as error:
                await self._live_matches.refresh(live)  # somebody was faster at another worker: perhaps the same player
                if live.row.seat_of(player.id) is None:
                    raise _no_seat(live.row) if error.code == "match_full" else error from None
        self._presence.settle(live)
        return live

    async def seat_bot(self, match_id: str, player: Player, bot: Bot) -> LiveMatch:
        """Let a bot take the free seat of the player's table; the match begins. AppError: match_full, table_closed."""
        live = await self._live_matches.current(match_id)
        async with live.lock:
            live.row.seat_for(player.id)
            seat = live.row.free_seat
            if seat is None:
                raise _no_seat(live.row)
            await self._seat(
                live, seat, bot, stored_options.with_even_deck(live.row.options, seat), rated=live.row.rated
            )
        await self._tables.notify_challenged(live.row)
        return live

    async def check_not_reserved(self, row: MatchRow, player: Player | None) -> None:
        if not row.public:  # a challenge is not listed
            _check_not_reserved(await self._database.read(partial(challenge_rows.asked_to, match_id=row.id)), player)

    async def _seat(
        self, live: LiveMatch, seat: Seat, holder: Player | Bot, options: OptionsNotation, *, rated: bool
    ) -> None:
        """Give the free seat to somebody and begin; the match's lock is held. AppError(match_full)."""
        values = {"options": orjson.dumps(options), "rated": rated}
        as_seen = matches.c.version == live.row.version  # the host may have changed the options meanwhile
        seated = SeatChange(seat, FREE, holder)
        await self._tables.begin(live, options, values, as_seen, code=Code.match_full, seated=seated)


def _no_seat(row: MatchRow) -> AppError:
    """Return the refusal of a seat at a table that has none free."""
    return AppError(Code.table_closed if row.status == "over" and not row.is_full else Code.match_full)


_OF_JOINING_PLAYER: Final = (
    challenge_rows.ASKED.label("asked"),
    blocked_by_any(SEATED, "joining_player").label("blocked"),
)


def _check_not_reserved(asked: Sequence[str], player: Player | None) -> None:
    """Raise AppError(not_challenged) unless the player is one of `asked`, the ids that the table is reserved for."""
    if asked and (player is None or player.id not in asked):
        raise AppError(Code.not_challenged)
