"""Tables that wait for a player: altered and closed by their hosts, and begun. The caller that
begins one holds the match's lock. Refusals are AppErrors, and change nothing."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Literal, Protocol

import orjson
import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.live.site_clock import SiteClock
from app.base.signals import Signal
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.matches.core import stored_options
from app.matches.core.features import FEATURES
from app.matches.core.features.feature import Fact
from app.matches.core.features.gathering import LAPSES_AFTER
from app.matches.core.finding import challenge_rows
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow, Result
from app.matches.core.memory.live_matches import LiveMatches
from app.matches.core.seat_holder import SeatChange, renamed
from app.matches.core.storage import store
from app.matches.core.storage.models import matches
from app.people.players.player import Player
from engine.events import Event
from engine.match import Match
from engine.setup.options import OptionsNotation


class RowChanged(Protocol):
    """Takes a changed row into the match in memory, and publishes it."""

    def __call__(
        self, live: LiveMatch, row: MatchRow, match: Match | None = None, events: list[Event] | None = None
    ) -> None: ...


class OpenTables:
    """The only writer of matches that have not begun."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        live_matches: LiveMatches,
        site_clock: SiteClock,
        row_changed: RowChanged,
        on_matches_changed: Signal[[str]],
    ) -> None:
        self._database = database
        self._writer = writer
        self._live_matches = live_matches
        self._site_clock = site_clock
        self._row_changed = row_changed
        self._on_matches_changed = on_matches_changed

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
            seat = live.row.seat_for(player.id)
            holder = live.row.holders[seat]
            seated = SeatChange(seat, holder, renamed(holder, player))
            changed = store.change(match_id, {}, matches.c.status == "open", code=Code.already_begun, seated=seated)
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
        await self.notify_challenged(live.row)
        return live

    async def _close(self, live: LiveMatch, reason: str) -> None:
        """Close a match that has not begun; its lock is held. AppError(already_begun)."""
        result = store.finished(Result(None, reason), time.time())
        changed = store.change(live.id, result, matches.c.status == "open", code=Code.already_begun)
        await self._writer.job(changed, partial(self._row_changed, live))

    async def start_ready(self, live: LiveMatch) -> None:
        """Begin a match that has waited for its players; its lock is held. AppError(already_begun)."""
        await self.begin(live, live.row.options, {}, code=Code.already_begun)

    async def close_ungathered(self) -> None:
        """Close the matches that have waited for their players for too long."""
        for match_id in await self._database.read(store.ungathered(time.time() - LAPSES_AFTER)):
            live = await self._live_matches.current(match_id)
            async with live.lock:
                with contextlib.suppress(AppError):  # it has just begun, or another worker was faster
                    await self._close(live, "cancelled")

    async def begin(
        self,
        live: LiveMatch,
        options: OptionsNotation,
        values: Mapping[str, object],
        *conditions: sa.ColumnElement[bool],
        code: Code,
        seated: SeatChange | None = None,
    ) -> None:
        """Begin an open match and store `values` with that, if the conditions hold; else AppError(`code`).

        `seated`: who sits down for it.
        """
        match, events = stored_options.begin(options)
        begun = {"status": match.status, "started_at": time.time(), **self.begun(live.row, match)}
        still = (matches.c.status == "open", *conditions)
        changed = store.change(live.id, {**values, **begun}, *still, code=code, seated=seated)
        await self._writer.job(changed, partial(self._row_changed, live, match=match, events=events))

    def begun(self, row: MatchRow, match: Match) -> dict[str, Fact]:
        """Return the features' columns of a match that begins."""
        now = self._site_clock.now()
        return {name: value for feature in FEATURES for name, value in feature.begun(row, match, now).items()}

    def matches_changed(self, player_ids: Iterable[str]) -> None:
        """Notify players that their own matches have changed."""
        for player_id in player_ids:
            self._on_matches_changed(player_id)

    async def notify_challenged(self, row: MatchRow) -> None:
        """Let the player who was challenged to this table know that it no longer waits."""
        if row.public:
            return
        with contextlib.suppress(AppError):  # the database is away: it has happened all the same
            self.matches_changed(await self._database.read(partial(challenge_rows.asked_to, match_id=row.id)))
