"""Replays of finished matches and of uploaded records: their sources, and the cache of their parts. Helper processes
replay and draw them (`rendering.py`): records of strangers are never replayed in the server, and have a process of
their own, so that they cannot keep the others waiting either."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeVar

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.i18n import current_language
from app.base.seconds import DAY
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.owned_rows import OwnedRows
from app.base.web.http import Packed
from app.base.web.language import EMBEDDED
from app.learning.replay import rendering
from app.learning.replay.analysis.result import MissedTurn
from app.learning.replay.analysis.service import Analyses
from app.learning.replay.analysis.store import Finding
from app.learning.replay.budget import UploadBudget
from app.learning.replay.models import LISTED, MAX_RECORDS, Upload, records, upload_of
from app.learning.replay.perspective import Perspective, perspective_of
from app.learning.replay.renderer import A_PART
from app.learning.replay.rendering import ImportedRecord, PageParts, PngPicture, RecordFacts
from app.learning.replay.win_graph import WinGraph
from app.matches.core.history.match_history import MatchHistory
from app.matches.core.match_row import MatchRow
from app.matches.core.seat_holder import face_of
from app.matches.core.service import MatchService
from app.matches.core.storage import store
from app.matches.helpers.process import HelperProcess
from app.matches.helpers.results import ResultCache
from app.matches.helpers.source import Source
from app.people.players.player import Player
from engine.match import Options
from engine.seat import SEATS, BySeat

T = TypeVar("T")

ROWS: Final = OwnedRows(
    records, MAX_RECORDS, missing=Code.no_such_record, foreign=Code.not_your_record, full=Code.too_many_records
)
CACHE_SIZE: Final = 1_000
TOUCH_SECONDS: Final = DAY  # seconds between two updates of when a record was opened


@dataclass(frozen=True, slots=True)
class StoredReplay:
    """A record to watch, at the address `base`: `at` is when the match ended or the record came in, seconds since 1970.

    `owner` is its uploader's id, a secret. `row` is a finished match's, and `expert` the turn of it
    that is shown as the expert would have played it. `revision` tells apart what has been at the same address.
    """

    base: str
    source: Source = field(repr=False)
    facts: RecordFacts
    at: float
    owner: str | None = field(default=None, repr=False)
    row: MatchRow | None = field(default=None, repr=False)
    expert: MissedTurn | None = None
    revision: str = ""

    @property
    def key(self) -> Hashable:
        """The key of this replay in memory: with the players' names, which change when one of them is deleted."""
        return self.base, self.revision, tuple(self.row.names.values()) if self.row else ()

    @property
    def faces(self) -> BySeat[str]:
        """The players' pictures by their slugs; "" where a record has none."""
        return {seat: face_of(self.row.holders[seat]) if self.row else "" for seat in SEATS}

    def clamped(self, step: int) -> int:
        """Return the nearest existing step."""
        return min(max(step, 0), self.facts.last)

    def perspective(self, wanted: str) -> Perspective:
        return perspective_of(wanted, solo=self.facts.solo)


class ReplayService:
    """Finds and shows replays; keeps uploaded records. Refuses with AppError, having changed nothing.

    `ours` replays finished matches, `uploads` records from outside.
    """

    def __init__(
        self,
        database: Database,
        writer: Writer,
        matches: MatchService,
        past: MatchHistory,
        ours: HelperProcess,
        uploads: HelperProcess,
        budget: UploadBudget,
        analyses: Analyses,
    ) -> None:
        self._database = database
        self._writer = writer
        self._matches = matches
        self._past = past
        self._ours = ours
        self._uploads = uploads
        self._budget = budget
        self._analyses = analyses
        self._kept = ResultCache(CACHE_SIZE)

    # --- finding -----------------------------------------------------------------------------------------------

    async def of_match(self, match_id: str) -> StoredReplay:
        """Return a finished match; AppError: no_such_match or no_record, not_over."""
        live = await self._matches.live_match(match_id)
        source = await self._past.finished(live)
        ended = live.row.finished_at or live.row.created_at
        return await self.stored(f"/match/{live.id}/replay", source, ended, row=live.row)

    async def of_expert(self, match_id: str, step: int) -> StoredReplay:
        """Return a finished match up to the turn that began with `step`, and that turn as the expert would have played
        it.

        AppError: as `of_match`, no_expert_turn.
        """
        stored = await self.of_match(match_id)
        found = (await self._analyses.of(match_id)).analysis
        missed = found.missed_at(step) if found else None
        if missed is None:
            raise AppError(Code.no_expert_turn)
        base = f"{stored.base}/expert/{step}"
        planned = missed.review.advice.actions
        make = partial(self._ours.run, rendering.expert_turn, stored.source, step, missed.player, planned)
        source = await self._kept.get(("source", stored.key, step), make)
        facts = await self._kept.get(("facts", stored.key, step), partial(self._ours.run, rendering.facts, source))
        return replace(stored, base=base, source=source, facts=facts, expert=missed)

    async def of_upload(self, record_id: str) -> StoredReplay:
        """Return an uploaded record; AppError(no_such_record)."""
        row = await self._database.read(ROWS.get(record_id))
        if row.opened_at < time.time() - TOUCH_SECONDS:
            self._touch(record_id)
        source = rendering.source_of(row.record)
        return await self.stored(f"/replays/{row.id}", source, row.created_at, owner=row.player_id)

    def _touch(self, record_id: str) -> None:
        """Store that somebody has opened a record; nobody waits for this, and it may fail."""
        now = sa.update(records).where(records.c.id == record_id).values(opened_at=time.time())
        noted = self._writer.execute(now)
        noted.add_done_callback(lambda future: future.exception())

    async def of_study(self, base: str, source: Source, at: float, revision: str, until: int | None) -> StoredReplay:
        """Return a chapter of a study: all of it, or its first `until` steps. AppError if it cannot be replayed."""
        if until is not None:
            make = partial(self._uploads.run, rendering.up_to, source, until)
            source = await self._kept.get(("source", base, revision), make)
        return await self.stored(base, source, at, revision=revision)

    async def stored(
        self,
        base: str,
        source: Source,
        at: float,
        *,
        owner: str | None = None,
        row: MatchRow | None = None,
        revision: str = "",
    ) -> StoredReplay:
        """Return a record to watch at the address `base`."""
        names = tuple(row.names.values()) if row else ()
        make = partial(self._helper(base).run, rendering.facts, source)
        facts = await self._kept.get(("facts", base, revision, names), make)
        return StoredReplay(base, source, facts, at, owner, row, revision=revision)

    # --- showing -----------------------------------------------------------------------------------------------

    async def page_parts(self, stored: StoredReplay, step: int, perspective: Perspective) -> PageParts:
        """Return the parts of a page that depend on the step."""
        return await self.shown(stored, rendering.page_parts, step, perspective)

    async def frame(self, stored: StoredReplay, step: int, perspective: Perspective) -> Packed:
        return await self.shown(stored, rendering.frame, step, perspective)

    async def log(self, stored: StoredReplay, step: int, perspective: Perspective) -> Packed:
        """Return the lines of the log around a step."""
        return await self.shown(stored, rendering.log, step // A_PART * A_PART, perspective)

    async def picture(self, stored: StoredReplay, step: int, perspective: Perspective) -> Packed:
        """Return a small picture of the table at a step, as an SVG file."""
        return await self.shown(stored, rendering.picture, step, perspective)

    async def digest(self, stored: StoredReplay, perspective: Perspective) -> Packed:
        """Return a match in short, as HTML."""
        return await self.shown(stored, rendering.digest, stored.facts.last, perspective)

    async def win_graph(self, stored: StoredReplay) -> WinGraph:
        """Return the chance to win along the replay."""
        work = partial(self._helper(stored.base).run, rendering.win_graph, stored.source)
        return await self._kept.get(("line", stored.base, stored.facts.last), work)

    async def analysis(self, stored: StoredReplay) -> Finding:
        """The progress of a match's analysis; an uploaded record has none."""
        return Finding("done") if stored.row is None else await self._analyses.of(stored.row.id)

    async def link_picture(self, stored: StoredReplay, step: int | None, perspective: Perspective) -> PngPicture:
        """Return the picture of a step as a PNG file, for chats; None: the one that shows most."""
        faces = stored.faces
        key: Hashable = ("link", stored.key, step, perspective, current_language().code, faces["A"], faces["B"])
        make = rendering.link_picture
        work = partial(self._helper(stored.base).run, make, stored.source, stored.base, step, perspective, faces)
        return await self._kept.get(key, work)

    async def position(self, stored: StoredReplay, step: int, seed: int) -> Options:
        """Return a match that begins with the position of a step; AppError(not_from_here)."""
        return Options.from_json(await self._helper(stored.base).run(rendering.position, stored.source, step, seed))

    async def shown(
        self,
        stored: StoredReplay,
        make: Callable[[Source, str, int, Perspective], T],
        step: int,
        perspective: Perspective,
    ) -> T:
        """Return the drawing of a replay by `make` in its helper process, kept in memory."""
        key: Hashable = (make.__name__, stored.key, step, perspective, current_language().code)
        work = partial(self._helper(stored.base).run, make, stored.source, stored.base, step, perspective)
        return await self._kept.get(key, work)

    def _helper(self, base: str) -> HelperProcess:
        return self._ours if base.startswith(("/match/", f"{EMBEDDED}/match/")) else self._uploads

    # --- uploaded records --------------------------------------------------------------------------------------

    def expect_upload(self) -> None:
        """Start the process that reads records, for a visitor who is about to send one."""
        self._uploads.warm_up()

    async def read(self, text: bytes, address: str) -> ImportedRecord:
        """Return a record from outside; AppError with one sentence if it cannot be replayed, or is too much."""
        await self._database.read(self._budget.check(address, len(text)))
        return await self._uploads.run(rendering.import_and_describe, text)

    async def upload(
        self, player: Player, imported: ImportedRecord, address: str, size: int, offline_id: str | None = None
    ) -> str:
        """Store a record of `size` bytes that came from `address`; its id, which nobody can guess.

        A match played without a connection has an `offline_id`: sent again, it is stored once.
        AppError: too_many_records, too_many_bytes.
        """
        spend = self._budget.spend(address, size)
        add = ROWS.add(player.id, {**imported.values, "opened_at": time.time(), "offline_id": offline_id})
        same = sa.select(records.c.id).where(records.c.player_id == player.id, records.c.offline_id == offline_id)

        def write(connection: sa.Connection) -> str:
            known = connection.execute(same).scalar() if offline_id else None
            if known is not None:
                return str(known)
            spend(connection)
            return str(add(connection).id)

        return await self._writer.job(write)

    async def delete(self, player: Player, record_id: str) -> None:
        """Delete an uploaded record; AppError: no_such_record, not_your_record."""
        await self._writer.job(ROWS.remove(player.id, record_id))

    async def uploads_of(self, player: Player | None) -> list[Upload]:
        """Return the records that a guest has uploaded, the newest first."""
        if player is None:
            return []
        query = sa.select(*LISTED).where(records.c.player_id == player.id).order_by(records.c.created_at.desc())
        rows = await self._database.rows(query)
        return [upload_of(row) for row in rows]

    async def finished_of(self, player: Player | None, before: float | None, limit: int) -> list[MatchRow]:
        """Return the matches that a guest has played to their end, the last first.

        Only those that ended earlier than `before`.
        """
        return await self._database.read(store.finished_of(player.id, before, limit)) if player else []
