"""Open tables, seat players at them, alter and close them again. The course of a match is the service's. Every method
takes the calling player, and refuses with AppError or the engine's BadPosition, having changed nothing."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal, Protocol

import orjson
import sqlalchemy as sa

from app.bots.queue import BotQueues
from app.errors import AppError, Code
from app.live.shards import ALONE, Shards
from app.live.site_clock import SiteClock
from app.matches import stored_options
from app.matches.features import FEATURES, series, that_have
from app.matches.features.deal import DEAL
from app.matches.features.feature import Fact
from app.matches.features.gathering import LAPSES_AFTER
from app.matches.finding import challenge_rows
from app.matches.finding.games import game_of
from app.matches.finding.lobby import NOT_LISTED, Listing, Lobby
from app.matches.live.live_match import LiveMatch
from app.matches.match_row import MatchRow, Result
from app.matches.memory.live_matches import LiveMatches
from app.matches.memory.presence import PresenceService
from app.matches.opening import new_rows, start
from app.matches.opening.seating import SecondPlayer, host_seat, seating
from app.matches.schemas import NewMatch
from app.matches.seat_holder import FREE, Bot, seat_values
from app.matches.storage import store
from app.matches.storage.models import SEATED, match_row_of, matches
from app.players.bans.blocks import blocked_by_any
from app.players.player import Player
from app.signals import Signal
from app.store.database import Beside, Database
from app.store.group_commit import Writer
from engine.events import Event
from engine.match import Match, Options
from engine.seat import Seat
from engine.setup.options import OptionsNotation


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """The site's checks before somebody opens a table or sits down at one; each refuses with AppError."""

    may_open: Callable[[Player], Awaitable[None]] | None = None  # players who may not open tables here
    may_organize: Callable[[Player | None], Awaitable[None]] | None = None  # visitors who may not open events here
    may_meet: Callable[[Player, Iterable[Player]], Awaitable[None]] | None = None  # those who block each other
    has_room: Callable[[], None] = lambda: None  # every new table while the disk is full
    may_see: Callable[[MatchRow, Player | None], Awaitable[None]] | None = None  # a match of a deal still to be played
    bot_queues: BotQueues | None = None  # an address that waits for too many bots already
    shards: Shards = ALONE  # names the matches that this worker opens


ANYBODY: Final = Admission()


class RowChanged(Protocol):
    """Takes a changed row into the match in memory, and publishes it."""

    def __call__(
        self, live: LiveMatch, row: MatchRow, match: Match | None = None, events: list[Event] | None = None
    ) -> None: ...


class Opening:
    """Opens matches and seats players at them."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        live_matches: LiveMatches,
        lobby: Lobby,
        on_own_news: Signal[[str]],
        presence: PresenceService,
        site_clock: SiteClock,
        row_changed: RowChanged,
        admission: Admission,
    ) -> None:
        self._database = database
        self._writer = writer
        self._live_matches = live_matches
        self._lobby = lobby
        self._on_own_news = on_own_news
        self._presence = presence
        self._site_clock = site_clock
        self._row_changed = row_changed
        self._admission = admission
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
        await self._check_may_open(player)
        seat = host_seat(new.mode, new.seat)
        bot = start.opponent_of(new)
        options = start.options_of(new, seat)
        holders = seating(new.mode, player, seat, bot or second_player, partner)
        public = new.public and FREE in holders.values()
        values = new_rows.new_row(
            options,
            holders,
            public=public,
            casual=new.seed is not None,
            clock=start.clock_of(new),
            rated=start.is_rated(new, holders),
        )
        for feature in that_have("opened_with"):
            values |= feature.opened_with(new, seat)
        return await self._open(values, replace(listing, address=address, game=game_of(new)))

    async def play_from_position(
        self, player: Player, options: Options, seat: Seat, opposite: SecondPlayer | Bot | None = None
    ) -> LiveMatch:
        """Open a casual match that begins with a given position (`options` of format "position")."""
        await self._check_may_open(player)
        holders = seating(options.mode, player, seat, opposite)
        return await self._open(new_rows.new_row(options.to_json(), holders, public=False, casual=True, rated=False))

    async def play_deal(
        self, player: Player, deal_id: str, options: OptionsNotation, bot: Bot | None, *, casual: bool
    ) -> LiveMatch:
        """Open a match of a deal, whose options are those of everybody who plays it; the player sits at A."""
        await self._check_may_open(player)
        holders = seating(options["mode"], player, "A", bot)
        row = new_rows.new_row(options, holders, public=False, casual=casual, rated=False)
        return await self._open(row | {DEAL.name: deal_id})

    async def check_may_see(self, row: MatchRow, player: Player | None) -> None:
        """Raise AppError(deal_unfinished) for a match whose cards a visitor must not know yet."""
        if self._admission.may_see is not None and DEAL.of(row) is not None:
            await self._admission.may_see(row, player)

    async def _check_may_open(self, player: Player) -> None:
        if self._admission.may_open is not None:
            await self._admission.may_open(player)

    async def _open(
        self, values: dict[str, object], listing: Listing = NOT_LISTED, *, gathers: bool = False
    ) -> LiveMatch:
        self._admission.has_room()
        values["id"] = self._admission.shards.new_id()
        row = match_row_of(store.as_row(values))
        if row.bots and row.guests and self._admission.bot_queues is not None:
            self._admission.bot_queues.admit(row.id, listing.address or row.guests[0].id)
        match, _ = stored_options.begin(
            row.options
        )  # also when a seat is free: better to refuse impossible options now
        begins = row.is_full and not gathers
        if begins:
            values.update(status=match.status, started_at=values["created_at"], **self._begun(row, match))
        if row.is_full:
            await self._writer.row(store.INSERT_MATCH, values)
        elif (other := await self._lobby.open(values, listing)) is not None:
            return await self._live_matches.current(other)
        row = match_row_of(store.as_row(values))
        self._own_news(guest.id for guest in row.guests)
        return self._live_matches.put(LiveMatch(row, match if begins else None, 0))

    def prepared(self, values: dict[str, object]) -> LiveMatch:
        """Return the match that begins when `values` are stored, which get what is missing; no seat of it is free."""
        match, _ = stored_options.begin(match_row_of(store.as_row(values)).options)
        row = match_row_of(store.as_row(values))
        values.update(status=match.status, started_at=values["created_at"], **self._begun(row, match))
        return LiveMatch(match_row_of(store.as_row(values)), match, 0)

    def opened(self, live: LiveMatch) -> None:
        """Take a match that was prepared and is stored now into memory, and notify its players."""
        self._own_news(guest.id for guest in live.row.guests)
        self._live_matches.put(live)
        self.on_opened(live.row)

    async def join(self, match_id: str, player: Player, deck: int | None = None, *, rated: bool = False) -> LiveMatch:
        """Take the free seat; the match begins. A player who sits already stays.

        AppError: match_full, table_closed, blocked, not_challenged.

        By link it counts for ratings only if its host wanted that and the player agrees (`rated`).
        """
        live, read = await self._live_matches.current_with(match_id, Beside(_OF_COMER, {"comer": player.id}))
        if read.blocked:
            raise AppError(Code.blocked)
        asked = [read.asked] if read.asked else []
        async with live.lock:
            if live.row.seat_of(player.id) is not None:
                return live
            seat = live.row.free_seat
            if seat is None:
                raise _no_seat(live.row)
            _check_not_kept(asked, player)
            try:
                options = stored_options.with_deck(live.row.options, seat, deck)
                await self._seat(live, seat, player, options, rated=live.row.rated and (live.row.public or rated))
                self._own_news(asked)
            except AppError as error:
                await self._live_matches.refresh(live)  # somebody was faster at another worker: perhaps the same player
                if live.row.seat_of(player.id) is None:
                    raise _no_seat(live.row) if error.code == "match_full" else error from None
        self._presence.settle(live)
        return live

    async def check_may_meet(self, player: Player, others: Iterable[Player]) -> None:
        """Raise AppError(blocked) where a player does not sit at a table with one of these."""
        if self._admission.may_meet is not None:
            await self._admission.may_meet(player, (guest for guest in others if guest.id != player.id))

    async def check_not_kept(self, row: MatchRow, player: Player | None) -> None:
        if not row.public:  # a challenge is not listed
            _check_not_kept(await self._database.read(partial(challenge_rows.asked_to, match_id=row.id)), player)

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
        await self._notify_challenged(live.row)
        return live

    async def _seat(
        self, live: LiveMatch, seat: Seat, holder: Player | Bot, options: OptionsNotation, *, rated: bool
    ) -> None:
        """Give the free seat to somebody and begin; the match's lock is held. AppError(match_full)."""
        values = {"options": orjson.dumps(options), "rated": rated, **seat_values(seat, holder)}
        as_seen = matches.c.version == live.row.version  # the host may have changed the options meanwhile
        await self._begin(live, options, values, as_seen, store.is_free(seat), code=Code.match_full)

    async def _begin(
        self,
        live: LiveMatch,
        options: OptionsNotation,
        values: Mapping[str, object],
        *conditions: sa.ColumnElement[bool],
        code: Code,
    ) -> None:
        """Begin an open match and store `values` with that, if the conditions hold; else AppError(`code`)."""
        match, events = stored_options.begin(options)
        begun = {"status": match.status, "started_at": time.time(), **self._begun(live.row, match)}
        changed = store.change(live.id, {**values, **begun}, matches.c.status == "open", *conditions, code=code)
        await self._writer.job(changed, partial(self._row_changed, live, match=match, events=events))

    def _own_news(self, player_ids: Iterable[str]) -> None:
        for player_id in player_ids:
            self._on_own_news(player_id)

    async def _notify_challenged(self, row: MatchRow) -> None:
        """Let the player who was challenged to this table know that it no longer waits."""
        if row.public:
            return
        with contextlib.suppress(AppError):  # the database is away: it has happened all the same
            self._own_news(await self._database.read(partial(challenge_rows.asked_to, match_id=row.id)))

    def _begun(self, row: MatchRow, match: Match) -> dict[str, Fact]:
        """Return the features' columns of a match that begins."""
        now = self._site_clock.now()
        return {name: value for feature in FEATURES for name, value in feature.begun(row, match, now).items()}

    async def choose_deck(self, match_id: str, player: Player, deck: int) -> LiveMatch:
        """Take another preconstructed deck, as the host of a match that nobody has joined.

        AppError: decks_settled where there is nothing to choose, already_begun if somebody has.
        """
        live = await self._live_matches.current(match_id)
        async with live.lock:
            options = stored_options.with_deck(live.row.options, live.row.seat_for(player.id), deck)
            values: dict[str, object] = {"options": orjson.dumps(options)}
            changed = store.change(match_id, values, matches.c.status == "open", code=Code.already_begun)
            await self._writer.job(changed, partial(self._row_changed, live))
        return live

    async def name_host(self, match_id: str, player: Player) -> LiveMatch:
        """Show the host of a match that nobody has joined by the name that they have now; AppError(already_begun)."""
        live = await self._live_matches.current(match_id)
        async with live.lock:
            column = f"name_{live.row.seat_for(player.id).lower()}"
            changed = store.change(match_id, {column: player.name}, matches.c.status == "open", code=Code.already_begun)
            await self._writer.job(changed, partial(self._row_changed, live))
        return live

    async def cancel(self, match_id: str, player: Player) -> LiveMatch:
        """Close a match that nobody has joined, as its host; AppError(already_begun) if somebody has."""
        (await self._live_matches.current(match_id)).row.seat_for(player.id)
        return await self.close(match_id, "cancelled")

    async def close(self, match_id: str, reason: Literal["cancelled", "declined", "closed"]) -> LiveMatch:
        """Close a match that nobody has joined; AppError(already_begun) if somebody has.

        `declined`: by the player who was asked to join it; `closed`: by the staff.
        """
        live = await self._live_matches.current(match_id)
        async with live.lock:
            await self._close(live, reason)
        await self._notify_challenged(live.row)
        return live

    async def _close(self, live: LiveMatch, reason: str) -> None:
        """Close a match that has not begun; its lock is held. AppError(already_begun)."""
        result = store.finished(Result(None, reason), time.time())
        changed = store.change(live.id, result, matches.c.status == "open", code=Code.already_begun)
        await self._writer.job(changed, partial(self._row_changed, live))

    async def open_next(self, live: LiveMatch) -> str:
        """Open the match after this one, in its series or with seats changed, and return its id.

        In a series one player's press opens it for both, and it waits for the other. AppError(blocked).
        """
        row = live.row
        for guest in row.guests:
            await self.check_may_meet(guest, row.guests)
        gathers = row.has_two_guests and not row.hotseat and series.goes_on(row)
        return (await self._open(new_rows.next_row(row, live.match), gathers=gathers)).id

    async def begin_gathered(self, live: LiveMatch) -> None:
        """Begin a match that has waited for its players; its lock is held. AppError(already_begun)."""
        await self._begin(live, live.row.options, {}, code=Code.already_begun)

    async def close_ungathered(self) -> None:
        """Close the matches that have waited for their players for too long."""
        for match_id in await self._database.read(store.ungathered(time.time() - LAPSES_AFTER)):
            live = await self._live_matches.current(match_id)
            async with live.lock:
                with contextlib.suppress(AppError):  # it has just begun, or another worker was faster
                    await self._close(live, "cancelled")


def _no_seat(row: MatchRow) -> AppError:
    """Return the refusal of a seat at a table that has none free."""
    return AppError(Code.table_closed if row.status == "over" and not row.is_full else Code.match_full)


_OF_COMER: Final = (challenge_rows.ASKED.label("asked"), blocked_by_any(SEATED, "comer").label("blocked"))


def _check_not_kept(asked: Sequence[str], player: Player | None) -> None:
    """Raise AppError(not_challenged) for anybody but the player who was asked to sit down, by their ids."""
    if asked and (player is None or player.id not in asked):
        raise AppError(Code.not_challenged)
