"""The table of permitted acts is walked in many states of a tournament: what it allows is accepted, all else is
refused for the reason that it gives; and players do not decide about their own board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import pytest
import sqlalchemy as sa

from app.base.errors import Code
from app.contests.ratings.models import results
from app.contests.tournaments import permits
from app.contests.tournaments.organizing.course import DECISIONS
from app.contests.tournaments.running.driver import blocked_pairs
from app.contests.tournaments.schemas import (
    BoardKindIn,
    BoardReportIn,
    ByeIn,
    EntryActIn,
    ExtensionIn,
    ForfeitIn,
    NewSwiss,
    RulingIn,
)
from app.site.site import Site
from tests.support.evening import Evening, evening, refused, tried

pytestmark = pytest.mark.asyncio(loop_scope="module")
Act = Callable[[], Awaitable[object]]
CLOCK = {"kind": "fischer", "base": 600, "increment": 5}
STATES = ("empty", "open", "paired", "begun", "box", "reported", "decided", "paused", "over")


async def in_state(site: Site, state: str, **options: object) -> Evening:
    """Return a tournament of five in such a state; somebody pauses, somebody has left."""
    played = await evening(site, 0 if state == "empty" else 5, system="swiss", computers=1, **options)
    if state in ("empty", "open"):
        return played
    await site.contests.entering.withdraw(played.id, played.players[3])
    await site.contests.entering.pause_own(played.id, played.players[4])
    tournament = await played.started()
    board = next(board for board in tournament.boards if board.result.b is not None)
    if state in ("box", "reported"):
        await site.contests.organizing.set_kind(played.id, played.organizer, BoardKindIn(round=1, board=1, kind="box"))
        if state == "reported":
            reporter = played.players[board.result.a - 1]
            await site.contests.entering.report(played.id, reporter, BoardReportIn(round=1, board=1, outcome="a"))
    elif state != "paired":
        mover = played.players[board.result.a - 1]
        await site.matches.service.act(str(board.match_id), mover, 0, {"type": "end_summon"})
    if state in ("decided", "over"):
        for each in tournament.boards:
            if each.result.is_open:
                ruling = RulingIn(round=1, board=each.result.board, outcome="a")
                await site.contests.organizing.rule(played.id, played.organizer, ruling)
    if state == "paused":
        await site.contests.organizing.direct(played.id, played.organizer, "pause", "")
    if state == "over":
        await site.contests.organizing.direct(played.id, played.organizer, "end", "")
    return played


def acts_on(site: Site, played: Evening) -> dict[str, tuple[Callable[[permits.TournamentMoment], Code | None], Act]]:
    """Return acts on a tournament as a whole, on entries and on its first board: what the table says, and the call."""
    tournaments, by, here = site.contests.organizing, played.organizer, played.id
    course: dict[permits.CourseAct, Act] = {act: partial(tournaments.direct, here, by, act, "") for act in DECISIONS}
    course["computer"] = partial(tournaments.add_computer, here, by, None, "")
    found: dict[str, tuple[Callable[[permits.TournamentMoment], Code | None], Act]] = {
        name: (partial(_of_course, name), call) for name, call in course.items()
    }
    for number in (1, 4, 5) if played.players else ():
        for do in permits.ENTRIES:
            act = partial(tournaments.act_on_entry, here, by, number, EntryActIn(do=do))
            found[f"{do} {number}"] = (partial(_of_entry, number, do), act)
    return found


def _of_course(act: permits.CourseAct, now: permits.TournamentMoment) -> Code | None:
    return permits.course_refusal(now, act)


def _of_entry(number: int, act: permits.EntryAct, now: permits.TournamentMoment) -> Code | None:
    return permits.entry_refusal(now, now.tournament.entry(number), act)


def acts_at(site: Site, played: Evening, number: int) -> dict[permits.BoardAct, Act]:
    """Return the acts at the first board, at which `number` has a place."""
    tournaments, by, here, at = site.contests.organizing, played.organizer, played.id, {"round": 1, "board": 1}
    seat = {**at, "number": number}
    return {
        "rule": lambda: tournaments.rule(here, by, RulingIn(**at, outcome="draw")),
        "unrule": lambda: tournaments.rule(here, by, RulingIn(**at, outcome=None)),
        "extend": lambda: tournaments.extend(here, by, ExtensionIn(**seat, seconds=60)),
        "forfeit": lambda: tournaments.forfeit(here, by, ForfeitIn(**seat)),
        "bye": lambda: tournaments.move_bye(here, by, ByeIn(number=number)),
        "box": lambda: tournaments.set_kind(here, by, BoardKindIn(**at, kind="box")),
        "online": lambda: tournaments.set_kind(here, by, BoardKindIn(**at, kind="match")),
    }


async def test_no_organizer_of_many_tournaments_hides_the_others(shared_worker: Site) -> None:
    site = shared_worker
    spammer = await site.people.players.create("Spam")
    played = await evening(site, 2)
    for number in range(8):
        await site.contests.organizing.create(spammer, NewSwiss(name=f"Spam {number}"))
    found = await site.contests.tournaments.listed(None)
    assert sum(line.name.startswith("Spam") for line in found) == 2
    names = [line.id for line in found]
    assert played.id in names and found[0].players > 1


@pytest.mark.parametrize("state", STATES)
async def test_what_the_table_allows_is_accepted_and_all_else_refused(shared_worker: Site, state: str) -> None:
    site = shared_worker
    played = await in_state(site, state)
    for name in acts_on(site, played):
        says, call = acts_on(site, played)[name]
        refusal = says(await site.contests.tournaments.moment(await played.tournament, played.organizer))
        assert await tried(call) == [refusal.name if refusal else ""], name
        if refusal is None:  # it has changed the state
            played = await in_state(site, state)
    tournament = await played.tournament
    for do in permits.BOARDS if tournament.boards else ():
        board = (await played.tournament).board(1, 1)
        refusal = permits.board_refusal(
            await site.contests.tournaments.moment(await played.tournament, played.organizer), board, do
        )
        assert await tried(acts_at(site, played, board.result.a)[do]) == [refusal.name if refusal else ""], do
        if refusal is None:
            played = await in_state(site, state)


@pytest.mark.parametrize("state", STATES[1:])
async def test_so_are_a_players_own_acts(shared_worker: Site, state: str) -> None:
    site = shared_worker
    tournaments = site.contests.entering
    calls = {"pause": tournaments.pause_own, "resume": tournaments.resume_own, "withdraw": tournaments.withdraw}
    wanted = {"pause": "paused", "resume": "in", "withdraw": "out"}
    for number in (1, 4, 5):
        for do in permits.OWN:
            played = await in_state(site, state)
            entry, player = (await played.tournament).entry(number), played.players[number - 1]
            refusal = permits.own_refusal(await played.tournament, entry, do)
            answer = await tried(partial(calls[do], played.id, player))
            if entry.state != wanted[do]:  # else it stays as it is
                assert answer == [refusal.name if refusal else ""], (number, do)


async def test_who_has_left_comes_back_with_their_results(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 4)  # a round robin
    tournament = await played.started()
    for board in tournament.boards:
        await played.resign(board)
    won = tournament.boards[0].result.a
    before = {row.number: row.points for row in (await played.tournament).standings}
    await site.contests.entering.withdraw(played.id, played.players[won - 1])
    assert {row.number: row.points for row in (await played.tournament).standings}[won] == 0
    await refused(site.contests.entering.enter(played.id, played.organizer, None, None, None), "tournament_closed")
    await site.contests.entering.resume_own(played.id, played.players[won - 1])
    assert {row.number: row.points for row in (await played.tournament).standings} == before
    await site.contests.organizing.act_on_entry(played.id, played.organizer, won, EntryActIn(do="remove"))
    await refused(site.contests.entering.resume_own(played.id, played.players[won - 1]), "tournament_bars_you")
    await site.contests.organizing.act_on_entry(played.id, played.organizer, won, EntryActIn(do="approve"))
    assert (await played.tournament).entry(won).state == "in"


async def test_at_ones_own_board_only_another_organizer_acts(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 2, clock=CLOCK)
    await site.contests.organizing.act_on_entry(played.id, played.organizer, 1, EntryActIn(do="organizer"))
    await played.started()
    host, one = played.organizer, played.players[0]
    for who, code in ((one, "own_board"), (host, "")):
        played.organizer = who
        done: list[permits.BoardAct] = ["extend", "forfeit", "rule"] if code else ["extend", "forfeit"]
        for do in done:
            assert await tried(acts_at(site, played, 1)[do]) == [code], do
    again = await evening(site, 2)
    await site.contests.organizing.act_on_entry(again.id, again.organizer, 1, EntryActIn(do="organizer"))
    await again.started()
    await refused(site.contests.organizing.direct(again.id, again.players[0], "pair", "a better one"), "own_board")


async def test_a_ruling_spares_nobody_a_defeat_in_a_rated_match(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 2)
    board = (await played.started()).boards[0]
    for seq, number in enumerate(board.result.numbers):
        await site.matches.service.act(str(board.match_id), played.players[number - 1], seq, {"type": "end_summon"})
    await site.contests.organizing.rule(
        played.id, played.organizer, RulingIn(round=1, board=1, outcome="b", reason="phone")
    )
    query = sa.select(results.c.seat, results.c.outcome, results.c.verdict).where(results.c.match_id == board.match_id)
    rows = await site.base.writer.job(lambda connection: connection.execute(query).all())
    assert sorted(map(tuple, rows)) == [("A", "lost", "counted"), ("B", "won", "counted")]


async def test_approval_is_asked_again_and_strangers_wait_apart(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 1, entry="approval")
    one = played.players[0]
    await site.contests.entering.withdraw(played.id, one)
    assert (await site.contests.entering.enter(played.id, one, None, None, None)).state == "asked"
    tournament = await played.tournament
    assert not permits.is_full(tournament)  # a player who waits takes nobody's place


async def test_only_blocks_from_before_both_entries_keep_players_apart(shared_worker: Site) -> None:
    site = shared_worker
    old, new = await site.people.players.create("Old"), await site.people.players.create("New")
    played = await evening(site, 1)
    await site.people.blocks.block(old, new)
    for player in (old, new):
        await site.contests.entering.enter(played.id, player, None, None, None)
    await site.people.blocks.block(old, played.players[0])
    tournament = await played.tournament
    assert await site.base.database.read(lambda connection: blocked_pairs(connection, tournament)) == {
        frozenset((2, 3))
    }
