"""The rows of `analyses`: matches that wait for their analysis, the worker that makes it, and the result.

A worker that dies is removed from the list of workers (see `app/matches/core/sync.py`), and the database then empties
its place in the row: another one takes the match up. No clocks are compared.
"""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass
from typing import Final, Literal

import sqlalchemy as sa

from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.upsert import insert_if_new
from app.learning.replay.analysis.result import Analysis
from app.learning.replay.models import analyses

BATCH_SIZE: Final = 20
"""Matches that are read at once."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of a match's analysis: never requested, waiting for its turn, or done. A finished one is None where
    there is nothing to analyse."""

    state: Literal["unknown", "waiting", "done"]
    analysis: Analysis | None = None


class AnalysisStore:
    """The rows, as one worker uses them."""

    def __init__(self, database: Database, writer: Writer, worker: str) -> None:
        self._database = database
        self._writer = writer
        self._worker = worker
        self._ask = insert_if_new(database.engine, analyses)
        free = sa.or_(analyses.c.worker.is_(None), analyses.c.worker == worker)
        self._free = sa.and_(analyses.c.result.is_(None), free)

    async def ask(self, match_id: str) -> None:
        """Request the analysis of a finished match. Idempotent."""
        values = {"match_id": match_id, "asked_at": time.time()}
        await self._writer.execute(self._ask.values(values))

    async def waiting(self) -> list[str]:
        """Return matches that nobody analyses, the latest requests first: somebody may be waiting for them."""
        query = sa.select(analyses.c.match_id).where(self._free).order_by(analyses.c.asked_at.desc()).limit(BATCH_SIZE)
        return await self._database.values(query)

    async def claim(self, match_id: str) -> bool:
        """True if this worker analyses the match from now on."""
        taken = sa.update(analyses).where(analyses.c.match_id == match_id, self._free).values(worker=self._worker)
        return await self._writer.execute(taken) == 1

    async def finish(self, match_id: str, analysis: Analysis | None) -> None:
        """Store the result; None if there is nothing to analyse."""
        result = b"" if analysis is None else zlib.compress(analysis.to_json())
        done = sa.update(analyses).where(analyses.c.match_id == match_id).values(result=result, worker=None)
        await self._writer.execute(done)

    async def find(self, match_id: str) -> Finding:
        """The progress of a match's analysis."""
        query = sa.select(analyses.c.result).where(analyses.c.match_id == match_id)
        row = await self._database.row(query)
        if row is None or row.result is None:
            return Finding("unknown" if row is None else "waiting")
        return Finding("done", Analysis.from_json(zlib.decompress(row.result)) if row.result else None)
