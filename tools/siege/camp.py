"""The attacker's preparations in peace: guests, a board to connect to, a long match and its record."""

from __future__ import annotations

import random
import time
from typing import Final

import httpx

from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose
from tools.siege.attacks import Camp
from tools.siege.wire import Enemy, Receivers

PATIENCE: Final = 60.0
ENTRIES: Final = 64  # as many as may come from one address
FIELD: Final = 63  # of each of ADDRESSES
ADDRESSES: Final = ("127.0.2.1", "127.0.2.2", "127.0.2.3", "127.0.2.4")
PAIRED: Final = 60
PAIRED_FROM: Final = "127.0.2.5"
HOOKS: Final = 6  # with the channel's fewer than the test messages that a host gets in a minute
PAIRS: Final = 2
MATCHES: Final = 50  # of a pair: no guest may open more than 60 in a minute
POLL: Final = 0.1
UNDO: Final = 0.45  # the number of plays taken back: so a match can have any length


def prepare(port: int, actions: int, strength: float, receivers: Receivers) -> Camp:
    """Play a match of so many actions to its end, as ordinary guests, and have messages sent to the `receivers`. Not
    from an attacker's address, which the site slows down."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
        cookie = http.post("/new", data={"mode": "solo", "name": "Eve"}).headers["set-cookie"].partition(";")[0]
        http.cookies.clear()
        ann, bob = ApiPlayer(http, "Ann"), ApiPlayer(http, "Bob")
        long_match = _play(ann, bob, actions)
        record = ann.ask("GET", f"/{long_match}/record").text
        opened = http.post("/new", data={"mode": "hotseat"}, headers={"Cookie": cookie})
        match_id = opened.headers["location"].rpartition("/")[2]
        tournament_id = _tournament(ann, http, max(2, round(ENTRIES * strength)))
        for _ in range(PAIRS):
            _end_matches(http, max(1, round(MATCHES * strength)))
        http.post("/settings/word", data={"do": "save", "address": receivers.silent}, headers={"Cookie": cookie})
        field = _field(ann, http, cookie, max(1, round(FIELD * strength)))
        paired_id = _paired(http, cookie, max(2, round(PAIRED * strength)), receivers.accepting)
    return Camp(
        Enemy(port, "127.0.1.1"), cookie, match_id, long_match, record, tournament_id, *field,
        paired_id, receivers.accepting, strength,
    )  # fmt: skip


def _end_matches(http: httpx.Client, count: int) -> None:
    """Let two guests end so many public matches."""
    ann, bob = ApiPlayer(http, "Ann"), ApiPlayer(http, "Bob")
    for _ in range(count):
        match_id = ann.open(seed=1, public=True)
        bob.ok("POST", f"/{match_id}/join", {})
        for player in (ann, bob):
            state = player.state(match_id)
            if state["legal"]:
                player.act(match_id, state["seq"], choose(state, random.Random(1)))
        ann.act(match_id, ann.state(match_id)["seq"], {"type": "resign", "player": "A"})


def _field(host: ApiPlayer, http: httpx.Client, cookie: str, count: int) -> tuple[str, str]:
    """Return a tournament with own cards that the cookie's guest, the host and so many of each of several addresses
    have entered, and that has begun; and that guest's seat. The field is even, so nobody has a bye."""
    asked = {"name": "Field", "system": "swiss", "rounds": 2, "gap": None, "box": True}
    tournament_id: str = http.post("/api/tournaments", json=asked, headers=host.headers).json()["id"]
    http.post(f"/tournament/{tournament_id}/enter", headers={"Cookie": cookie})
    http.post(f"/api/tournaments/{tournament_id}/entries", json={}, headers=host.headers).raise_for_status()
    for address in ADDRESSES:
        transport = httpx.HTTPTransport(local_address=address)
        with httpx.Client(base_url=http.base_url, timeout=PATIENCE, transport=transport) as other:
            for _ in range(count):
                headers = ApiPlayer(other, "Fay").headers
                other.post(f"/api/tournaments/{tournament_id}/entries", json={}, headers=headers).raise_for_status()
    path = f"/api/tournaments/{tournament_id}"
    http.post(f"{path}/start", json={}, headers=host.headers).raise_for_status()
    boards: list[Json] = []
    give_up = time.monotonic() + PATIENCE
    while not boards and time.monotonic() < give_up:
        boards = http.get(path, headers=host.headers).json()["boards"]
        time.sleep(POLL)
    own = next(board for board in boards if 1 in (board["a"], board["b"]))
    other = own["b"] if own["a"] == 1 else own["a"]
    return tournament_id, f"{own['round']}.{own['board']}.1.{other}"


def _paired(http: httpx.Client, cookie: str, count: int, accepting: str) -> str:
    """Return a tournament in play that the cookie's guest organizes. Its channel, and the hooks of some of its players,
    have accepted a test message."""
    own = {"Cookie": cookie}
    path = http.post("/tournaments/new", data={"name": "Paired", "system": "swiss"}, headers=own).headers["location"]
    _hook(http, f"{path}/word", f"{accepting}/channel" if accepting else "", own)
    transport = httpx.HTTPTransport(local_address=PAIRED_FROM)
    with httpx.Client(base_url=http.base_url, timeout=PATIENCE, transport=transport) as other:
        for number in range(count):
            entered = other.post(f"{path}/enter", data={"name": f"Fay {number}"})
            other.cookies.clear()
            player = {"Cookie": entered.headers["set-cookie"].partition(";")[0]}
            _hook(other, "/settings/word", f"{accepting}/player" if accepting and number < HOOKS else "", player)
    http.post(f"{path}/organize", data={"do": "start"}, headers=own)
    return str(path.rpartition("/")[2])


def _hook(http: httpx.Client, path: str, address: str, headers: dict[str, str]) -> None:
    """Give an address for messages, if there is one, and have a test message sent there."""
    for fields in ({"do": "save", "address": address}, {"do": "try"}) if address else ():
        http.post(path, data=fields, headers=headers)


def _tournament(host: ApiPlayer, http: httpx.Client, count: int) -> str:
    """Return a round robin that so many guests and as many computers have entered, and that has begun."""
    asked = {"name": "Siege", "system": "round_robin", "computers": 1}
    tournament_id: str = http.post("/api/tournaments", json=asked, headers=host.headers).json()["id"]
    for _ in range(count):
        headers = ApiPlayer(http, "Eve").headers
        http.post(f"/api/tournaments/{tournament_id}/entries", json={}, headers=headers).raise_for_status()
    for _ in range(count):
        http.post(f"/api/tournaments/{tournament_id}/computers", json={}, headers=host.headers).raise_for_status()
    http.post(f"/api/tournaments/{tournament_id}/start", json={}, headers=host.headers).raise_for_status()
    return tournament_id


def _play(ann: ApiPlayer, bob: ApiPlayer, actions: int) -> str:
    """Return a duel by chance, with many plays taken back, that ends after so many actions."""
    match_id, rng = ann.open(seed=1), random.Random(1)
    bob.ok("POST", f"/{match_id}/join", {})
    seq, mover = 0, ann
    while seq < actions:
        state = mover.state(match_id)
        if state["status"] == "over":
            return match_id
        if state["legal"]:
            taken_back = [action for action in state["legal"] if action["type"] == "undo"]
            action = taken_back[0] if taken_back and rng.random() < UNDO else choose(state, rng)
            seq = mover.act(match_id, state["seq"], action)["seq"]
        else:
            mover = bob if mover is ann else ann
    ann.act(match_id, seq, {"type": "resign", "player": "A"})
    return match_id
