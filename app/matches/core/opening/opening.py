"""Open matches. Every method refuses with AppError or the engine's BadPosition, having changed nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import sqlalchemy as sa

from app.base.live.server_messages import Status
from app.base.signals import Signal
from app.base.store.group_commit import Writer
from app.matches.core import stored_options
from app.matches.core.features import series
from app.matches.core.features.deal import DEAL
from app.matches.core.finding.games import game_of
from app.matches.core.finding.lobby import NOT_LISTED, Listing, Lobby
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.memory.live_matches import LiveMatches
from app.matches.core.opening import new_rows
from app.matches.core.opening.admission import Admission
from app.matches.core.opening.open_tables import OpenTables
from app.matches.core.opening.seating import SecondPlayer, seating
from app.matches.core.schemas import NewMatch
from app.matches.core.seat_holder import Bot
from app.matches.core.storage import store
from app.people.players.player import Player
from engine.match import Options
from engine.seat import Seat
from engine.setup.options import OptionsNotation


class Opening:
    """Opens matches, with or without a free seat."""

    def __init__(
        self, writer: Writer, live_matches: LiveMatches, lobby: Lobby, admission: Admission, tables: OpenTables
    ) -> None:
        self._writer = writer
        self._live_matches = live_matches
        self._lobby = lobby
        self._admission = admission
        self._tables = tables
        self.on_storing = Signal[[sa.Connection, MatchRow]]()  # the same, within the transaction that stores it
        self.on_opened = Signal[[MatchRow]]()  # a match that was prepared has begun; its players did not open it

    async def create(
        self,
        player: Player,
        new: NewMatch,
        second_player: SecondPlayer | None = None,
        address: str | None = None,
        listing: Listing = NOT_LISTED,
        partner: SecondPlayer | None = None,
    ) -> LiveMatch:
        """Open a match; a solo one begins at once, and so does one with a `second_player` (hot seat).

        `partner`: who holds the host's side with them, at the same device (H12). `address` is the hash of the player's
        address. `listing` says how it is listed; a quick match may return somebody else's table. The engine's
        BadPosition says which options do not fit. AppError(too_many_tables) where too many public ones wait already.
        """
        await self._admission.check_may_open(player)
        row = new_rows.draft(new, player, second_player, partner)
        return await self._open(row, replace(listing, address=address, game=game_of(new)))

    async def play_from_position(
        self, player: Player, options: Options, seat: Seat, opposite: SecondPlayer | Bot | None = None
    ) -> LiveMatch:
        """Open a casual match that begins with a given position (`options` of format "position")."""
        await self._admission.check_may_open(player)
        holders = seating(options.mode, player, seat, opposite)
        return await self._open(new_rows.of_options(options.to_json(), holders, public=False, casual=True))

    async def play_deal(
        self, player: Player, deal_id: str, options: OptionsNotation, bot: Bot | None, *, casual: bool
    ) -> LiveMatch:
        """Open a match of a deal, whose options are those of everybody who plays it; the player sits at A."""
        await self._admission.check_may_open(player)
        holders = seating(options["mode"], player, "A", bot)
        row = new_rows.of_options(options, holders, public=False, casual=casual)
        return await self._open(new_rows.with_features(row, {DEAL.name: deal_id}))

    async def _open(
        self, drafted: MatchRow, listing: Listing = NOT_LISTED, *, awaits_players: bool = False
    ) -> LiveMatch:
        self._admission.has_room()
        row = replace(drafted, id=self._admission.shards.new_id())
        if row.bots and row.guests and self._admission.bot_queues is not None:
            self._admission.bot_queues.admit(row.id, listing.address or row.guests[0].id)
        if row.is_full and not awaits_players:
            live = self.prepared(row)
        else:
            stored_options.check(row.options)  # better to refuse impossible options now than when somebody joins
            live = LiveMatch(row, None, 0)
        if row.is_full:
            await self._writer.rows(*store.new_rows(live.row))
        elif (other := await self._lobby.open(row, listing)) is not None:
            return await self._live_matches.current(other)
        self._tables.matches_changed(guest.id for guest in row.guests)
        return self._live_matches.put(live)

    def prepared(self, row: MatchRow) -> LiveMatch:
        """Return a match that begins when it is stored; no seat of it is free."""
        match, _ = stored_options.begin(row.options)
        begun = new_rows.with_features(row, self._tables.begun(row, match))
        return LiveMatch(replace(begun, status=cast("Status", match.status), started_at=row.created_at), match, 0)

    def opened(self, live: LiveMatch) -> None:
        """Take a match that was prepared and is stored now into memory, and notify its players."""
        self._tables.matches_changed(guest.id for guest in live.row.guests)
        self._live_matches.put(live)
        self.on_opened(live.row)

    async def open_next(self, live: LiveMatch) -> str:
        """Open the match after this one, in its series or with seats changed, and return its id.

        In a series one player's press opens it for both, and it waits for the other. AppError(blocked).
        """
        row = live.row
        for guest in row.guests:
            await self._admission.check_may_meet(guest, row.guests)
        awaits_players = row.has_two_guests and not row.hotseat and series.goes_on(row)
        return (await self._open(new_rows.next_row(row, live.match), awaits_players=awaits_players)).id
