"""Replays of finished matches and of uploaded records: where they come from, and what of them is kept in memory.

Helper processes replay and draw them (`showing.py`): what strangers have written is never replayed in the server, and
has a process of its own, so that it cannot keep the others waiting either.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeVar

import orjson
import sqlalchemy as sa
from starlette.requests import HTTPConnection

from app.commit import Writer
from app.db import Database
from app.designer.service import DesignService
from app.helper import Helper
from app.http import Packed
from app.i18n import current_language
from app.matches.booth import Source
from app.matches.models import Meta
from app.matches.past import Past
from app.matches.service import MatchService
from app.players.models import Player
from app.replay import showing
from app.replay.budget import Budget
from app.replay.eyes import Eyes, eyes_of
from app.replay.models import LISTED, MOST_RECORDS, Upload, records, upload_of
from app.replay.scenes import A_PART
from app.replay.showing import Facts, Sheet, Taken
from app.results import Results, Sized
from app.shelf import Shelf
from engine.match import Options

T = TypeVar("T", bound=Sized)

SHELF: Final = Shelf(
    records, MOST_RECORDS, missing="no_such_record", foreign="not_your_record", full="too_many_records"
)
KEPT_BYTES: Final = 32 * 1024 * 1024
NOTED_EVERY: Final = 24 * 3600.0  # seconds: who looks at a record is noted once in so long


@dataclass(frozen=True, slots=True)
class Reel:
    """A record to watch, at the address `base`: `at` is when the match ended or the record came in, seconds since 1970.

    `owner` is who uploaded it: an id of a player, a secret.
    """

    base: str
    source: Source = field(repr=False)
    facts: Facts
    at: float
    owner: str | None = field(default=None, repr=False)

    def clamped(self, step: int) -> int:
        """The nearest step that there is."""
        return min(max(step, 0), self.facts.last)

    def eyes(self, wanted: str) -> Eyes:
        """The point of view that an address asks for."""
        return eyes_of(wanted, solo=self.facts.solo)


class ReplayService:
    """Finds and shows replays; keeps uploaded records. Refuses with AppError, having changed nothing.

    `ours` replays finished matches, `theirs` records from outside.
    """

    def __init__(
        self,
        database: Database,
        writer: Writer,
        matches: MatchService,
        past: Past,
        designs: DesignService,
        ours: Helper,
        theirs: Helper,
        budget: Budget,
    ) -> None:
        self._database = database
        self._writer = writer
        self._matches = matches
        self._past = past
        self._designs = designs
        self._ours = ours
        self._theirs = theirs
        self._budget = budget
        self._kept = Results(KEPT_BYTES)

    @property
    def size(self) -> int:
        """Bytes of what is kept."""
        return self._kept.size

    # --- finding -----------------------------------------------------------------------------------------------

    async def of_match(self, match_id: str) -> Reel:
        """A finished match; AppError: no_such_match or no_record (404), not_over (403)."""
        room = await self._matches.room(match_id)
        source = await self._past.finished(room)
        ended = room.meta.finished_at or room.meta.created_at
        return await self._reel(f"/match/{room.id}/replay", source, ended, people=tuple(room.meta.seats.values()))

    async def of_upload(self, record_id: str) -> Reel:
        """An uploaded record; AppError(no_such_record, 404)."""
        row = await self._database.read(SHELF.get(record_id))
        if row.opened_at < time.time() - NOTED_EVERY:
            self._note(record_id)
        source = showing.source_of(row.record)
        return await self._reel(f"/replays/{row.id}", source, row.created_at, row.player_id, (row.player_id,))

    def _note(self, record_id: str) -> None:
        """Somebody looks at a record; nobody waits for this, and it may fail."""
        now = sa.update(records).where(records.c.id == record_id).values(opened_at=time.time())
        noted = self._writer.job(lambda connection: connection.execute(now))
        noted.add_done_callback(lambda future: future.exception())

    async def _reel(
        self, base: str, source: Source, at: float, owner: str | None = None, people: tuple[str | None, ...] = ()
    ) -> Reel:
        facts = await self._kept.get(("facts", base), partial(self._helper(base).run, showing.facts, source))
        if facts.champions:  # drawn as they were designed to look
            designed = await self._designs.of(*people)
            icons = tuple((orjson.dumps(design.card.notation), design.icon) for design in designed)
            source = replace(source, icons=icons)
        return Reel(base, source, facts, at, owner)

    # --- showing -----------------------------------------------------------------------------------------------

    async def sheet(self, reel: Reel, step: int, eyes: Eyes) -> Sheet:
        """The parts of a page that depend on the step."""
        return await self._shown(reel, showing.sheet, step, eyes)

    async def frame(self, reel: Reel, step: int, eyes: Eyes) -> Packed:
        """What the page's script gets for a step."""
        return await self._shown(reel, showing.frame, step, eyes)

    async def log(self, reel: Reel, step: int, eyes: Eyes) -> Packed:
        """The lines of the log around a step."""
        return await self._shown(reel, showing.log, step // A_PART * A_PART, eyes)

    async def position(self, reel: Reel, step: int, seed: int) -> Options:
        """A match that begins with the position of a step; AppError(not_from_here, 409)."""
        return Options.from_json(await self._helper(reel.base).run(showing.position, reel.source, step, seed))

    async def _shown(self, reel: Reel, make: Callable[[Source, str, int, Eyes], T], step: int, eyes: Eyes) -> T:
        key: Hashable = (make.__name__, reel.base, step, eyes, reel.source.icons, current_language().code)
        work = partial(self._helper(reel.base).run, make, reel.source, reel.base, step, eyes)
        return await self._kept.get(key, work)

    def _helper(self, base: str) -> Helper:
        return self._ours if base.startswith("/match/") else self._theirs

    # --- uploaded records --------------------------------------------------------------------------------------

    async def read(self, text: bytes, address: str) -> Taken:
        """A record from outside; AppError with one sentence if it cannot be replayed, or is too much."""
        await self._database.read(self._budget.check(address, len(text)))
        return await self._theirs.run(showing.take, text)

    async def upload(self, player: Player, taken: Taken, address: str, size: int) -> str:
        """Keep a record of `size` bytes that came from `address`; its id, which nobody can guess.

        AppError: too_many_records (409), too_many_bytes (429).
        """
        spend = self._budget.spend(address, size)
        add = SHELF.add(player.id, {**taken.values, "opened_at": time.time()})

        def write(connection: sa.Connection) -> sa.Row[Any]:
            spend(connection)
            return add(connection)

        return str((await self._writer.job(write)).id)

    async def delete(self, player: Player, record_id: str) -> None:
        """Delete an uploaded record; AppError: no_such_record, not_your_record."""
        await self._writer.job(SHELF.remove(player.id, record_id))

    async def uploads_of(self, player: Player | None) -> list[Upload]:
        """The records that a guest has uploaded, the newest first."""
        if player is None:
            return []
        query = sa.select(*LISTED).where(records.c.player_id == player.id).order_by(records.c.created_at.desc())
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [upload_of(row) for row in rows]

    async def finished_of(self, player: Player | None, before: float | None, limit: int) -> list[Meta]:
        """The matches that a guest has played to their end, the last first; those that ended earlier than `before`."""
        return [] if player is None else await self._matches.finished_of(player, before, limit)


def replay_service(connection: HTTPConnection) -> ReplayService:
    """The application's replay service."""
    service: ReplayService = connection.app.state.replays
    return service
