"""Friends come and go on the open start page; nobody else, and nobody who does not want it, is shown anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.matches.core import sync
from app.matches.core.opponents import friends_here
from app.matches.core.schemas import NewMatch
from app.people.players.player import Player
from app.site.site import Site
from tests.support.service import worker
from tests.support.waiting import until, until_found
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer, duel
from tools.rig.redis import RedisServer

Page = WebSocketTestSession


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a departure count at once."""
    monkeypatch.setattr(friends_here, "GRACE", 0.0)


def _api(player: ApiPlayer, method: str, path: str, json: object = None) -> Any:
    return player.client.request(method, f"/api{path}", json=json, headers=player.headers)


def _finished(client: TestClient) -> tuple[ApiPlayer, ApiPlayer, str]:
    ann, bob, match_id = duel(client)
    ann.act(match_id, 0, {"type": "resign", "player": "A"})
    return ann, bob, match_id


@pytest.fixture
def friends(visitor: TestClient) -> tuple[ApiPlayer, ApiPlayer, str]:
    """Provide two who keep each other, and their match."""
    ann, bob, match_id = _finished(visitor)
    for player in (ann, bob):
        assert _api(player, "POST", "/friends", {"met_in": match_id}).status_code == 200
    return ann, bob, match_id


@contextmanager
def start_page(client: TestClient, player: ApiPlayer) -> Iterator[Page]:
    """Open a start page, and read what it gets at once."""
    with client.websocket_connect(f"/lobby/{LIVE}", headers=player.headers) as page:
        while 'id="watched"' not in orjson.loads(page.receive_text())["content"]:
            pass
        yield page


def shown(page: Page) -> str:
    """Return the next message, which must be the list of friends."""
    content: str = orjson.loads(page.receive_text())["content"]
    assert 'id="friends"' in content, content
    return content


def test_an_open_page_shows_friends_who_come_and_go(
    visitor: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    ann, bob, match_id = friends
    with start_page(visitor, ann) as hers:
        with start_page(visitor, bob):
            assert "is here" in shown(hers)
        assert "is here" not in shown(hers)
        with visitor.websocket_connect(f"/match/{match_id}/{LIVE}", headers=bob.headers) as board:
            board.receive_json()
            assert "is here" in shown(hers)


def test_an_open_page_shows_who_becomes_a_friend_and_who_is_one_no_more(visitor: TestClient) -> None:
    ann, bob, match_id = _finished(visitor)
    _api(ann, "POST", "/friends", {"met_in": match_id})
    with start_page(visitor, ann) as hers, start_page(visitor, bob) as his:
        kept = _api(bob, "POST", "/friends", {"met_in": match_id}).json()["id"]
        for page, name in ((hers, "Bob"), (his, "Ann")):
            while "is here" not in (list_of_friends := shown(page)):
                pass  # each page says that its player is here once it shows a friend
            assert name in list_of_friends
        assert _api(bob, "DELETE", f"/friends/{kept}").status_code == 204
        while "hidden" not in shown(hers):
            pass


def _prefers_not(player: ApiPlayer) -> None:
    assert _api(player, "PUT", "/players/me/settings", {"friends": "off"}).status_code == 200


def _blocks(player: ApiPlayer, match_id: str) -> None:
    seat = player.state(match_id)["seat"]
    path = f"/match/{match_id}/talk/block"
    player.client.cookies.clear()  # type: ignore[attr-defined]
    answer = player.client.request("POST", path, data={"person": {"A": "B", "B": "A"}[seat]}, headers=player.headers)  # type: ignore[call-arg]
    assert answer.status_code == 200


HIDING: dict[str, Callable[[ApiPlayer, ApiPlayer, str], None]] = {
    "she does not want it": lambda ann, bob, met_in: _prefers_not(ann),
    "he does not want it": lambda ann, bob, met_in: _prefers_not(bob),
    "she has blocked him": lambda ann, bob, met_in: _blocks(ann, met_in),
    "he has blocked her": lambda ann, bob, met_in: _blocks(bob, met_in),
}


@pytest.mark.parametrize("why", HIDING)
def test_who_may_not_see_it_gets_the_same_bytes(
    visitor: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str], why: str
) -> None:
    ann, bob, match_id = friends
    HIDING[why](ann, bob, match_id)
    _nobody_notices(visitor, ann, bob, match_id)


def test_who_is_kept_by_one_side_only_is_shown_to_nobody(visitor: TestClient) -> None:
    ann, bob, match_id = _finished(visitor)
    _api(ann, "POST", "/friends", {"met_in": match_id})
    _nobody_notices(visitor, ann, bob, match_id)


def test_a_stranger_gets_the_same_bytes(visitor: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str]) -> None:
    _ann, bob, match_id = friends
    _nobody_notices(visitor, ApiPlayer(visitor, "Eve"), bob, match_id)


def _nobody_notices(client: TestClient, watcher: ApiPlayer, joining_player: ApiPlayer, match_id: str) -> None:
    """Check that an open page gets nothing when somebody comes and goes: its next message is of something public."""
    host = ApiPlayer(client, "Zoe")
    with start_page(client, watcher) as page:
        with start_page(client, joining_player):
            pass
        with client.websocket_connect(f"/match/{match_id}/{LIVE}", headers=joining_player.headers) as board:
            board.receive_json()
        host.open(public=True)
        assert 'id="friends"' not in orjson.loads(page.receive_text())["content"]


def test_what_is_switched_off_and_blocked_goes_from_an_open_page_at_once(
    visitor: TestClient, friends: tuple[ApiPlayer, ApiPlayer, str]
) -> None:
    ann, bob, match_id = friends
    with start_page(visitor, ann) as hers, start_page(visitor, bob):
        assert "is here" in shown(hers)
        _prefers_not(bob)
        assert "is here" not in shown(hers)
        _blocks(bob, match_id)
        assert "hidden" in shown(hers)


class Reader:
    """A start page without its socket."""

    def __init__(self, site: Site, player: Player) -> None:
        self._site = site
        self._player = player
        self.woken = 0

    def wake(self) -> None:
        """Count."""
        self.woken += 1

    async def is_woken(self) -> None:
        """Wait until it has been woken since the last time."""
        await until(lambda: self.woken > 0)
        self.woken = 0

    async def sees(self, other: Player) -> bool:
        """True if the other is here."""
        friends = await self._site.matches.friends.of(self._player)
        return other.id in await self._site.matches.friends_here.among({one.player.id for one in friends if one.shows})


async def _kept(site: Site) -> tuple[Player, Player, str]:
    ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
    live = await site.matches.service.opening.create(ann, NewMatch(seat="A"))
    await site.matches.service.joining.join(live.id, bob)
    await site.matches.service.act(live.id, ann, 0, {"type": "resign", "player": "A"})
    for player in (ann, bob):
        await site.matches.friends.keep(player, live.id)
    return ann, bob, live.id


async def _come_and_go(one: Site, two: Site) -> None:
    ann, bob, match_id = await _kept(one)
    reader = Reader(two, ann)
    with two.matches.friends_here.visiting(ann.id, reader.wake) as hers:
        two.matches.friends_here.show(hers, [bob.id])
        assert not await reader.sees(bob)
        reader.woken = 0  # her own page was woken because she has come herself
        with one.matches.friends_here.visiting(bob.id, lambda: None) as his:
            one.matches.friends_here.show(his, [ann.id])
            await until_found(lambda: reader.sees(bob))
            await reader.is_woken()
        await _until_gone(reader, bob)
        await reader.is_woken()  # else a poll could miss that he was gone in between
        seat = await one.matches.service.watch(match_id, bob)
        await until_found(lambda: reader.sees(bob))
        await reader.is_woken()
        one.matches.service.unwatch(seat)
        await _until_gone(reader, bob)


async def _until_gone(reader: Reader, player: Player) -> None:
    async def gone() -> bool:
        return not await reader.sees(player)

    await until_found(gone)


async def test_other_workers_show_it_without_redis(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "POLL", 0.1)
    async with worker(postgresql) as one, worker(postgresql) as two:
        await _come_and_go(one, two)


async def test_other_workers_show_it_by_redis(postgresql: str, own_redis: RedisServer) -> None:
    async with worker(postgresql, own_redis.url) as one, worker(postgresql, own_redis.url) as two:
        await until(lambda: one.base.bus.connected and two.base.bus.connected)
        await _come_and_go(one, two)


async def test_a_worker_that_ends_takes_its_visitors_along(postgresql: str) -> None:
    async with worker(postgresql) as two:
        async with worker(postgresql) as one:
            ann, bob, _ = await _kept(one)
            with one.matches.friends_here.visiting(bob.id, lambda: None) as his:
                one.matches.friends_here.show(his, [ann.id])
                reader = Reader(two, ann)
                await until_found(lambda: reader.sees(bob))
        assert not await reader.sees(bob)
