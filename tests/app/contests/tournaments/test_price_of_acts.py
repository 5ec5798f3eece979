"""An act in a tournament is paid for by the field that it makes the site read, pair or answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from app.base.web.limits import DRAWN, TABLE, RateLimits
from app.base.web.limits.table import SHARE
from app.contests.tournaments.asker import MATCH_PRICE, ORGANIZERS, ROW_PRICE
from tests.support.service import site_of
from tests.support.waiting import wait_until
from tools.rig.json import Json
from tools.rig.tournaments import RunningTournament, TournamentPlayer

HOST = "192.0.2.7"
MUCH = 1e6

Act = Callable[[TestClient], object]


def _spent(visitor: TestClient, monkeypatch: pytest.MonkeyPatch, act: Act) -> float:
    """Return the price that an address pays for an act."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    browser = TestClient(visitor.app, client=(HOST, 1))
    browser.portal = visitor.portal
    ours = RateLimits(clock=lambda: 0.0, sleep=sleep)  # nothing comes back
    with monkeypatch.context() as patched:
        patched.setitem(site_of(visitor).services, RateLimits, ours)
        act(browser)
    asyncio.run(ours.settle(HTTPConnection({"type": "http", "client": (HOST, 1)}), MUCH))
    long_run = SHARE[1]
    return slept[-1] * long_run.per_second + long_run.at_once - MUCH


def _posted(client: TestClient, path: str, player: TournamentPlayer, status: int = 303, **form: str) -> None:
    answer = client.post(path, data=form, headers=player.headers, follow_redirects=False)
    assert answer.status_code == status, answer.text


def _until_paired(tournament: RunningTournament) -> Json:
    """Return the first board once the round has been paired."""
    wait_until(lambda: len(tournament.state["boards"]) == len(tournament.players) // 2)
    return tournament.open_boards()[0]


@pytest.mark.parametrize("count", [4, 16])
def test_the_price_of_an_act_grows_with_the_field(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    cards = RunningTournament(visitor, count, system="swiss", rounds=2, gap=None, box=True)
    page, player = f"/tournament/{cards.id}", cards.players[1]
    cards.organize("start")
    _until_paired(cards)
    act = TABLE["http"].price + TABLE["act"].price
    rows = ROW_PRICE * (count + 3 * (count // 2))
    again = _spent(visitor, monkeypatch, lambda client: _posted(client, f"{page}/organize", cards.organizer, do="pair"))
    assert again == pytest.approx(act + ORGANIZERS * rows + MATCH_PRICE * (count // 2), abs=1e-3)
    board = _until_paired(cards)
    one, seat = cards.players[board["a"]], f"{board['round']}.{board['board']}.{board['a']}.{board['b']}"
    reported = _spent(
        visitor, monkeypatch, lambda client: _posted(client, f"{page}/report", one, seat=seat, outcome="a")
    )
    assert reported == pytest.approx(act + rows, abs=1e-3)
    refused = _spent(
        visitor, monkeypatch, lambda client: _posted(client, f"{page}/organize", cards.organizer, 409, do="pair")
    )
    assert refused > again + DRAWN  # a page is drawn, too
    paused = _spent(visitor, monkeypatch, lambda client: _posted(client, f"{page}/pause", player))
    assert paused == pytest.approx(act + rows, abs=1e-3)
