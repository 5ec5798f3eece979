"""Tournaments at the wrong moment: every incident of a player or a board has a defined answer
(docs/decisions/tournaments.md)."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
import sqlalchemy as sa

from app.base.errors import AppError
from app.base.seconds import DAY
from app.contests.ratings.models import results
from app.contests.tournaments.schemas import ByeIn, EntryActIn, ExtensionIn, RulingIn
from app.matches.core.features import public_keys
from app.matches.core.features.absence import ClaimIn
from app.matches.core.features.draw import DrawIn
from app.matches.core.interventions import abort
from app.matches.core.live.hub import Subscription
from app.matches.core.storage.models import matches
from app.site.ops.cleanup import Limits, selection
from app.site.site import Site
from tests.support.evening import evening, refused
from tests.support.service import worker
from tests.support.site_time import passes
from tests.support.waiting import until_found

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_banned_player_is_out_of_the_next_round(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 5, system="swiss", rounds=2)
    tournament = await played.started()
    await site.people.bans.add("ban", played.players[0], "rude", None)
    for board in tournament.boards:
        if board.result.b is not None:
            await played.resign(board, "a" if board.result.a == 1 else "b")
    await played.next()
    tournament = await played.round(2)
    assert (tournament.entry(1).state, tournament.entry(1).barred) == ("out", True)
    assert not any(1 in board.result.numbers for board in tournament.boards if board.result.round == 2)
    assert [act.what for act in await site.contests.tournaments.acts(played.id)] == ["start", "next", "banned"]


async def test_two_guests_in_one_running_tournament_cannot_become_one(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 3)
    ann, bob = played.players[:2]
    await refused(site.front.accounts.merge(ann, bob), "both_in_tournament")
    stranger = await site.people.players.create("Stranger")
    await site.front.accounts.merge(ann, stranger)
    owner = (await played.tournament).entry(1).player
    assert owner is not None
    assert owner.id == stranger.id
    await site.contests.organizing.direct(played.id, played.organizer, "end", "")
    await site.front.accounts.merge(bob, stranger)
    tournament = await played.tournament
    assert [entry.player is None for entry in tournament.entries] == [False, True, False]


async def test_who_deletes_everything_leaves_the_history_whole(database_url: str) -> None:
    async with worker(database_url) as site:
        played = await evening(site, 4)
        tournament = await played.started()
        for board in tournament.boards:
            await played.resign(board)
        before = [board.result for board in (await played.tournament).boards]
        await site.front.accounts.delete(played.players[0])
        await site.front.accounts.delete(played.organizer)
        tournament = await played.tournament
        assert [board.result for board in tournament.boards] == before
        gone = tournament.entry(1)
        assert (gone.player, gone.name, gone.state) == (None, "", "out")
        assert tournament.organizers == ()
        assert all(act.by == "" for act in await site.contests.tournaments.acts(played.id))


async def test_deleting_in_the_middle_of_a_match_loses_it(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 2)
    board = (await played.started()).boards[0]
    await site.front.accounts.delete(played.players[0])
    result = (await played.tournament).boards[0].result
    assert result.outcome == ("b" if board.result.a == 1 else "a")


async def test_who_does_not_come_forfeits_and_is_paused_and_nothing_is_rated(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 3, show_up=60)
    tournament = await played.started()
    board = next(one for one in tournament.boards if one.result.b is not None)
    await passes(site, 61)
    await site.matches.service.run_due()

    async def decided() -> bool:
        return (await played.tournament).board(1, board.result.board).result.outcome is not None

    await until_found(decided)
    tournament = await played.tournament
    result = tournament.board(1, board.result.board).result
    assert (result.outcome, result.forfeit) == ("b", True)
    assert tournament.entry(board.result.a).state == "paused"
    verdicts = sa.select(results.c.verdict).where(results.c.match_id == board.match_id)
    found = await site.base.writer.job(lambda connection: connection.execute(verdicts).scalars().all())
    assert set(found) == {"friendly"}
    back = await site.contests.entering.resume_own(played.id, played.players[board.result.a - 1])
    assert back.state == "in"


async def test_the_player_who_must_make_the_first_move_is_known(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 2, show_up=90)
    board = (await played.started()).boards[0]
    assert board.match_id is not None
    assert board.result.b is not None
    one, two = (played.players[number - 1] for number in board.result.numbers)
    live = await site.matches.service.live_match(board.match_id)

    async def left() -> tuple[object, list[bool]]:
        assert board.match_id is not None
        seconds = [await site.contests.tournaments.seconds_to_come(board.match_id, player) for player in (one, two)]
        return public_keys(live.now()).get("awaited"), [second is not None and second > 30 for second in seconds]

    assert await left() == ("A", [True, False])
    await site.matches.service.act(board.match_id, one, 0, {"type": "end_summon"})
    assert await left() == ("B", [False, True])
    await site.matches.service.act(board.match_id, two, 1, {"type": "end_summon"})
    assert await left() == (None, [False, False])
    assert live.row.features["show_by"] is None


async def test_nobody_is_late_because_the_other_one_took_their_time(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 2, show_up=60)
    board = (await played.started()).boards[0]
    assert board.match_id is not None
    assert board.result.b is not None
    await passes(site, 59)
    one = played.players[board.result.a - 1]
    for seq, action in enumerate(({"type": "end_summon"},)):
        await site.matches.service.act(board.match_id, one, seq, action)
    await passes(site, 30)
    await site.matches.service.run_due()
    assert (await played.tournament).boards[0].result.outcome is None
    await passes(site, 60)
    await site.matches.service.run_due()

    async def decided() -> bool:
        return (await played.tournament).boards[0].result.outcome is not None

    await until_found(decided)
    assert (await played.tournament).boards[0].result.outcome == "a"


async def test_an_absence_may_be_claimed_as_in_any_match(sqlite: str) -> None:
    async with worker(sqlite, grace=0.05) as site:
        played = await evening(site, 2)
        board = (await played.started()).boards[0]
        assert board.match_id is not None
        assert board.result.b is not None
        waits = played.players[board.result.b - 1]
        watching: Subscription = await site.matches.service.watch(board.match_id, waits)

        async def claimed() -> bool:
            with suppress(AppError):
                await site.matches.service.handle(str(board.match_id), waits, ClaimIn(take="win"))
                return True
            return False

        await until_found(claimed)
        site.matches.service.unwatch(watching)
        assert (await played.tournament).boards[0].result.outcome == "b"


async def test_a_draw_by_agreement_is_a_draw_of_the_board(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 2)
    board = (await played.started()).boards[0]
    for number, do in ((board.result.a, "offer"), (board.result.b, "accept")):
        assert number is not None
        said = DrawIn.model_validate({"do": do})
        await site.matches.service.handle(str(board.match_id), played.players[number - 1], said)
    result = (await played.tournament).boards[0].result
    assert (result.outcome, result.forfeit) == ("draw", False)


async def test_a_match_that_both_have_left_stays_for_the_organizer_to_rule(shared_worker: Site) -> None:
    """No clock ends it, nobody is there to claim it, and nothing of a tournament that continues is cleared away."""
    site = shared_worker
    played = await evening(site, 2, show_up=1209600)
    board = (await played.started()).boards[0]
    years = time.time() + 10 * 365 * DAY

    def due(connection: sa.Connection) -> list[str]:
        found = (connection.execute(selection(each)).all() for each in Limits(DAY, DAY, DAY).due(years))
        return [row.id for rows in found for row in rows]

    assert board.match_id not in await site.base.writer.job(due)
    for outcome in ("a", "b"):
        given = RulingIn(round=1, board=1, outcome=outcome, reason="left")
        await site.contests.organizing.rule(played.id, played.organizer, given)
    result = (await played.tournament).boards[0].result
    assert (result.outcome, result.result) == (None, "b")
    await played.over()
    assert board.match_id in await site.base.writer.job(due)


async def test_a_match_that_the_host_of_the_site_ends_is_played_again(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 2)
    board = (await played.started()).boards[0]
    await abort(site.matches.service, str(board.match_id))

    async def again() -> bool:
        return (await played.tournament).boards[0].match_id != board.match_id

    await until_found(again)
    new = (await played.tournament).boards[0]
    assert (new.game, new.result.outcome) == (1, None)
    await played.resign(new)
    assert (await played.tournament).boards[0].result.outcome == "a"


async def test_a_round_that_nobody_has_begun_is_paired_again(database_url: str) -> None:
    async with worker(database_url) as site:
        played = await evening(site, 5, system="swiss", rounds=2)
        before = await played.started()
        await site.contests.organizing.direct(played.id, played.organizer, "pair", "somebody came")

        async def paired_again() -> bool:
            tournament = await played.tournament
            return tournament.round == 1 and tournament.boards[0].match_id != before.boards[0].match_id

        await until_found(paired_again)
        taken = [board.match_id for board in before.boards if board.match_id]
        rated = sa.select(matches.c.rated, matches.c.show_by).where(matches.c.id.in_(taken))
        rows = await site.base.database.read(lambda connection: connection.execute(rated).all())
        assert [tuple(row) for row in rows] == [(False, None)] * 2, "they count for nothing, and nobody has to come"
        tournament = await played.tournament
        assert sum(board.result.kind == "bye" for board in tournament.boards) == 1
        match = next(board for board in tournament.boards if board.result.b is not None)
        player = played.players[match.result.a - 1]
        await site.matches.service.act(str(match.match_id), player, 0, {"type": "end_summon"})
        await refused(site.contests.organizing.direct(played.id, played.organizer, "pair", ""), "round_begun")
        left = sa.select(sa.func.count()).where(matches.c.tournament == played.id, matches.c.status != "over")

        async def ended() -> bool:
            return await site.base.writer.job(lambda connection: connection.execute(left).scalar_one()) == 2

        await until_found(ended)


async def test_a_bye_is_moved(database_url: str) -> None:
    async with worker(database_url) as site:
        played = await evening(site, 3, system="swiss", rounds=1)
        tournament = await played.started()
        had = next(board.result.a for board in tournament.boards if board.result.kind == "bye")
        match = next(board for board in tournament.boards if board.result.b is not None)
        gets = match.result.a
        await site.contests.organizing.move_bye(played.id, played.organizer, ByeIn(number=gets, reason="asked for it"))
        tournament = await played.tournament
        bye = next(board.result for board in tournament.boards if board.result.kind == "bye")
        moved = next(board for board in tournament.boards if board.result.b is not None)
        assert bye.a == gets
        assert set(moved.result.numbers) == {had, match.result.b}
        await played.resign(moved)


async def test_a_clock_is_extended(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 2, clock={"kind": "fischer", "base": 60, "increment": 0})
    board = (await played.started()).boards[0]
    more = ExtensionIn(round=1, board=1, number=board.result.a, seconds=120)
    await site.contests.organizing.extend(played.id, played.organizer, more)
    await passes(site, 100)
    await site.matches.service.run_due()
    live = await site.matches.service.live_match(str(board.match_id))
    assert live.row.status == "playing"


async def test_a_field_that_is_too_small_goes_to_the_organizer(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 3, system="swiss", rounds=2)
    tournament = await played.started()
    for board in tournament.boards:
        if board.result.b is not None:
            await played.resign(board)
    for player in played.players[:2]:
        await site.contests.entering.withdraw(played.id, player)
    await played.next()

    async def handed() -> bool:
        return (await played.tournament).trouble is not None

    await until_found(handed)
    assert ((await played.tournament).status, (await played.tournament).trouble) == ("paused", "too_few")
    await site.contests.organizing.direct(played.id, played.organizer, "end", "")
    assert (await played.tournament).status == "over"


async def test_entry_by_approval_and_by_invitation(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 1, entry="approval")
    assert (await played.tournament).entry(1).state == "asked"
    await site.contests.organizing.act_on_entry(played.id, played.organizer, 1, EntryActIn(do="approve"))
    assert (await played.tournament).entry(1).state == "in"
    await site.contests.organizing.act_on_entry(played.id, played.organizer, 1, EntryActIn(do="remove"))
    await refused(site.contests.entering.enter(played.id, played.players[0], None, None, None), "tournament_bars_you")
    closed = await evening(site, 0, entry="invitation")
    guest = await site.people.players.create("Guest")
    await refused(site.contests.entering.enter(closed.id, guest, None, "wrong", None), "tournament_by_invitation")
    key = (await closed.tournament).invite
    assert (await site.contests.entering.enter(closed.id, guest, None, key, None)).state == "in"
