"""The only writer of matches: check, apply, commit, answer, publish. Pages, sockets and the API all come through here.

Every method takes the player who asks, and refuses with AppError or the engine's BadPosition, having changed nothing.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

import orjson
import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError

from app.base.errors import AppError, Code
from app.base.live.bus import Bus
from app.base.live.client_messages import FeatureIn
from app.base.live.site_clock import SiteClock
from app.base.live.worker_hints import MatchHint, MoveHint
from app.base.signals import Signal
from app.base.store.database import Database
from app.base.store.group_commit import BatchRow, StaleRow, Writer
from app.base.web.metrics import Metrics
from app.matches.core.features import BY_ACTION, BY_MESSAGE, FEATURES, that_have
from app.matches.core.features.clock import Clock
from app.matches.core.features.draw import Draw
from app.matches.core.features.feature import PlayedAction, RowChange
from app.matches.core.finding.lobby import Lobby
from app.matches.core.live.acting_seat import acting_seat, bots_seat
from app.matches.core.live.hub import MAX_LAG, Hub, Subscription
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Update
from app.matches.core.match_row import MatchRow
from app.matches.core.memory.live_matches import LiveMatches
from app.matches.core.memory.ongoing import OngoingMatch, ongoing_of
from app.matches.core.memory.presence import PresenceService, found_with_row
from app.matches.core.opening.admission import ANYBODY, Admission
from app.matches.core.opening.guest_seats import GuestSeats
from app.matches.core.opening.joining import Joining
from app.matches.core.opening.open_tables import OpenTables
from app.matches.core.opening.opening import Opening
from app.matches.core.storage import rows, store
from app.matches.core.storage.bot_results import BotResults
from app.matches.core.storage.rows import RowAfter
from app.matches.core.storage.store import StoredMove
from app.people.players.player import Player
from engine.errors import EngineError, IllegalAction
from engine.events import Event
from engine.match import ABORT, Match
from engine.record import MAX_ACTIONS
from engine.seat import Seat, Viewer

GRACE: Final = 120.0  # seconds that a player may be away before the opponent is offered the win
SNAPSHOT_EVERY: Final = 16

NoteEnd = Callable[[sa.Connection, MatchRow, Match], None]

log = structlog.get_logger(__name__)


class MatchService:
    """Plays and ends matches; `opening` opens them, `open_tables` has those that wait, `joining` seats players there,
    `hub` knows the readers.

    `on_matches_changed` gets the id of each player whose list of unfinished matches may have changed here.
    """

    def __init__(
        self,
        database: Database,
        writer: Writer,
        bus: Bus,
        metrics: Metrics,
        *,
        grace: float = GRACE,
        is_banned: Callable[[str], bool] = lambda player_id: False,
        admission: Admission = ANYBODY,
        record_end: NoteEnd = lambda connection, row, match: None,
    ) -> None:
        self._database = database
        self._writer = writer
        self._bus = bus
        self._metrics = metrics
        self._upsert_snapshot = store.upsert_snapshot(database.engine)
        self.site_clock = SiteClock(database, writer)
        self.live_matches = LiveMatches(database, self.site_clock.now)
        self.lobby = Lobby(database, writer)
        self.bot_results = BotResults(database)
        self.on_matches_changed = Signal[[str]]()
        self.presence = PresenceService(database, writer, bus, self.lobby.moved)
        self.hub = Hub(self.presence.changed)
        self.grace = grace
        self.is_banned = is_banned
        self.admission = admission
        self.open_tables = OpenTables(
            database, writer, self.live_matches, self.site_clock, self._row_changed, self.on_matches_changed
        )
        self.opening = Opening(writer, self.live_matches, self.lobby, admission, self.open_tables)
        self.joining = Joining(database, self.live_matches, self.presence, self.open_tables)
        self.guest_seats = GuestSeats(
            writer, self.live_matches, self.presence, self._row_changed, admission.check_may_meet
        )
        self.features = {feature: feature(self) for feature in FEATURES}
        self._checking = [self.features[feature] for feature in that_have("check")]
        observing = {*that_have("opened"), *that_have("changed"), *that_have("closed")}
        self.live_matches.observe(*(self.features[feature] for feature in FEATURES if feature in observing))
        self._record_end = record_end  # what is also stored with the end of a match
        self.on_end = Signal[[MatchRow]]()  # a match has ended at this worker

    # --- reading ---------------------------------------------------------------------------------------------

    async def live_match(self, match_id: str) -> LiveMatch:
        """Return the match as it is stored now; AppError(no_such_match)."""
        return await self.live_matches.current(match_id)

    async def watch(self, match_id: str, player: Player | None, max_lag: int = MAX_LAG) -> Subscription:
        """Subscribe to a match; the caller must give the subscription back to `unwatch`."""
        # Held again, if it was dropped in the meantime.
        live = self.live_matches.put(await self.live_matches.get(match_id))
        await self.admission.check_may_see(live.row, player)
        self._bus.follow(match_id)
        subscription = self.hub.open(live, player.id if player else None, max_lag)
        version = live.row.version
        try:
            # Only a subscriber misses no hint about the match and its connections.
            async with live.lock:
                read = await self.live_matches.refresh_joined(live, self.presence.with_row())
        except BaseException:
            self.hub.close(subscription)
            raise
        if live.row.version != version:
            self.presence.settle(live)  # a spectator may have taken a seat meanwhile
        self.presence.others(live, found_with_row(read))
        return subscription

    def unwatch(self, subscription: Subscription) -> None:
        self.hub.close(subscription)

    async def ongoing_of(self, player_id: str) -> list[OngoingMatch]:
        """Return the player's matches that are not over, first those in which they are awaited."""
        return await ongoing_of(self._database, self.live_matches, player_id)

    # --- the game ------------------------------------------------------------------------------------------------

    async def act(
        self, match_id: str, player: Player, seq: int, action: Mapping[str, object], seat: Viewer = None
    ) -> Update:
        """Play an action (docs/notation.md) if `seq` is the number of actions so far; it is on disk when this returns.

        `seat` is needed at a hot seat only, where a player holds two.
        AppError: not_your_seat, stale_seq (nothing happened), not_started, partners_turn, resign_together; the
        engine's refusals with 403 where it is not this player's turn.
        """
        return await self._counted(match_id, lambda live: acting_seat(live, player, seat, action), seq, action)

    async def was_played(self, match_id: str, player: Player, seq: int, action: Mapping[str, object]) -> bool:
        """True if the action after the first `seq` is this one, and this player's: it came before, and its answer was
        lost. Costs one read."""
        live = await self.live_matches.get(match_id)
        number = seq + 1
        found = await self._database.read(store.new_moves({match_id: range(number, number + 1)}))
        return any(
            move.seat in live.row.seats_of(player.id) and dict(move.action) == dict(action)
            for move in found.get(match_id, ())
        )

    async def act_for_bot(self, match_id: str, seat: Seat, seq: int, action: Mapping[str, object]) -> Update:
        """Play an action of the bot at `seat`, under the same conditions as anybody's."""
        return await self._counted(match_id, lambda live: bots_seat(live, seat), seq, action)

    async def answer_draw_for_bot(self, match_id: str, seat: Seat, *, accept: bool) -> None:
        """Agree to the draw that is offered to the bot at `seat`, or decline it; AppError(no_draw_offer)."""
        live = await self.live_matches.current(match_id)
        async with live.lock:
            draw = self.features[Draw]
            assert isinstance(draw, Draw)
            await draw.say(live, bots_seat(live, seat), "accept" if accept else "decline")

    async def _counted(
        self, match_id: str, seat_in: Callable[[LiveMatch], Seat], seq: int, action: Mapping[str, object]
    ) -> Update:
        began = time.perf_counter()
        try:
            update = await self._act(await self.live_matches.get(match_id), seat_in, seq, action)
        except AppError as error:
            self._metrics.refused.labels(error.code).inc()
            raise
        self._metrics.move_seconds.observe(time.perf_counter() - began)
        return update

    async def _act(
        self, live: LiveMatch, seat_in: Callable[[LiveMatch], Seat], seq: int, action: Mapping[str, object]
    ) -> Update:
        async with live.lock:
            if seq > live.seq or live.is_stale:
                await self.live_matches.refresh(live)
            seat = seat_in(live)
            if live.match is None:
                raise AppError(EngineError("match_over") if live.row.status == "over" else Code.not_started)
            if seq != live.seq:
                raise AppError(Code.stale_seq, seq=live.seq)
            kind = action.get("type")
            if isinstance(kind, str) and (kind in BY_ACTION or kind == ABORT["type"]):
                raise AppError(Code[f"{kind}_by_offer"])
            for feature in self._checking:
                await feature.check(live)
            return await self.play(live, seat, action)

    def take_row(self, row: MatchRow) -> None:
        """Take over a match's row that changed apart from its moves."""
        live = self.live_matches.cached(row.id)
        if live is not None:
            self._row_changed(live, row)
        else:
            self._bus.publish(MatchHint(row.id))

    # --- features ------------------------------------------------------------------------------------------------

    async def handle(self, match_id: str, player: Player, message: FeatureIn, seat: Viewer = None) -> LiveMatch:
        """Carry out a player's message to a feature of the match; the feature may refuse it.

        At a hot seat `seat` says which of both seats the player means.
        """
        live = await self.live_matches.current(match_id)
        async with live.lock:
            await self.features[BY_MESSAGE[type(message)]].handle(live, player.id, message, seat)
        return live

    async def touch(self, live: LiveMatch, player: Player) -> None:
        """Count a program's request for its player's match as a sign of life."""
        seat = live.row.seat_of(player.id)
        await self.lobby.touch(live, seat)
        for feature in self.features.values():
            await feature.asked(live, seat)

    async def change(self, live: LiveMatch, change: RowChange) -> None:
        """Change a match's row as a feature wants; the match's lock is held."""
        await self._writer.job(store.change_by_feature(live.id, change, {}), partial(self._row_changed, live))

    async def open_next(self, live: LiveMatch) -> str:
        """Open the match after this one, in its series or with seats changed, and return its id."""
        return await self.opening.open_next(live)

    async def begin(self, live: LiveMatch) -> None:
        """Begin a match that has waited for its players; its lock is held. AppError(already_begun)."""
        await self.open_tables.start_ready(live)

    async def close_ungathered(self) -> None:
        """Close the matches that have waited for their players for too long."""
        await self.open_tables.close_ungathered()

    def site_time(self) -> float:
        """Return the site's time as this worker knows it."""
        return self.site_clock.now()

    async def confirmed_time(self) -> float:
        """Return the site's time as the database has it."""
        return await self.site_clock.beat()

    async def overdue(self, column: str, before: float) -> list[LiveMatch]:
        """Return matches in play whose `column` is earlier than `before`: the first few."""
        found = await self._database.read(store.overdue(column, before))
        return [await self.live_match(match_id) for match_id in found]

    async def run_due(self) -> None:
        """Let every feature do what is due."""
        for feature in self.features.values():
            await feature.due()

    @property
    def clocks_run(self) -> bool:
        """True if clocks run at a table of this worker."""
        clock = self.features[Clock]
        assert isinstance(clock, Clock)
        return clock.runs

    # --- how a move goes -------------------------------------------------------------------------------------------

    async def play(self, live: LiveMatch, seat: Seat, action: Mapping[str, object]) -> Update:
        """Apply, commit, answer; the match's lock is held. Once committed it is published, even if the sender has
        gone."""
        assert live.match is not None
        try:
            after, events = live.match.apply(seat, action)
        except IllegalAction as error:
            raise AppError(error) from error
        if live.seq >= MAX_ACTIONS and after.status != "over":
            raise AppError(Code.match_too_long, most=MAX_ACTIONS)
        move = StoredMove(live.seq + 1, seat, action, time.time())
        played = PlayedAction(seat, str(action.get("type")), live.match, after, len(events), self.site_clock.now())
        try:
            return await self._store(live, move, rows.row_after(live.row, played), after, events)
        except IntegrityError:
            await self.live_matches.refresh(live)  # another process was faster
            raise AppError(Code.stale_seq, seq=live.seq) from None
        except AppError:
            live.invalidate()  # perhaps it was written, and only the answer was lost
            raise

    async def _store(
        self, live: LiveMatch, move: StoredMove, changed: RowAfter | None, after: Match, events: list[Event]
    ) -> Update:
        """Write an action, and with it the change of the match's row; return the update that it makes."""
        committed = partial(self._moved, live, move, after, events)
        action = BatchRow(store.INSERT_ACTION, move.row(live.id))
        if changed is None:
            return await self._writer.rows(action, then=committed)
        if changed.is_of_features:
            row = changed.applied(live.row)
            with contextlib.suppress(StaleRow):  # another worker has changed the row: the database has the newest
                update = store.update_of(live.row, changed.values)
                return await self._writer.rows(action, update, then=lambda _: committed(row))
        change = store.move_and_change(live.id, move, changed.query(live.id), self._ending(after))
        return await self._writer.job(change, committed)

    def _ending(self, after: Match) -> Callable[[sa.Connection, MatchRow], None]:
        """Return the writer of the rows that go with a match's end, if this state is one."""

        def write(connection: sa.Connection, row: MatchRow) -> None:
            if after.outcome is not None:
                self._record_end(connection, row, after)

        return write

    def _moved(
        self, live: LiveMatch, move: StoredMove, after: Match, events: list[Event], row: MatchRow | None
    ) -> Update:
        if live.seq != move.seq - 1:
            return live.now()  # a refresh was faster: the lock was free, because the sender has gone
        awaited = live.last.to_act
        if row is not None:
            self.lobby.row_changed(live.row, row)
        change = live.step("action", seq=move.seq, match=after, row=row or live.row, events=events)
        if row is not None and row.status == "over":
            self.on_end(row)
        if row is not None or live.last.to_act != awaited:
            self._own_news(live.row)
        if live.shared:
            self._bus.publish(MoveHint(live.id, move.seq) if row is None else MatchHint(live.id))
        if move.seq % SNAPSHOT_EVERY == 0:
            self._snapshot(live)
        return live.after(change.number - 1, max_lag=len(live.changes))

    def _row_changed(
        self, live: LiveMatch, row: MatchRow, match: Match | None = None, events: list[Event] | None = None
    ) -> None:
        if row.version <= live.row.version:
            return
        self.lobby.row_changed(live.row, row)
        live.step("row", row=row, match=match or live.match, events=events or [])
        self._own_news(row)
        if live.shared:
            self._bus.publish(MatchHint(live.id))

    def _own_news(self, row: MatchRow) -> None:
        for guest in row.guests:
            self.on_matches_changed(guest.id)

    def _snapshot(self, live: LiveMatch) -> None:
        """Store the state so that loading replays few moves; a cache, so nobody waits for it and it may fail."""
        assert live.match is not None
        values = {"match_id": live.id, "seq": live.seq, "state": orjson.dumps(live.match.to_json())}
        self._writer.row(self._upsert_snapshot, values).add_done_callback(lambda future: future.exception())

    def forget(self, match_ids: Iterable[str]) -> None:
        """Drop deleted matches from the memory of every worker."""
        for match_id in match_ids:
            live = self.live_matches.cached(match_id)
            if live is not None:
                live.invalidate()
                self._own_news(live.row)
            self._bus.publish(MatchHint(match_id))
        self.lobby.on_change()

    def close(self) -> None:
        """Store the state of every match before the process ends, so that the next start continues from it."""
        for feature in self.features.values():
            feature.close()
        for live in self.live_matches.all():
            if live.match is not None and live.seq % SNAPSHOT_EVERY:
                self._snapshot(live)
