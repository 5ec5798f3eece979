"""The statements that a tournament costs: none of them reads it whole while nothing is due."""

from __future__ import annotations

import asyncio
import io
import sys
import zipfile
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from types import FrameType

import sqlalchemy as sa

from app.base.subscriber import Subscriber
from app.contests.tournaments.api.exports import archive
from app.contests.tournaments.schemas import BoardReportIn
from app.contests.tournaments.storage.feed import TournamentCopy
from app.contests.tournaments.storage.sealed import still_sealed
from app.contests.tournaments.tournament import TournamentBoard, TournamentEntry
from app.matches.core.history.match_history import MatchHistory
from app.matches.helpers import replayer
from app.matches.helpers.process import HelperProcess
from app.matches.play import match_log
from app.site.site import Site
from tests.support.evening import evening
from tests.support.service import worker
from tests.support.waiting import until_found
from tests.support.work import own_reads

TICKS = 20


@contextmanager
def _statements(site: Site) -> Iterator[list[str]]:
    """Collect the statements that read boards or seatings, in the block."""
    found: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("SELECT") and ("boards" in statement or "seatings" in statement):
            found.append(statement)

    engine = site.base.database.engine
    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)


async def _reads_whole(site: Site, ticks: int) -> tuple[int, int]:
    """Let so many ticks pass; how often the seatings were read, which only the whole tournament needs, and all
    statements."""
    with _statements(site) as found:
        for _ in range(ticks):
            await site.contests.tournament_driver.tick()
    return sum("FROM seatings" in statement for statement in found), len(found)


async def _until_idle(site: Site) -> None:
    async def is_idle() -> bool:
        return (await _reads_whole(site, 5))[0] == 0

    await until_found(is_idle)


async def test_a_tournament_is_read_whole_only_where_something_is_due(sqlite: str, stilled: None) -> None:
    async with worker(sqlite, alone=True) as site:
        played = await evening(site, 6)
        tournament = await played.started()
        await _until_idle(site)
        whole, statements = await _reads_whole(site, TICKS)
        assert whole == 0
        assert TICKS <= statements <= TICKS + 1  # the site's own ticks stand still, but for one that was under way
        with _statements(site) as found:
            await played.resign(tournament.boards[0])
            await _reads_whole(site, TICKS)
        assert not any("FROM seatings" in statement for statement in found)
        await asyncio.gather(*(played.resign(board) for board in tournament.boards[1:]))
        await played.next()
        assert len((await played.round(2)).boards) == 6


async def test_a_change_wakes_the_readers_once_and_all_share_one_copy(sqlite: str, stilled: None) -> None:
    async with worker(sqlite, alone=True) as site:
        played = await evening(site, 4)
        tournament = await played.started()
        await _until_idle(site)
        copies: list[TournamentCopy] = []
        feed = site.contests.tournaments.feed

        async def follow() -> None:
            reader = Subscriber()
            with feed.followed(played.id, reader):
                while True:
                    copies.append(await feed.current(played.id))
                    await reader.woken()

        readers = [asyncio.create_task(follow()) for _ in range(3)]
        await until_found(lambda: _has(copies, 3))
        await _until_idle(site)
        before = len(copies)
        await played.resign(tournament.boards[0])
        await until_found(lambda: _has(copies, before + 3))
        await _reads_whole(site, TICKS)  # the driver sees the change, too
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
        assert len(copies) == before + 3
        assert len({id(copy) for copy in copies[before:]}) == 1
        assert copies[-1].tournament.boards[0].result.result == "a"


async def _has(copies: list[TournamentCopy], count: int) -> bool:
    return len(copies) >= count


async def test_a_change_of_which_no_hint_came_is_noticed_by_the_next_tick(sqlite: str) -> None:
    async with worker(sqlite) as site, worker(sqlite) as other:  # without Redis no hint comes
        played = await evening(site, 4)
        await played.started()
        with other.contests.tournaments.feed.followed(played.id, Subscriber()):
            before = await other.contests.tournaments.feed.current(played.id)
            await site.contests.organizing.direct(played.id, played.organizer, "pause", "tea")

            async def is_new() -> bool:
                return (await other.contests.tournaments.feed.current(played.id)).tournament.status == "paused"

            await until_found(is_new)
            assert before.tournament.status == "playing"


async def test_an_archive_costs_as_many_statements_however_many_boards_it_has(sqlite: str) -> None:
    async with worker(sqlite, alone=True) as site:
        reads: list[int] = []
        for count in (4, 10):
            played = await evening(site, count)
            await asyncio.gather(*(played.resign(board) for board in (await played.started()).boards))
            tournament = await played.tournament
            await site.contests.organizing.direct(played.id, played.organizer, "end", "")
            with own_reads(site) as (database, statements):
                history = MatchHistory(
                    database, HelperProcess("unused", replayer.prepare), match_log.lines, still_sealed
                )
                packed = await archive(tournament, (), history)
                reads.append(len(statements))
            with zipfile.ZipFile(io.BytesIO(packed)) as files:
                assert sum(name.startswith("round-1/") for name in files.namelist()) == count // 2
        assert reads[0] == reads[1]


async def _rows_for(site: Site, act: Awaitable[object]) -> int:
    """Return how many entries and boards the writer makes for an act: of rows, and the changed one."""
    made = 0
    wanted = {made_of.__init__.__code__ for made_of in (TournamentEntry, TournamentBoard)}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal made
        made += event == "call" and frame.f_code in wanted

    await site.base.writer.job(lambda _: sys.setprofile(note))
    try:
        await act
    finally:
        await site.base.writer.job(lambda _: sys.setprofile(None))
    return made


async def test_an_act_of_a_player_reads_as_much_of_a_large_tournament_as_of_a_small_one(sqlite: str) -> None:
    async with worker(sqlite, alone=True) as site:
        rows: list[tuple[int, ...]] = []
        for count in (4, 16):
            played = await evening(site, count, box=True)
            board = (await played.started()).board(1, 1)
            one, other = (played.players[number - 1] for number in board.result.numbers)
            given = BoardReportIn(round=1, board=1, outcome="a")
            acts = (
                site.contests.entering.pause_own(played.id, one),
                site.contests.entering.resume_own(played.id, one),
                site.contests.entering.report(played.id, one, given),
                site.contests.entering.report(played.id, other, given),
                site.contests.entering.withdraw(played.id, one),
            )
            rows.append(tuple([await _rows_for(site, act) for act in acts]))
            tournament_now = await played.tournament
            assert tournament_now.board(1, 1).result.outcome == "a"
            assert tournament_now.entry(board.result.a).state == "out"
        assert rows[0] == rows[1] == (2, 2, 3, 3, 2)
