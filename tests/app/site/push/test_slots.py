"""Hooks of strangers: what they may hold up, and what is sent to an address that may be somebody else's."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from app.base.errors import AppError
from app.contests.tournaments.schemas import NewSwiss
from app.matches.core.schemas import NewMatch
from app.site.push import delivery, service, slots
from app.site.push.delivery import Receiver
from app.site.push.models import OWN, notifications
from app.site.push.service import HOOKS_AT_ONCE_FOR_SETTER, TESTS_A_MINUTE_TO_HOST
from app.site.push.slots import FIRST_PAUSE, LONGEST_PAUSE, SilentReceivers
from app.site.push.words import trial
from tests.app.site.push.test_push import caller, calls_stored, reachable
from tests.app.site.push.test_word import hooked, send_test, set_hook
from tests.support.push import PushBrowser, PushEndpoint
from tests.support.service import worker
from tests.support.site_time import let_due_happen
from tests.support.waiting import until
from tools.rig.json import Json

STRANGER, OTHER = "a" * 32, "b" * 32  # hashes of addresses


async def test_hooks_that_never_answer_hold_up_neither_browsers_nor_hooks_of_other_addresses(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint
) -> None:
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, _):
        endpoint.held.add("/never")
        strangers = [await site.people.players.create("Eve") for _ in range(9)]
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        browser = PushBrowser(endpoint)
        await reachable(push, ann, browser)
        await set_hook(push, bob, f"{endpoint.url}/bob", address=OTHER)
        for stranger in strangers:
            await set_hook(push, stranger, f"{endpoint.url}/never", address=STRANGER)
        never = [asyncio.create_task(send_test(push, stranger)) for stranger in strangers]
        await until(lambda: len(endpoint.waiting) == HOOKS_AT_ONCE_FOR_SETTER)
        (target,) = await push.targets(ann.id)
        assert await push.send(ann.id, target, trial(0)) == "sent"
        assert await send_test(push, bob) == "sent"
        assert len(endpoint.waiting) == HOOKS_AT_ONCE_FOR_SETTER
        endpoint.release()
        await asyncio.gather(*never)


async def test_a_hook_that_timed_out_is_left_alone_and_its_test_button_too(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "HOOK", Receiver(0.05, None))
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, _):
        endpoint.held.add("/never")
        eve, eva = await site.people.players.create("Eve"), await site.people.players.create("Eva")
        for player, path in ((eve, "/never"), (eva, "/never/eva")):
            await set_hook(push, player, f"{endpoint.url}{path}", address=STRANGER)
        assert await send_test(push, eve) == "later"
        assert await send_test(push, eve) == await send_test(push, eva) == "later"
        assert endpoint.waiting in ([], ["/never"])  # the first one may come after it was given up, or not at all
        endpoint.release()


def test_the_pause_after_a_time_out_grows_until_an_answer_comes() -> None:
    now = 0.0
    silent = SilentReceivers(lambda: now)
    pauses = []
    for _ in range(9):
        silent.timed_out("x")
        began = now
        while silent.is_left_alone("x"):
            now += FIRST_PAUSE
        pauses.append(now - began)
    assert pauses[:3] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE] and pauses[-1] == LONGEST_PAUSE
    silent.timed_out("x")
    silent.answered("x")
    assert not silent.is_known("x") and not silent.is_left_alone("x")


async def test_a_message_that_got_no_slot_says_nothing_about_its_hook(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, _):
        players = [await site.people.players.create("Ann") for _ in range(3)]
        for player in players:
            await hooked(push, player, endpoint, "/held")
            target = await push.hook(player.id, OWN)
            assert target is not None
            await push.set_hook(player, target.__class__(**{**_fields(target), "address": STRANGER}))
        endpoint.held.add("/held")
        under_way = [asyncio.create_task(send_test(push, player)) for player in players[:2]]
        await until(lambda: len(endpoint.waiting) == HOOKS_AT_ONCE_FOR_SETTER)
        monkeypatch.setattr(slots, "WAITING", 0.01)
        assert await send_test(push, players[2]) == "later"
        known = await push.hook(players[2].id, OWN)
        assert known is not None and known.failing_since is None and not known.is_off
        endpoint.release()
        await asyncio.gather(*under_way)


def _fields(target: object) -> Json:
    return {name: getattr(target, name) for name in target.__dataclass_fields__}  # type: ignore[attr-defined]


async def test_an_address_gets_nothing_but_few_tests_until_it_has_accepted_one(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint
) -> None:
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        await set_hook(push, ann, f"{endpoint.url}/victim")
        live = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="B"))
        await site.matches.service.joining.join(live.id, bob)
        await ours.run_due()
        assert endpoint.is_silent() and await push.ways(ann.id) == set()
        endpoint.status = 500
        for _ in range(TESTS_A_MINUTE_TO_HOST):
            assert await send_test(push, ann) == "later"
        with pytest.raises(AppError, match="too_many"):
            await send_test(push, ann)
        known = await push.hook(ann.id, OWN)
        assert known is not None and known.is_off and known.failing_since is None
        assert endpoint.received.qsize() == TESTS_A_MINUTE_TO_HOST


async def test_another_address_has_to_accept_a_test_of_its_own_and_none_gets_more_than_its_host_may(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "A_MINUTE_TO_HOST", 1)
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, _):
        ann = await site.people.players.create("Ann")
        await hooked(push, ann, endpoint, "/mine")  # which accepted a test
        known = await push.hook(ann.id, OWN)
        assert known is not None
        assert await push.send(ann.id, known, trial(0) | {"kind": "turn", "id": "1", "at": 0}) == "later"
        await set_hook(push, ann, f"{endpoint.url}/mine")  # a new secret
        assert await push.ways(ann.id) == {OWN}
        await set_hook(push, ann, f"{endpoint.url}/yours")
        assert await push.ways(ann.id) == set()


@pytest.mark.parametrize("box", [False, True])
async def test_a_round_that_is_paired_again_is_told_once(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint, box: bool
) -> None:
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, ours):
        host, *players = [await site.people.players.create(name) for name in ("Host", "Ann", "Bob", "Cy", "Di")]
        tournament = await site.contests.organizing.create(host, NewSwiss(name="Club", rounds=2, gap=0, box=box))
        for player in players:
            await site.contests.entering.enter(tournament.id, player, None, None, None)
            await hooked(push, player, endpoint, "/victim")
        await hooked(push, host, endpoint, "/club", tournament.id, tournament.id)
        await site.contests.organizing.direct(tournament.id, host, "start", "")
        await let_due_happen(site)
        await calls_stored(site, 5)
        await ours.run_due()
        assert sorted(endpoint.next().path for _ in range(5)) == ["/club"] + ["/victim"] * 4
        paired = await site.base.database.value(sa.select(sa.func.count()).select_from(notifications))
        for _ in range(2):
            await site.contests.organizing.direct(tournament.id, host, "pair", "")
            await let_due_happen(site)
            assert len((await site.contests.tournaments.tournament(tournament.id)).boards) == 2
            await calls_stored(site, 0)
            await ours.run_due()
            assert endpoint.is_silent()
        assert await site.base.database.value(sa.select(sa.func.count()).select_from(notifications)) <= paired
