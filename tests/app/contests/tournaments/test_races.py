"""Two things at the same moment, at two workers: each has one answer (docs/decisions/tournaments.md)."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from app.contests.tournaments.models import seatings
from app.contests.tournaments.rules.types import PairingRefused
from app.contests.tournaments.running import rounds
from app.contests.tournaments.running.pairing_work import pair
from app.contests.tournaments.schemas import BoardReportIn, EntryActIn, RulingIn
from tests.support.evening import evening, tried
from tests.support.service import worker
from tests.support.site_time import passes
from tests.support.waiting import until_found

TRIES = 5  # of races whose winner is chance: each must end well either way


async def test_two_organizers_press_at_once(database_url: str) -> None:
    async with worker(database_url) as site, worker(database_url) as other:
        played = await evening(site, 4)
        await site.contests.organizing.act_on_entry(played.id, played.organizer, 1, EntryActIn(do="organizer"))
        second = played.players[0]
        start = partial(site.contests.organizing.direct, played.id, played.organizer, "start", "")
        again = partial(other.contests.organizing.direct, played.id, second, "start", "")
        assert sorted(await tried(start, again)) == ["", "not_now_in_tournament"]
        tournament = await played.round(1)
        assert len(tournament.boards) == 2
        await asyncio.gather(*(played.resign(board) for board in tournament.boards))
        one = partial(site.contests.organizing.direct, played.id, played.organizer, "next", "")
        two = partial(other.contests.organizing.direct, played.id, second, "next", "")
        await tried(one, two)
        tournament = await played.round(2)
        assert [board.result.round for board in tournament.boards] == [1, 1, 2, 2]
        assert len({board.match_id for board in tournament.boards}) == 4


async def test_a_player_withdraws_while_the_round_is_paired(database_url: str) -> None:
    async with worker(database_url) as site:
        played = await evening(site, 4)
        tournament = await played.tournament
        drawn = await pair(site.contests.pairing, tournament, frozenset())
        assert not isinstance(drawn, PairingRefused)
        await site.contests.entering.withdraw(played.id, played.players[0])
        begin = partial(rounds.begin, tournament=tournament, pairings=drawn, opened={}, next_at=None)
        assert await site.base.writer.job(begin) is False
        tournament = await played.started()
        assert not any(1 in board.result.numbers for board in tournament.boards)


async def test_an_entry_in_the_moment_of_the_start_is_in_or_refused(database_url: str) -> None:
    async with worker(database_url) as site, worker(database_url) as other:
        played = await evening(site, 3)
        late = await site.people.players.create("Late")
        start = partial(site.contests.organizing.direct, played.id, played.organizer, "start", "")
        enter = partial(other.contests.entering.enter, played.id, late, None, None, None)
        answers = await tried(start, enter)
        assert answers[0] == ""
        tournament = await played.round(1)
        is_in = tournament.entry_of(late) is not None
        assert is_in == (answers[1] == "")
        assert answers[1] in ("", "tournament_closed")
        placed = {number for board in tournament.boards for number in board.result.numbers}
        assert placed == {entry.number for entry in tournament.entries}


async def test_a_ruling_counts_beside_what_the_record_says(database_url: str) -> None:
    async with worker(database_url) as site, worker(database_url) as other:
        played = await evening(site, 2)
        board = (await played.started()).boards[0]
        ruling = RulingIn(round=1, board=1, outcome="a", reason="fell asleep")
        rule = partial(other.contests.organizing.rule, played.id, played.organizer, ruling)
        await tried(partial(played.resign, board, "a"), rule)

        async def is_over() -> bool:
            assert board.match_id is not None
            return (await site.matches.service.live_match(board.match_id)).row.status == "over"

        await until_found(is_over)
        result = (await played.tournament).boards[0].result
        assert (result.ruling, result.result) == ("a", "a")
        assert result.outcome in (None, "b")
        acts = await site.contests.tournaments.acts(played.id)
        assert [(act.what, act.why, act.by) for act in acts][1:] == [("ruling", "fell asleep", "Olga")]


async def test_two_organizers_rule_the_same_board_differently(database_url: str) -> None:
    async with worker(database_url) as site, worker(database_url) as other:
        played = await evening(site, 4)
        at_board = (await played.started()).boards[0].result.numbers
        number = next(number for number in range(1, 5) if number not in at_board)
        await site.contests.organizing.act_on_entry(played.id, played.organizer, number, EntryActIn(do="organizer"))
        rulings = [RulingIn(round=1, board=1, outcome=outcome, reason=f"for {outcome}") for outcome in ("a", "b")]
        rule = (
            partial(site.contests.organizing.rule, played.id, played.organizer, rulings[0]),
            partial(other.contests.organizing.rule, played.id, played.players[number - 1], rulings[1]),
        )
        assert await tried(*rule) == ["", ""]
        acts = [act for act in await site.contests.tournaments.acts(played.id) if act.what == "ruling"]
        assert sorted(act.why for act in acts) == ["for a", "for b"]
        assert (await played.tournament).boards[0].result.result == acts[-1].why.removeprefix("for ")


async def test_pausing_in_the_moment_of_the_next_round_stops_it_or_comes_after_it(database_url: str) -> None:
    async with worker(database_url) as site, worker(database_url) as other:
        played = await evening(site, 4)
        tournament = await played.started()
        await asyncio.gather(*(played.resign(board) for board in tournament.boards))
        begin = partial(site.contests.organizing.direct, played.id, played.organizer, "next", "")
        pause = partial(other.contests.organizing.direct, played.id, played.organizer, "pause", "")
        answers = await tried(begin, pause)
        assert answers[1] == "" and answers[0] in ("", "not_now_in_tournament")
        tournament = await played.tournament
        assert tournament.status == "paused"
        assert {board.result.round for board in tournament.boards} == set(range(1, tournament.round + 1))
        await site.contests.organizing.direct(played.id, played.organizer, "resume", "")
        if tournament.round == 1:
            await played.next()
        assert len((await played.round(2)).boards) == 4


async def test_a_flag_falls_in_the_same_second_as_a_ruling(database_url: str) -> None:
    async with worker(database_url) as site, worker(database_url) as other:
        played = await evening(site, 2, clock={"kind": "fischer", "base": 60, "increment": 0}, show_up=3600)
        board = (await played.started()).boards[0]
        assert board.match_id is not None
        await site.matches.service.live_match(board.match_id)
        await passes(site, 61)
        ruling = RulingIn(round=1, board=1, outcome="a", reason="the hall closed")
        await tried(
            site.matches.service.run_due, partial(other.contests.organizing.rule, played.id, played.organizer, ruling)
        )

        async def is_over() -> bool:
            return (await site.matches.service.live_match(str(board.match_id))).row.status == "over"

        await until_found(is_over)
        result = (await played.tournament).boards[0].result
        assert (result.ruling, result.result) == ("a", "a")
        ended = (await site.matches.service.live_match(board.match_id)).row.result
        assert ended is not None
        assert (result.outcome, ended.reason) in ((None, "aborted"), ("b", "time"))


async def test_entering_in_the_moment_of_becoming_one_with_somebody_inside(database_url: str) -> None:
    async with worker(database_url) as site, worker(database_url) as other:
        for _ in range(TRIES):
            played = await evening(site, 1)
            joining_player = await site.people.players.create("Comer")
            merge = partial(site.front.accounts.merge, played.players[0], joining_player)
            enter = partial(other.contests.entering.enter, played.id, joining_player, None, None, None)
            merged, entered = await tried(merge, enter)
            owners = [entry.player.id if entry.player else "" for entry in (await played.tournament).entries]
            if merged:
                assert (merged, entered) == ("both_in_tournament", "")
                assert owners == [played.players[0].id, joining_player.id]
            else:
                assert entered == "" and owners == [joining_player.id]


async def test_entering_in_the_moment_of_deleting_everything(database_url: str) -> None:
    async with worker(database_url) as site, worker(database_url) as other:
        for _ in range(TRIES):
            played = await evening(site, 1)
            joining_player = await site.people.players.create("Comer")
            delete = partial(site.front.accounts.delete, joining_player)
            enter = partial(other.contests.entering.enter, played.id, joining_player, None, None, None)
            deleted, entered = await tried(delete, enter)
            assert deleted == "" and entered in ("", "not_entered")
            left = (await played.tournament).entries[1:]
            assert [(entry.player, entry.name, entry.state) for entry in left] == (
                [] if entered else [(None, "", "out")]
            )


async def test_the_key_of_places_alone_forbids_to_be_paired_twice(database_url: str) -> None:
    async with worker(database_url) as site:
        played = await evening(site, 2)
        await played.started()
        again = {"tournament_id": played.id, "round": 1, "entry": 1, "board": 2, "side": "a"}
        with pytest.raises(IntegrityError):
            await site.base.writer.job(lambda connection: connection.execute(sa.insert(seatings).values(again)))


async def test_two_report_one_board_at_once(database_url: str) -> None:
    async with worker(database_url) as site, worker(database_url) as other:
        played = await evening(site, 4, box=True, rated=True)
        result = (await played.started()).boards[0].result
        for outcome in ("a", "b"):  # together they agree; then against each other
            said = (
                BoardReportIn(round=1, board=1, outcome="a", rated=True),
                BoardReportIn(round=1, board=1, outcome=outcome),
            )
            one = partial(site.contests.entering.report, played.id, played.players[result.a - 1], said[0])
            two = partial(other.contests.entering.report, played.id, played.players[(result.b or 0) - 1], said[1])
            assert await tried(one, two) == ["", ""]
            board = (await played.tournament).boards[0]
            assert board.result.outcome == ("a" if outcome == "a" else None)
            assert set(board.reports.outcomes) == {"a", outcome}
            if outcome == "a":
                again = RulingIn(round=1, board=1, outcome=None)
                await site.contests.organizing.rule(played.id, played.organizer, again)
