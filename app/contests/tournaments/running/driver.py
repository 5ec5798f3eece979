"""The driver: it carries out what is due in the tournaments that are being played. Every worker runs one, and the
guards in the database (`rounds.py`) let each thing happen once: there is no leader, no lock and no queue.

A tick reads one statement for all tournaments (`heads.py`), and a tournament whole only where something may be due.

Times are the site's, so nothing falls due while the site is down. A worker that is killed before a commit leaves
nothing, after it everything: the next tick of any worker continues from the rows.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError

from app.base.errors import AppError, Code
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.tasks import TaskHealth, TaskSet
from app.contests.tournaments.models import entries
from app.contests.tournaments.rules.arena import wave_seconds
from app.contests.tournaments.rules.options import Arena
from app.contests.tournaments.rules.types import Pairing, PairingRefused, Waiting
from app.contests.tournaments.running import rounds
from app.contests.tournaments.running.matches import MatchMaker, PreparedMatch
from app.contests.tournaments.running.pairing_work import is_long, pair, pair_waiting
from app.contests.tournaments.running.rounds import Dangling
from app.contests.tournaments.running.waiting import waiting_in
from app.contests.tournaments.storage import statements
from app.contests.tournaments.storage.feed import TournamentFeed
from app.contests.tournaments.storage.heads import OVERTIME, RunningHead, Stamp, read_heads
from app.contests.tournaments.tournament import StoredTournament, load
from app.matches.core.features import series
from app.matches.core.interventions import abort_all
from app.matches.core.match_row import MatchRow
from app.matches.core.service import MatchService
from app.matches.core.storage.models import matches
from app.matches.helpers.process import HelperProcess
from app.people.players.models import blocks

PATIENCE: Final = 30.0  # seconds for which two who have just met wait for somebody else in an arena
TICK_EVERY: Final = 1.0  # seconds between two ticks while a tournament is being played
LOOK_EVERY: Final = 5.0  # else
MIN_INTERVAL: Final = 0.05  # between two ticks after changes: those in between come together
LOOK_ANYWAY: Final = 30.0  # seconds after which a tournament is read whole though nothing seems due
PASSING: Final = frozenset(
    {Code.storage_unavailable.name, Code.too_busy.name, Code.helper_away.name, Code.disk_full.name}
)
"""Refusals of the helper and the database after which the next tick tries again."""

log = structlog.get_logger(__name__)


class _Look(NamedTuple):
    """A tournament as it was read whole, and the time of that."""

    at: float
    stamp: Stamp


class Driver:
    """Does what is due, at this worker."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        matches: MatchService,
        feed: TournamentFeed,
        helper: HelperProcess,
        health: TaskHealth | None = None,
    ) -> None:
        self._database = database
        self._writer = writer
        self._matches = matches
        self._feed = feed
        self._helper = helper
        self._maker = MatchMaker(matches.opening)
        self._looks: dict[str, _Look] = {}
        self._wake = asyncio.Event()
        self._tasks = TaskSet(health)
        feed.on_change.subscribe(lambda _: self._wake.set())

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Do what is due within the block."""
        async with self._tasks:
            self._tasks.forever("tournaments", self._forever)
            yield

    async def _forever(self) -> None:
        while True:
            self._wake.clear()
            try:
                running = await self.tick()
            except AppError as error:  # the database is away, which is logged where it happened
                log.info("tournaments_wait", code=error.code)
                running = True
                self._wake.clear()
            await asyncio.sleep(MIN_INTERVAL)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK_EVERY if running else LOOK_EVERY):
                    await self._wake.wait()

    async def tick(self) -> bool:
        """Do what is due in every tournament; return whether any is being played."""
        heads = await self._database.read_autocommit(read_heads)
        self._feed.compare(heads)
        self._looks = {tournament_id: look for tournament_id, look in self._looks.items() if tournament_id in heads}
        errors: list[Exception] = []
        for tournament_id, head in heads.items():
            if not self._is_due(tournament_id, head):
                continue
            try:
                await self.look(tournament_id)
                self._looks[tournament_id] = _Look(time.monotonic(), head.stamp)
            except IntegrityError:
                log.info("tournament_raced", tournament=tournament_id)
            except Exception as error:  # a failure of one tournament does not stop the others
                errors.append(error)
        if errors:
            raise errors[0]
        return bool(heads)

    def _is_due(self, tournament_id: str, head: RunningHead) -> bool:
        last = self._looks.get(tournament_id)
        if last is None or time.monotonic() - last.at > LOOK_ANYWAY:
            return True
        return head.is_due(self._matches.site_time(), last.stamp)

    async def look(self, tournament_id: str) -> None:
        """Do what is due in one tournament."""
        tournament, loose = await self._database.read(
            lambda connection: (load(tournament_id)(connection), rounds.loose_ends(connection, tournament_id))
        )
        if await self._tidied(tournament, loose) or tournament.status != "playing":
            return
        if is_long(tournament):
            self._helper.warm_up()  # while the round is played: a worker that was just started pairs as soon
        if isinstance(tournament.system, Arena):
            await self._arena(tournament)
        elif not any(result.is_open for result in tournament.results):
            await self._between_rounds(tournament)

    # -- matches that are over, and boards that are not

    async def _tidied(self, tournament: StoredTournament, loose: Dangling) -> bool:
        """Open the next matches of series, and end matches that count for nothing; True if there were any."""
        for number, board, before in loose.undecided:
            await self._go_on(tournament, (number, board), before)
        await abort_all(self._matches, loose.orphaned)
        return bool(loose.undecided)

    async def _go_on(self, tournament: StoredTournament, board: tuple[int, int], before: MatchRow | None) -> None:
        """Open the match after `before` at this board; the same one again where the host of the site has ended it."""
        now = self._matches.site_time()
        result = tournament.board(*board).result
        is_series = before is not None and series.series_of(before) is not None
        again = before is None or (before.result is not None and before.result.reason == "aborted")
        if before is not None and is_series:
            live = await self._matches.live_match(before.id)
            new = self._maker.next(tournament, before, live.match, now)
        else:
            new = self._maker.first(tournament, result.a, result.b, now)
        write = partial(rounds.open_next, tournament=tournament, board=board, before=before, new=new, again=again)
        done = await self._writer.job(write)
        if done is False:
            return
        self._maker.opened(new)
        if isinstance(done, MatchRow):
            self._matches.take_row(done)
        self._feed.changed(tournament.id)

    # -- rounds

    async def _between_rounds(self, tournament: StoredTournament) -> None:
        if tournament.round and tournament.next_at is None:
            if tournament.round >= tournament.rounds:
                await self._finish(tournament)
            elif tournament.options.gap is not None:
                next_at = self._matches.site_time() + tournament.options.gap
                write = partial(rounds.announce, tournament=tournament, next_at=next_at)
                await self._done(tournament, await self._writer.job(write))
        elif (
            tournament.next_at is not None
            and tournament.next_at <= self._matches.site_time()
            and not await self._without_banned(tournament)
        ):
            await self._pair(tournament)

    async def _pair(self, tournament: StoredTournament) -> None:
        """Pair the next round, in the helper process where that may take long, and begin it."""
        apart = await self._database.read(partial(blocked_pairs, tournament=tournament))
        drawn: list[Pairing] | PairingRefused | str
        try:
            drawn = await pair(self._helper, tournament, apart)
        except AppError as error:
            if error.code in PASSING:
                raise
            drawn = error.code
        await self._begin(tournament, drawn)

    async def _begin(
        self,
        tournament: StoredTournament,
        drawn: Sequence[Pairing] | PairingRefused | str,
        next_at: float | None = None,
    ) -> None:
        if isinstance(drawn, PairingRefused) and drawn.why == "no_further_round" and tournament.round:
            await self._finish(tournament)
        elif isinstance(drawn, PairingRefused | str):
            why = drawn if isinstance(drawn, str) else drawn.why
            handed = partial(rounds.hand_to_organizer, tournament=tournament, why=why)
            await self._done(tournament, await self._writer.job(handed))
        else:
            opened = await self._opened(tournament, drawn)

            def write(connection: sa.Connection) -> bool:
                stored = rounds.begin(connection, tournament, drawn, opened, next_at)
                if stored:
                    self._feed.on_storing(connection, tournament, tournament.round + 1)
                return stored

            begun = await self._writer.job(write)
            if begun:
                for match in opened.values():
                    self._maker.opened(match)
            await self._done(tournament, begun)

    async def _opened(self, tournament: StoredTournament, drawn: Sequence[Pairing]) -> dict[int, PreparedMatch]:
        """Prepare the matches of a round, by their boards; other requests are served in between."""
        now = self._matches.site_time()
        opened: dict[int, PreparedMatch] = {}
        for one in drawn:
            if one.kind == "match" and one.outcome is None:
                opened[one.board] = self._maker.first(tournament, one.a, one.b, now)
                await asyncio.sleep(0)
        return opened

    async def _finish(self, tournament: StoredTournament) -> None:
        def write(connection: sa.Connection) -> list[str] | None:
            ended = rounds.finish(connection, tournament)
            if ended is not None:
                self._feed.on_storing(connection, tournament, 0)
            return ended

        left = await self._writer.job(write)
        await self._done(tournament, left is not None)
        await abort_all(self._matches, left or ())

    async def _done(self, tournament: StoredTournament, changed: bool) -> None:
        if changed:
            self._feed.changed(tournament.id)

    async def _without_banned(self, tournament: StoredTournament) -> bool:
        """Pause the entries of banned players; True if there were any."""
        banned = [
            entry.number
            for entry in tournament.entries
            if entry.state != "out" and entry.player is not None and self._matches.is_banned(entry.player.id)
        ]
        if not banned:
            return False

        def write(connection: sa.Connection) -> None:
            still = statements.locked(connection, tournament.id, "playing", code=Code.not_now_in_tournament)
            rounds.pause_banned(connection, still, banned)

        with contextlib.suppress(AppError):  # an organizer has just paused or ended it
            await self._writer.job(write)
        return True

    # -- arenas

    async def _arena(self, tournament: StoredTournament) -> None:
        now = self._matches.site_time()
        if tournament.ends_at is not None and now >= tournament.ends_at:
            if now >= tournament.ends_at + OVERTIME or not any(result.is_open for result in tournament.results):
                await self._finish(tournament)
            return
        waiting = waiting_in(tournament, now)
        if len(waiting) < 2 or (tournament.next_at or 0.0) > now or await self._without_banned(tournament):
            return
        apart = await self._database.read(partial(blocked_pairs, tournament=tournament))
        again = await self._database.read(partial(_have_waited, tournament=tournament, waiting=waiting))
        drawn = await pair_waiting(self._helper, tournament, waiting, apart, again=again)
        if drawn:
            field = sum(entry.state == "in" for entry in tournament.entries)
            await self._begin(tournament, drawn, now + wave_seconds(field))


def _have_waited(connection: sa.Connection, tournament: StoredTournament, waiting: Sequence[Waiting]) -> bool:
    """True if the last matches of all who wait ended so long ago that they need not wait for somebody else."""
    numbers = {one.number for one in waiting}
    last: dict[int, str | None] = {n: board.match_id for board in tournament.boards for n in board.result.numbers}
    query = sa.select(sa.func.max(matches.c.finished_at))
    ended = connection.execute(query.where(matches.c.id.in_([last.get(number) for number in numbers]))).scalar_one()
    return ended is None or time.time() - ended >= PATIENCE


def blocked_pairs(connection: sa.Connection, tournament: StoredTournament) -> frozenset[frozenset[int]]:
    """Return the pairs of entries in which one has blocked the other, before either had entered: nobody chooses their
    opponents by a block."""
    one, other = entries.alias(), entries.alias()
    query = (
        sa.select(one.c.number, other.c.number)
        .join_from(blocks, one, one.c.player_id == blocks.c.player_id)
        .join(other, other.c.player_id == blocks.c.blocked_id)
        .where(one.c.tournament_id == tournament.id, other.c.tournament_id == tournament.id)
        .where(blocks.c.at < one.c.at, blocks.c.at < other.c.at)
    )
    return frozenset(frozenset(pair) for pair in connection.execute(query))
