"""A large tournament costs its readers little, matches without people let others think first, old tournaments are
cleared."""

from __future__ import annotations

import asyncio
import re
import time

import pytest
import sqlalchemy as sa

from app.contests.tournaments.drawing.crosstable import PART, columns_of
from app.contests.tournaments.live.attendance import Attendance
from app.contests.tournaments.models import tournaments
from app.contests.tournaments.storage.statements import LONELY, forgotten
from app.matches.bots.thinkers import ONE_IN
from app.matches.bots.thinking import question_of
from app.matches.core.features.coach import CoachIn
from app.matches.core.schemas import NewMatch
from app.site.site import Site
from engine.match import Match, Options
from tests.support.evening import evening, refused
from tests.support.tournaments import stored_tournament
from tests.support.waiting import others_go_on, until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_all_requests_share_what_was_read_and_drawn_until_it_changes(shared_worker: Site) -> None:
    site, played = shared_worker, await evening(shared_worker, 2)
    copies = [await site.contests.tournaments.feed.current(played.id) for _ in range(3)]
    assert len({id(copy) for copy in copies}) == 1
    drawn = [site.contests.tournament_frames.shared(copy.tournament, copy.acts) for copy in copies]
    now = await site.contests.tournaments.moment(copies[0].tournament, played.organizer)
    parts = [site.contests.tournament_frames.organizers(now, played.organizer, "link") for _ in range(2)]
    assert drawn[0] is drawn[2] and parts[0] is parts[1]
    await site.contests.organizing.direct(played.id, played.organizer, "start", "")
    assert (await site.contests.tournaments.feed.current(played.id)) is not copies[0]


async def test_a_large_crosstable_is_drawn_in_parts_by_a_helper(shared_worker: Site) -> None:
    tournament = stored_tournament(2 * PART + 1, system="round_robin")
    page = shared_worker.contests.tournament_frames.shared(tournament, ()).html
    assert "crosstable" not in page and len(re.findall(r"/results/\d", page)) == 3
    parts = [await shared_worker.contests.crosstables.part(tournament, part) for part in range(3)]
    assert [part.text.count('<th scope="row">') for part in parts] == [PART, PART, 1]
    await refused(shared_worker.contests.crosstables.part(tournament, 3), "no_page")
    assert len(columns_of(tournament)) == 2 * PART + 1


async def test_what_nobody_waits_for_is_thought_about_last_and_in_turns(shared_worker: Site) -> None:
    thinkers = shared_worker.matches.thinkers
    match = Match.new(Options(seed=1))
    question = question_of(match, 1, match.to_act[0], "1", ())
    order: list[str] = []

    async def note(name: str, work: object) -> None:
        await work  # type: ignore[misc]  # a coroutine
        order.append(name)

    busy = asyncio.create_task(note("person", thinkers.ask(question)))
    await others_go_on()
    unwatched = [note(f"match {number}", thinkers.ask(question, last=True)) for number in range(6)]
    await asyncio.gather(*unwatched, note("analysis", thinkers.when_idle(abs, -1)), busy)
    assert order[0] == "person" and order.index("analysis") <= 3


async def test_computers_that_nobody_attends_think_seldom_while_people_wait_for_an_analysis(
    shared_worker: Site,
) -> None:
    thinkers = shared_worker.matches.thinkers
    match = Match.new(Options(seed=1))
    question = question_of(match, 1, match.to_act[0], "1", ())
    order: list[str] = []

    async def think() -> None:
        while True:
            await thinkers.ask(question, last=True, attended=False)
            order.append("thought")

    boards = [asyncio.create_task(think()) for _ in range(8)]
    await until(lambda: bool(order))
    with thinkers.awaited():
        order.clear()
        for _ in range(2 * ONE_IN):
            await thinkers.when_idle(abs, -1)
            order.append("piece")
    assert 1 <= order.count("thought") <= 3
    await until(lambda: order.count("thought") > 5)
    for board in boards:
        board.cancel()
    await asyncio.gather(*boards, return_exceptions=True)


async def test_computers_are_attended_by_people_who_are_there_not_by_entries(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 2, computers=1)
    for _ in range(2):
        await site.contests.organizing.add_computer(played.id, played.organizer, None, "")
    board = (await played.started()).boards[0]
    assert board.match_id is not None
    row = (await site.matches.service.live_match(board.match_id)).row
    attendance, now = Attendance(site.base.database), site.matches.service.site_time
    found = [await attendance.is_enough(row, now())]
    for number in (1, 2):
        await site.contests.entering.note_here(played.id, (await played.tournament).entry(number))
        found.append(await attendance.is_enough(row, now()))
    assert found == [False, False, True]


async def test_an_acceptance_of_a_coach_names_what_it_accepts(shared_worker: Site) -> None:
    site = shared_worker
    ann, bob = [await site.people.players.create(name) for name in ("Ann", "Bob")]
    live = await site.matches.service.opening.create(ann, NewMatch(rated=False))
    await site.matches.service.joining.join(live.id, bob)
    for sees in ("A", "AB"):
        await site.matches.service.handle(live.id, ann, CoachIn(do="offer", sees=sees))
    await refused(site.matches.service.handle(live.id, bob, CoachIn(do="accept", sees="A")), "no_coach_offer")
    await site.matches.service.handle(live.id, bob, CoachIn(do="accept", sees="AB"))


async def test_tournaments_that_nobody_plays_in_end_and_go(shared_worker: Site) -> None:
    site = shared_worker
    lonely, played = await evening(site, 1), await evening(site, 2)
    await played.started()

    async def status(tournament_id: str) -> object:
        query = sa.select(tournaments.c.status).where(tournaments.c.id == tournament_id)
        return await site.base.database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    now = time.time()
    for later, expected in ((60, ("open", "playing")), (LONELY + 60, ("cancelled", "playing"))):
        for statement in forgotten(4 * LONELY, 0, now + later):
            await site.base.writer.job(lambda connection, statement=statement: connection.execute(statement))  # type: ignore[misc]
        assert (await status(lonely.id), await status(played.id)) == expected
    for statement in forgotten(4 * LONELY, LONELY, now + 4 * LONELY + 60):
        await site.base.writer.job(lambda connection, statement=statement: connection.execute(statement))  # type: ignore[misc]
    assert await status(played.id) == "over"
