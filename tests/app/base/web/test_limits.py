"""RefillRate limits: per player, per address, on the API and in sockets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from app.base.errors import AppError, Code
from app.base.settings import Settings
from app.base.web.limits import TABLE, MessageRate, RateLimits, address_of
from app.base.web.limits.addresses import as_ipv4
from app.base.web.limits.buckets import MAX_BUCKETS, Buckets, RefillRate
from app.base.web.limits.protocols import MAX_HEAD, MAX_HEADERS, MAX_LINE, ForwardedHeaders
from app.base.web.limits.rates import MAX_WAIT_SECONDS
from app.base.web.limits.table import SHARE
from app.contests.tournaments.asker import ORGANIZERS, ROW_PRICE
from app.main import create_app
from app.people.players.player import Player
from tests.support.cases import in_turn
from tools.rig.players import duel

OPERATIONS = Path(__file__).resolve().parents[4] / "docs" / "hosting" / "operations.md"


def connection(host: str) -> HTTPConnection:
    """Return a connection from this address."""
    return HTTPConnection({"type": "http", "client": (host, 1234), "headers": []})


def refusal(ours: RateLimits, what: str, host: str, player: Player | None) -> AppError | None:
    """Return the refusal of one more, if there is one."""
    try:
        ours.check(what, connection(host), player)
    except AppError as error:
        return error
    return None


def used_up(ours: RateLimits, what: str, host: str, player: Player | None = None, most: int = 100_000) -> int:
    """Return the number of accepted requests before the first refusal."""
    for count in range(most):
        refused = refusal(ours, what, host, player)
        if refused is not None:
            assert (refused.code, refused.status) == ("too_many", 429)
            assert 1 <= int(refused.headers["Retry-After"]) <= 60
            return count
    return most


@pytest.mark.usefixtures("no_refill")
def test_an_address_and_a_player_have_limits_that_a_factor_widens_and_zero_switches_off() -> None:
    ours, ann, bob = RateLimits(), Player("ann", "Ann"), Player("bob", "Bob")
    for host, most in (("192.0.2.1", 300), ("192.0.2.2", 300), ("192.0.2.1", 0)):
        assert used_up(ours, "guests", host) == most
    assert used_up(ours, "create", "192.0.2.1") == 600
    ours = RateLimits()
    for host, player, most in (("192.0.2.1", ann, 60), ("192.0.2.2", ann, 0), ("192.0.2.1", bob, 60)):
        assert used_up(ours, "create", host, player) == most
    for factor, most in ((2, 600), (0.001, 1)):
        assert used_up(RateLimits(factor), "guests", "192.0.2.1") == most
    assert used_up(RateLimits(0), "guests", "192.0.2.1", most=5000) == 5000


@in_turn(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)  # fmt: skip
def test_an_ipv6_customer_counts_as_one(host: str, counted: str) -> None:
    assert address_of(connection(host)) == counted


async def test_a_proxy_is_trusted_in_either_form_of_its_address_and_the_first_scheme_holds() -> None:
    seen: list[tuple[str, str]] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((scope["scheme"], scope["client"][0]))

    async def nothing(message: Message | None = None) -> Message:
        return {}

    door = ForwardedHeaders(app, Settings.model_fields["trusted_proxies"].default)  # type: ignore[arg-type] # uvicorn's own types
    headers = [(b"x-forwarded-proto", b"HTTPS, http"), (b"x-forwarded-for", b"192.0.2.7")]
    for host in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "::ffff:192.0.2.1"):
        scope = {"type": "http", "scheme": "http", "client": as_ipv4((host, 1)), "headers": headers}
        await door(scope, nothing, nothing)
    assert seen == [("https", "192.0.2.7")] * 3 + [("http", "192.0.2.1")]


@pytest.mark.usefixtures("no_refill")
def test_the_api_says_when_it_was_too_much(settings: Settings) -> None:
    tight = settings.model_copy(update={"rate_limit": 0.01})
    with TestClient(create_app(tight)) as client:
        ann, bob, match_id = duel(client)
        answers = [client.post("/api/players", json={}) for _ in range(5)]
        assert answers[-1].status_code == 429 and answers[-1].json()["code"] == "too_many"
        assert int(answers[-1].headers["Retry-After"]) >= 1
        moves = [ann.ask("POST", f"/{match_id}/actions", {"seq": 9, "action": {"type": "attack"}}) for _ in range(13)]
        assert [answer.status_code for answer in moves] == [409] * 12 + [429]
        with client.websocket_connect(f"/api/matches/{match_id}/stream", headers=ann.headers) as session:
            session.receive_json()
            session.send_json({"seq": 9, "action": {"type": "attack"}})
            assert session.receive_json()["code"] == "too_many"
        bob.refused("POST", f"/{match_id}/actions", {"seq": 9, "action": {"type": "attack"}}, 409, "stale_seq")


def test_every_way_to_write_is_limited(visitor: TestClient) -> None:
    assert {"guests", "create", "join", "act", "since", "ask"} <= TABLE.keys()
    described = visitor.get("/openapi.json").json()["paths"]
    unlimited = {
        (path, method)
        for path, methods in described.items()
        for method, call in methods.items()
        if method != "get" and path.startswith("/api/") and "429" not in call["responses"]
    }
    assert not unlimited


@pytest.mark.usefixtures("no_refill")
def test_a_socket_may_burst_but_not_flood() -> None:
    flood = MessageRate(10)
    assert [flood.allows() for _ in range(220)] == [True] * 20 + [False] * 200 and not flood.is_over
    assert not flood.allows() and flood.is_over


def test_what_is_limited_refills() -> None:
    now = 1000.0
    ours = RateLimits(clock=lambda: now)
    assert used_up(ours, "create", "192.0.2.1") == 600
    refused = refusal(ours, "create", "192.0.2.1", None)
    assert refused is not None
    now += int(refused.headers["Retry-After"])
    assert used_up(ours, "create", "192.0.2.1") == 10


def test_only_so_many_buckets_are_kept() -> None:
    buckets = Buckets()
    for number in range(MAX_BUCKETS + 10):
        buckets.of(number, (RefillRate(1, 1),), 1000.0).take(1, 1000.0)
    assert len(buckets) < MAX_BUCKETS and not buckets.of(MAX_BUCKETS, (), 1000.0).is_full(1000.0)


def test_the_page_for_hosts_has_the_limits_and_prices_as_they_are() -> None:
    page = OPERATIONS.read_text("utf-8")
    listed = {
        what: tuple(None if one == "–" else float(one) for one in rest)
        for what, *rest in re.findall(r"^\| `(\w+)` \| ([\d.]+) \| (\S+) \| (\S+) \|$", page, re.MULTILINE)
    }
    assert listed == {what: tuple(row) for what, row in TABLE.items()}
    moment, long_run = SHARE
    for said in (
        f"| {moment.per_second} ms a second from {moment.at_once}, {long_run.per_second} from {long_run.at_once} |",
        f"| waits; beyond {MAX_WAIT_SECONDS:.0f} s 429 |",
        f"| {MAX_HEAD // 1024} KB, {MAX_HEADERS} headers, {MAX_LINE:,} bytes a line |",
        f"| {ROW_PRICE} ms an entry, three times that a board; an organizer's {ORGANIZERS * ROW_PRICE:.2f} |",
    ):
        assert said in page, said


def test_every_429_says_after_how_many_seconds_to_try_again() -> None:
    assert AppError(Code.too_many, seconds=7).headers == {"Retry-After": "7"}
    assert AppError(Code.too_many_sockets).headers == {"Retry-After": "1"} and AppError(Code.no_page).headers == {}


def test_every_page_beyond_its_limit_says_so(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"rate_limit": 1e-9}))) as client:
        client.get("/cards")
        for path in ("/", "/cards", "/cards/ogre", "/rules", "/decks/new", "/docs", "/openapi.json", "/api/cards"):
            for accept in ("text/html", "*/*"):
                refused = client.get(path, headers={"accept": accept})
                assert (refused.status_code, int(refused.headers["retry-after"]) > 0) == (429, True), path
