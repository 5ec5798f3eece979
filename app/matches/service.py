"""The only writer of matches: check, apply, commit, answer, publish. Pages, sockets and the API all come through here.

Every method takes the player who asks, and refuses with AppError or the engine's BadPosition, having changed nothing.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, Final, Literal

import orjson
import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError

from app.commit import Writer
from app.db import Database
from app.errors import AppError
from app.live.bus import Bus
from app.matches import rows, start, store
from app.matches.absence import AbsenceService
from app.matches.hub import PATIENCE, Hub, Subscription
from app.matches.lobby import Lobby
from app.matches.looking import Beside, seated
from app.matches.models import SEATS, Meta, Result, Seat, Viewer, matches, meta_of, other
from app.matches.offers import Answer, OfferService, last_to_move
from app.matches.presence import PresenceService
from app.matches.room import Presence, Room, Update
from app.matches.rooms import Rooms
from app.matches.schemas import NewMatch
from app.matches.store import Move
from app.ops.metrics import Metrics
from app.players.models import Player
from engine.errors import IllegalAction
from engine.match import CLAIMS, Match, Options
from engine.record import MOST_ACTIONS

Claim = Literal["win", "draw", "wait"]
GRACE: Final = 120.0  # seconds that a player may be away before the opponent is offered the win
SNAPSHOT_EVERY: Final = 16  # actions; replaying so many costs less than writing the state each time
BY_OFFER: Final = {"draw": "draw_by_offer", "takeback": "takeback_by_offer", "claim": "claim_by_offer"}
"""Actions of a record that nobody just plays → the refusal of whoever tries."""
FORBIDDEN: Final = {"not_your_turn", "not_your_order", "cannot_resign"}

log = structlog.get_logger(__name__)


class MatchService:
    """Opens, joins, plays and ends matches; knows who listens (`hub`)."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        bus: Bus,
        metrics: Metrics,
        *,
        grace: float = GRACE,
        may_open: Callable[[Player], Awaitable[None]] | None = None,
        has_room: Callable[[], None] = lambda: None,
    ) -> None:
        self._database = database
        self._writer = writer
        self._bus = bus
        self._metrics = metrics
        self._upsert_snapshot = store.upsert_snapshot(database.engine.dialect.name)
        self.rooms = Rooms(database)
        self.lobby = Lobby(database, writer)
        self.presence = PresenceService(database, writer, bus, self.lobby.host_moved)
        self.hub = Hub(self.presence.changed)
        self.absence = AbsenceService(writer, grace, self._row_changed)
        self.offers = OfferService(writer, self._row_changed, self._play)
        self.rooms.on_step = self.absence.observe
        self._may_open = may_open  # refuses players who may not open tables here
        self._has_room = has_room  # refuses every new table while the disk is full

    # --- looking ---------------------------------------------------------------------------------------------

    async def room(self, match_id: str) -> Room:
        """The match as it is stored now; AppError(no_such_match, 404)."""
        return await self.rooms.current(match_id)

    async def watch(self, match_id: str, player: Player | None, patience: int = PATIENCE) -> Subscription:
        """Listen to a match; the caller must hand the subscription back to `unwatch`."""
        subscription = self.hub.open(await self.room(match_id), player.id if player else None, patience)
        try:
            # Only now, as a listener, one misses no hint about who else is there.
            elsewhere = await self.presence.elsewhere({match_id})
        except BaseException:
            self.hub.close(subscription)
            raise
        self.presence.others(subscription.room, elsewhere.get(match_id, Presence()))
        return subscription

    def unwatch(self, subscription: Subscription) -> None:
        """Stop listening."""
        self.hub.close(subscription)

    async def matches_of(self, player: Player, limit: int = 20) -> list[Meta]:
        """The player's own matches, those still to be played first."""
        return await self._database.read(store.matches_of(player.id, limit))

    async def finished_of(self, player: Player, before: float | None, limit: int) -> list[Meta]:
        """The matches that the player has played to their end, the last first; those that ended before `before`."""
        return await self._database.read(store.finished_of(player.id, before, limit))

    # --- before and after the game -----------------------------------------------------------------------------

    async def create(
        self, player: Player, new: NewMatch, beside: Beside | None = None, address: str | None = None
    ) -> Room:
        """Open a match; a solo one begins at once, and so does one with somebody `beside` the player (hot seat).

        `address` is the mark of where the player is. The engine's BadPosition says which options do not fit.
        AppError(too_many_tables, 409) where too many public ones wait already.
        """
        await self._check_may_open(player)
        seat: Seat = secrets.choice(SEATS) if new.seat == "random" else new.seat
        if new.mode == "solo":
            seat, beside = "A", None
        options = start.options_of(new, seat)
        if beside is not None:
            options = start.with_deck(options, other(seat), beside.deck)
        public = new.public and new.mode == "duel" and beside is None
        row = rows.new_row(options, seated(player, seat, beside), public=public, casual=new.seed is not None)
        return await self._open(row, address)

    async def play_on(self, player: Player, options: Options, seat: Seat, beside: Beside | None = None) -> Room:
        """Open a casual match that begins with a position which is known already (`options` of format "position")."""
        await self._check_may_open(player)
        return await self._open(
            rows.new_row(options.to_json(), seated(player, seat, beside), public=False, casual=True)
        )

    async def _check_may_open(self, player: Player) -> None:
        if self._may_open is not None:
            await self._may_open(player)

    async def _open(self, row: dict[str, Any], address: str | None = None) -> Room:
        """Store a new match; it begins if every seat that a person needs is taken."""
        self._has_room()
        options = orjson.loads(row["options"])
        seats = (row["seat_a"],) if row["mode"] == "solo" else (row["seat_a"], row["seat_b"])
        match, _ = start.begin(options)  # also when a seat is free: better to refuse impossible options now
        if all(seats):
            row.update(status=match.status, started_at=row["created_at"])
        if row["public"] and row["status"] == "open":
            await self.lobby.open(row, address)
        else:
            await self._writer.row(store.INSERT_MATCH, row)
        meta = meta_of(store.as_row(row))
        return self.rooms.put(Room(meta, match if all(seats) else None, 0))

    async def join(self, match_id: str, player: Player, deck: int | None = None) -> Room:
        """Take the free seat; the match begins. Who sits already stays. AppError(match_full, 409)."""
        room = await self.rooms.current(match_id)
        async with room.lock:
            if room.meta.seat_of(player.id) is not None:
                return room
            seat = room.meta.free_seat
            if seat is None:
                raise AppError("match_full", 409)
            options = start.with_deck(room.meta.options, seat, deck)
            match, events = start.begin(options)
            changed = store.change(
                match_id,
                matches.c.status == "open",
                matches.c[store.SEAT_COLUMNS[seat][0]].is_(None),
                code="match_full",
                **store.seat_values(seat, player.id, player.name),
                options=orjson.dumps(options),
                status=match.status,
                started_at=time.time(),
            )
            try:
                await self._writer.job(changed, partial(self._row_changed, room, match=match, events=events))
            except AppError:
                await self.rooms.refresh(room)  # somebody was faster at another worker: perhaps the same player
                if room.meta.seat_of(player.id) is None:
                    raise
        self.presence.settle(room)
        return room

    async def cancel(self, match_id: str, player: Player) -> Room:
        """The host closes a match that nobody has joined; AppError(already_begun, 409) if somebody has."""
        room = await self.rooms.current(match_id)
        async with room.lock:
            self._seat(room, player)
            result = store.finished(Result(None, "cancelled"), time.time())
            changed = store.change(match_id, matches.c.status == "open", code="already_begun", **result)
            await self._writer.job(changed, partial(self._row_changed, room))
        return room

    async def offer_rematch(self, match_id: str, player: Player) -> Room:
        """Ask for another match after this one; it begins when both have asked, see `meta.next_id`.

        Alone, and at a hot seat, it begins at once.

        The players change seats and keep their decks.
        """
        room = await self.rooms.current(match_id)
        async with room.lock:
            meta = room.meta
            seat = None if meta.hotseat and meta.seats_of(player.id) else self._seat(room, player)
            if meta.status != "over" or meta.started_at is None:
                raise AppError("not_over", 409)
            if meta.next_id is not None:
                return room
            if meta.mode == "duel" and seat is not None and meta.rematch_offer in (None, seat):
                changed = store.change(
                    match_id,
                    matches.c.next_id.is_(None),
                    sa.or_(matches.c.rematch_offer.is_(None), matches.c.rematch_offer == seat),
                    code="stale_offer",
                    rematch_offer=seat,
                )
                await self._writer.job(changed, partial(self._row_changed, room))
                return room
            row = rows.rematch_row(meta)
        new = await self._open(row)
        async with room.lock:
            changed = store.change(match_id, matches.c.next_id.is_(None), code="stale_offer", next_id=new.id)
            await self._writer.job(changed, partial(self._row_changed, room))
        return room

    # --- the game ------------------------------------------------------------------------------------------------

    async def act(self, match_id: str, player: Player, seq: int, action: dict[str, Any], seat: Viewer = None) -> Update:
        """Play an action (notation.md) if `seq` is the number of actions so far; it is on disk when this returns.

        `seat` is needed at a hot seat only, where a player holds two.
        AppError: not_your_seat (403), stale_seq (409: nothing happened), not_started (422); the engine's refusals with
        403 where it is not this player's turn.
        """
        began = time.perf_counter()
        try:
            update = await self._act(await self.rooms.get(match_id), player, seq, action, seat)
        except AppError as error:
            self._metrics.refused.labels(error.code).inc()
            raise
        self._metrics.moves.inc()
        self._metrics.move_seconds.observe(time.perf_counter() - began)
        return update

    async def _act(self, room: Room, player: Player, seq: int, action: dict[str, Any], seat: Viewer) -> Update:
        async with room.lock:
            if seq > room.seq or not room.trusted:
                await self.rooms.refresh(room)
            seat = self._seat(room, player, seat)
            if room.match is None:
                raise AppError("match_over" if room.meta.status == "over" else "not_started", 422)
            if seq != room.seq:
                raise AppError("stale_seq", 409, seq=room.seq)
            kind = action.get("type")
            if isinstance(kind, str) and kind in BY_OFFER:
                raise AppError(BY_OFFER[kind], 422)
            return await self._play(room, seat, action)

    async def draw(self, match_id: str, player: Player, do: Answer, seat: Viewer = None) -> Room:
        """A draw by agreement (R7.1), see `OfferService`; at a hot seat `seat` says for whom the player speaks."""
        room = await self.rooms.current(match_id)
        async with room.lock:
            await self.offers.draw(room, self._seat(room, player, seat), do)
        return room

    async def takeback(self, match_id: str, player: Player, do: Answer) -> Room:
        """A finished turn played again by consent, see `OfferService`; at a hot seat the last one, at once."""
        room = await self.rooms.current(match_id)
        async with room.lock:
            alone = room.meta.hotseat and room.match is not None and room.match.position is not None
            seat = self._seat(room, player, last_to_move(room) if alone else None)
            await self.offers.takeback(room, seat, do)
        return room

    async def claim(self, match_id: str, player: Player, take: Claim) -> Room:
        """Take what the opponent's absence gives (`meta.absent`): the win, a draw, or more time for the opponent.

        AppError(no_absence, 409) when the opponent is not absent, or is back.
        """
        room = await self.rooms.current(match_id)
        async with room.lock:
            seat = self._seat(room, player)
            gone = other(seat)
            if room.absent != gone or getattr(room.last.presence, gone):
                raise AppError("no_absence", 409)
            if take == "wait":
                await self.absence.wait(room, gone)
            else:
                await self._play(room, seat, CLAIMS[take])
        return room

    async def _play(self, room: Room, seat: Seat, action: dict[str, Any]) -> Update:
        """Apply, commit, answer; what was committed is published even if the asker has gone meanwhile."""
        assert room.match is not None
        try:
            after, events = room.match.apply(seat, action)
        except IllegalAction as error:
            raise _refusal(error) from error
        if room.seq >= MOST_ACTIONS and after.status != "over":
            raise AppError("match_too_long", 422, most=MOST_ACTIONS)
        move = Move(room.seq + 1, seat, action, time.time())
        changed = rows.row_after(room.meta, seat, action, after)
        committed = partial(self._moved, room, move, after, events)
        try:
            if changed is None:
                await self._writer.row(store.INSERT_ACTION, move.row(room.id), committed)
            else:
                await self._writer.job(store.move_and_change(room.id, move, changed), committed)
        except IntegrityError:
            await self.rooms.refresh(room)  # another process was faster
            raise AppError("stale_seq", 409, seq=room.seq) from None
        except AppError:
            room.trusted = False  # perhaps it was written and only the answer got lost
            raise
        step = next(step for step in reversed(room.steps) if step.kind == "action" and step.seq == move.seq)
        return room.after(step.number - 1, patience=len(room.steps))

    def _moved(self, room: Room, move: Move, after: Match, events: list[dict[str, Any]], meta: Meta | None) -> None:
        if room.seq != move.seq - 1:
            return  # a refresh was faster
        room.add("action", seq=move.seq, match=after, meta=meta or room.meta, events=events)
        self._bus.publish({"match": room.id, "seq": move.seq} | ({"version": meta.version} if meta else {}))
        if move.seq % SNAPSHOT_EVERY == 0:
            self._snapshot(room)

    def _row_changed(
        self, room: Room, meta: Meta, match: Match | None = None, events: list[dict[str, Any]] | None = None
    ) -> None:
        if meta.version <= room.meta.version:
            return
        room.add("meta", meta=meta, match=match or room.match, events=events or [])
        self._bus.publish({"match": room.id, "version": meta.version})

    def _snapshot(self, room: Room) -> None:
        """Keep the state so that loading needs few replays; a cache, so nobody waits for it and it may fail."""
        assert room.match is not None
        values = {"match_id": room.id, "seq": room.seq, "state": orjson.dumps(room.match.to_json())}
        self._writer.row(self._upsert_snapshot, values).add_done_callback(lambda future: future.exception())

    def forget(self, match_ids: Iterable[str]) -> None:
        """These matches have been deleted: whoever still asks for one, here or at another worker, shall look again."""
        for match_id in match_ids:
            room = self.rooms.cached(match_id)
            if room is not None:
                room.trusted = False
            self._bus.publish({"match": match_id})

    def close(self) -> None:
        """Before the process ends: keep every state, so that the next start, perhaps of newer code, goes on from it."""
        self.absence.close()
        for room in self.rooms.all():
            if room.match is not None and room.seq % SNAPSHOT_EVERY:
                self._snapshot(room)

    def _seat(self, room: Room, player: Player, seat: Viewer = None) -> Seat:
        """The seat for which a player speaks: the only one, or at a hot seat the one that is named."""
        held = room.meta.seats_of(player.id)
        if seat is None and len(held) == 1:
            return held[0]
        if seat is None or seat not in held:
            raise AppError("not_your_seat", 403)
        return seat


def _refusal(error: IllegalAction) -> AppError:
    """The engine's refusal with the status that api.md gives it."""
    if error.code == "malformed":
        return AppError(error.code, 400, None, **error.params)
    return AppError(error.code, 403 if error.code in FORBIDDEN else 422, None, **error.params)
