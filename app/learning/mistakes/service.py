"""The queue of a guest's mistakes: its mistakes, their days, and the verdict on a try."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.database import Database, StoredRow
from app.base.store.group_commit import Writer
from app.base.store.upsert import insert_if_new
from app.base.tasks import TaskSet
from app.learning.mistakes import schedule, work
from app.learning.mistakes.models import mistakes
from app.learning.mistakes.task import MistakeTask
from app.learning.mistakes.work import TryVerdict
from app.learning.practice.models import exercises
from app.learning.puzzles import daily
from app.learning.replay.analysis.result import MissedTurn
from app.learning.replay.analysis.service import Analyses
from app.matches.core.history.match_history import MatchHistory
from app.matches.core.service import MatchService
from app.matches.helpers.process import HelperProcess
from app.matches.helpers.source import Source
from app.people.players.player import Player
from engine.bots.puzzles import Answer

MAX_MISTAKES: Final = 200  # of one guest; beyond, those that are through go first, then the oldest


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in the queue, without its task; `due` is None when it is through."""

    match_id: str
    step: int
    turn: int
    rests: int
    slipped: bool
    due: date | None
    created_at: float

    @property
    def name(self) -> str:
        """The name of its exercise, which is part of its path."""
        return f"{self.match_id}.{self.step}"

    def is_due(self, today: date) -> bool:
        """True if the mistake waits to be tried."""
        return self.due is not None and self.due <= today


@dataclass(frozen=True, slots=True)
class OpenMistake:
    """A mistake with its task."""

    mistake: Mistake
    text: bytes = field(repr=False)
    task: MistakeTask = field(repr=False)


class MistakeService:
    """The only writer of mistakes. Turns are checked and tries judged in a helper process."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        matches: MatchService,
        past: MatchHistory,
        analyses: Analyses,
        judge: HelperProcess,
    ) -> None:
        self._database = database
        self._writer = writer
        self._matches = matches
        self._past = past
        self._analyses = analyses
        self._judge = judge
        self._add = insert_if_new(database.engine, mistakes)
        self.checks = TaskSet()

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Check turns within the block; those that are left are checked when their player asks again."""
        async with self.checks:
            yield

    # --- reading

    async def of(self, player: Player) -> list[Mistake]:
        """Return a guest's queue: first what has waited longest, what is through at the end."""
        order = (mistakes.c.due.is_(None), mistakes.c.due, mistakes.c.created_at, mistakes.c.step)
        query = sa.select(*_LISTED).where(mistakes.c.player_id == player.id).order_by(*order)
        rows = await self._database.rows(query)
        return [_mistake(row) for row in rows]

    async def waiting(self, player: Player | None) -> int:
        """Return the number of mistakes that wait for a guest today."""
        if player is None:
            return 0
        query = sa.select(sa.func.count()).where(
            mistakes.c.player_id == player.id, mistakes.c.due <= daily.today().isoformat()
        )
        return int(await self._database.value(query))

    async def get(self, player: Player, name: str) -> OpenMistake:
        """Return one with its task; AppError(no_page) where the guest has no such mistake."""
        query = sa.select(mistakes).where(_named(player.id, name))
        row = await self._database.row(query)
        if row is None:
            raise AppError(Code.no_page)
        return OpenMistake(_mistake(row), row.task, MistakeTask.from_bytes(row.task))

    async def judge(self, text: bytes, moves: Sequence[Answer]) -> TryVerdict | None:
        """Return the verdict on a try; None where its moves do not end the turn."""
        return await self._judge.run(work.judge, text, list(moves))

    # --- writing

    async def queue(self, player: Player, match_id: str) -> str:
        """Put the guest's costly turns of a match into their queue; the name of the first that is there.

        Each has to be searched once more: nobody waits for those after the first. AppError: as
        `MatchHistory.finished`, not_your_seat, no_mistakes while the match is not analysed, or where no turn is clear
        enough.
        """
        live = await self._matches.live_match(match_id)
        held = live.row.seats_of(player.id)
        if not held:
            raise AppError(Code.not_your_seat)
        source = await self._past.finished(live)
        found = (await self._analyses.of(match_id)).analysis
        known = {each.step: each for each in await self.of(player) if each.match_id == match_id}
        missed = [each for each in found.missed if each.player in held] if found else []
        fresh = [each for each in missed if each.step not in known]
        first = next(iter(known.values()), None)
        while first is None and fresh:
            first = await self._check(player, match_id, source, fresh.pop(0))
        if first is None:
            raise AppError(Code.no_mistakes)
        if fresh:
            self.checks.run(self._check_all(player, match_id, source, fresh))
        return first.name

    async def _check_all(self, player: Player, match_id: str, source: Source, missed: Sequence[MissedTurn]) -> None:
        for each in missed:
            await self._check(player, match_id, source, each)

    async def _check(self, player: Player, match_id: str, source: Source, missed: MissedTurn) -> Mistake | None:
        """Put one turn into the queue; None where it is not clear enough."""
        task = await self._judge.run(work.task_of, source, missed)
        if task is None:
            return None
        values = {"match_id": match_id, "step": missed.step, "turn": missed.turn, "rests": 0, "slipped": False}
        values |= {"due": daily.today().isoformat(), "created_at": time.time()}
        add = self._add.values(player_id=player.id, task=task, **values)

        def write(connection: sa.Connection) -> None:
            connection.execute(add)
            _forget_beyond(connection, player.id)

        await self._writer.job(write)
        return Mistake(match_id, missed.step, missed.turn, 0, False, daily.today(), time.time())

    async def remove(self, player: Player, name: str) -> None:
        """Take a mistake out of the queue. Idempotent."""
        await self._writer.job(lambda connection: _remove(connection, player.id, name))

    def record(self, connection: sa.Connection, player: Player, mistake: Mistake, day: date, *, passed: bool) -> None:
        """Store the result of a try of a mistake that was due on the try's day; any other changes nothing."""
        due = sa.and_(_named(player.id, mistake.name), mistakes.c.due <= day.isoformat())
        if not passed:
            connection.execute(sa.update(mistakes).where(due).values(slipped=True))
            return
        now = connection.execute(sa.select(mistakes.c.rests, mistakes.c.slipped).where(due)).one_or_none()
        if now is not None:
            rests, following = schedule.after_solving(now.rests, day, slipped=now.slipped)
            back = following.isoformat() if following else None
            connection.execute(sa.update(mistakes).where(due).values(rests=rests, slipped=False, due=back))


_LISTED: Final = [column for column in mistakes.columns if column.name not in ("player_id", "task")]


def _mistake(row: StoredRow) -> Mistake:
    due = date.fromisoformat(row.due) if row.due else None
    return Mistake(row.match_id, row.step, row.turn, row.rests, row.slipped, due, row.created_at)


def _named(player_id: str, name: str) -> sa.ColumnElement[bool]:
    match_id, _, step = name.rpartition(".")
    if not step.isdecimal() or len(step) > 6:
        raise AppError(Code.no_page)
    return sa.and_(mistakes.c.player_id == player_id, mistakes.c.match_id == match_id, mistakes.c.step == int(step))


def _remove(connection: sa.Connection, player_id: str, name: str) -> None:
    connection.execute(sa.delete(mistakes).where(_named(player_id, name)))
    tries = (exercises.c.player_id == player_id) & (exercises.c.kind == "mistake") & (exercises.c.name == name)
    connection.execute(sa.delete(exercises).where(tries))


def _forget_beyond(connection: sa.Connection, player_id: str) -> None:
    order = (mistakes.c.due.is_(None), mistakes.c.created_at.desc(), mistakes.c.step)
    beyond = sa.select(mistakes.c.match_id, mistakes.c.step).where(mistakes.c.player_id == player_id)
    for row in connection.execute(beyond.order_by(*order).offset(MAX_MISTAKES)).all():
        _remove(connection, player_id, f"{row.match_id}.{row.step}")
