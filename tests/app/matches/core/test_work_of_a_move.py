"""The work that a move and an opening give to the server, in counts that do not depend on the machine.

Each ceiling is a tenth above the figure next to it, which was counted when it was set. A feature that needs more raises
the figure in the same commit, whose message says why; a commit that makes a move cheaper lowers it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Final, NamedTuple

import orjson
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient, WebSocketTestSession

from app.base.live.models import presence
from app.base.settings import Settings
from app.main import create_app
from app.site.site import Site
from tests.support.service import site_of
from tests.support.visitors import another
from tests.support.waiting import wait_until
from tests.support.work import Work, counted, own_reads
from tests.support.work_figures import MOVES_COUNTED, OPENINGS_COUNTED
from tools.rig.figures import CostFigure, row
from tools.rig.guests import GUEST_CLIENTS, ClientKind
from tools.rig.json import Json
from tools.rig.readers import READERS, MatchReader

RUN_IN: Final = 8  # moves, in which the site is done with those who have connected
MOVES: Final = 32  # two snapshots are among them, and not the end of the match
WARM_UPS: Final = 3  # the last of them must find every cache filled
CEILING: Final = 1.1
SAME: Final[Json] = {"seat": "A", "first": "A", "deck": 1, "seed": 7}  # else each opening draws other cards
FISCHER: Final = {"kind": "fischer", "base": 10_800, "increment": 5}


class Cost(NamedTuple):
    """The cost of this many moves of a duel; the bytes are those of both players' messages, before compression."""

    calls: int
    drawn: int
    rows_written: int
    reads: int
    bytes: int


FIGURES: Final[dict[tuple[ClientKind, str], Cost]] = {
    ("api", ""): Cost(calls=11_230, drawn=0, rows_written=34, reads=0, bytes=165_961),
    ("api", "clock"): Cost(calls=12_830, drawn=0, rows_written=47, reads=0, bytes=173_513),
    ("page", ""): Cost(calls=21_000, drawn=0, rows_written=34, reads=0, bytes=481_430),
    ("page", "clock"): Cost(calls=22_550, drawn=0, rows_written=41, reads=0, bytes=489_187),
}


OPENINGS: Final[dict[ClientKind, Cost]] = {
    "api": Cost(calls=1_550, drawn=0, rows_written=7, reads=4, bytes=2_634),
    "page": Cost(calls=3_380, drawn=8, rows_written=7, reads=9, bytes=141_000),
}
"""The cost of a match opened, joined and connected to: a page is loaded by both players, too."""
MAX_ENTRIES: Final = 2.5  # the most today is 2.4: a template asks an outlook in board.py whether it is a waste
"""The calls of each file that draws a table from other ones, for one frame of a page: no to and fro."""


@pytest.fixture
def visitors(settings: Settings, stilled: None) -> Iterator[tuple[TestClient, TestClient]]:
    """Provide two guests of a site that does nothing of itself and takes moves at any pace."""
    with TestClient(create_app(settings.model_copy(update={"rate_limit": 1000}))) as host:
        pair = (host, another(host))
        for visitor, name in zip(pair, ("Ann", "Bob"), strict=True):
            visitor.post("/new", data={"mode": "solo", "name": name}, follow_redirects=False)
        yield pair


class Player:
    """A socket, and its reader."""

    def __init__(self, socket: WebSocketTestSession, reader: MatchReader) -> None:
        self.socket = socket
        self.reader = reader
        self.bytes = 0

    def read_until(self, seq: int) -> None:
        """Read messages until the one with the `seq`-th action."""
        while self.reader.seq < seq:
            text = self.socket.receive_text().encode()
            self.bytes += len(text)
            assert self.reader.read(text) is None


class Duel:
    """One duel, always the same, played by chance."""

    def __init__(self, players: list[Player]) -> None:
        self._players = players
        self._chance = random.Random(9)

    @property
    def bytes(self) -> int:
        """The bytes that both have got."""
        return sum(player.bytes for player in self._players)

    def play(self, first: int, last: int) -> None:
        """Play the moves of these numbers; both have each before the next one is made."""
        for seq in range(first, last + 1):
            mover = next(player for player in self._players if player.reader.legal)
            mover.socket.send_json({"type": "act", "seq": seq - 1, "action": self._chance.choice(mover.reader.legal)})
            for player in self._players:
                player.read_until(seq)
                assert not player.reader.over


def _played(visitors: tuple[TestClient, TestClient], kind: ClientKind, clock: Json | None) -> tuple[Work, int]:
    """Return the work of the moves of a new match, and the bytes sent for them."""
    host, guest = visitors
    match_id = host.post("/api/matches", json=SAME | {"clock": clock}).json()["id"]
    assert guest.post(f"/api/matches/{match_id}/join", json={"deck": 2}).status_code == 200
    players = []
    with ExitStack() as stack:
        for visitor in visitors:
            socket = stack.enter_context(visitor.websocket_connect(GUEST_CLIENTS[kind].socket_path(match_id)))
            players.append(Player(socket, READERS[kind]()))
            players[-1].read_until(0)
        duel = Duel(players)
        duel.play(1, RUN_IN)
        bytes_before = duel.bytes
        with counted(host) as work:
            duel.play(RUN_IN + 1, RUN_IN + MOVES)
        return work, duel.bytes - bytes_before


def _cost(visitors: tuple[TestClient, TestClient], kind: ClientKind, clock: Json | None) -> Cost:
    """Return the cost of the moves of a new match."""
    work, sent = _played(visitors, kind, clock)
    return Cost(work.calls, work.drawn, work.rows_written, work.reads, sent)


def _row(counted_row: CostFigure, found: Cost, of: int) -> str:
    calls, sent = found.calls / of, found.bytes / of / 1000
    cost = f"{calls:,.0f} calls of our functions, {found.rows_written / of:.2f} rows, {found.reads / of:.0f} reads"
    return row(counted_row, f"{cost}, {sent:.1f} KB to both")


def _excess(count: Callable[[], Cost], figures: Cost, counted_row: CostFigure, of: int = 1) -> str:
    """Return a complaint if a count is above its ceiling, else an empty text; print the row of one `of` so many."""
    for _ in range(WARM_UPS):
        count()
    found = count()
    sys.stdout.write(f"{_row(counted_row, found, of)}\n")
    above = [now > max(CEILING * then, then + 1) for now, then in zip(found, figures, strict=True)]
    return f"{found} instead of {figures}" if any(above) else ""


def _opened(visitors: tuple[TestClient, TestClient], kind: ClientKind, stack: ExitStack) -> Cost:
    """Return the cost of a new match that two open, join and connect to. They stay until the stack is closed: the site
    writes that they have left, perhaps during the next count."""
    host, guest = visitors
    sent = 0
    with counted(host) as work:
        match_id = host.post("/api/matches", json=SAME | {"clock": FISCHER if kind == "api" else None}).json()["id"]
        if kind == "api":
            assert guest.post(f"/api/matches/{match_id}/join", json={"deck": 2}).status_code == 200
        else:
            sent += len(host.get(f"/match/{match_id}").content)
            sent += len(guest.post(f"/match/{match_id}/join", data={"deck": "2"}).content)
        for visitor in visitors:
            socket = stack.enter_context(visitor.websocket_connect(GUEST_CLIENTS[kind].socket_path(match_id)))
            awaited = {"state"} if kind == "api" else {"snapshot", "talk_panel"}
            while awaited:
                text = socket.receive_text()
                sent += len(text.encode())
                awaited.discard(orjson.loads(text)["type"])
        _wait_for_presence(site_of(host), match_id)
    return Cost(work.calls, work.drawn, work.rows_written, work.reads, sent)


def _wait_for_presence(site: Site, match_id: str) -> None:
    """Wait until it is stored that both players are there: they were told before, and the rows would be counted with
    the next opening."""
    both = sa.select(presence.c.a & presence.c.b).where(presence.c.match_id == match_id)
    with own_reads(site) as (database, _):

        def is_stored() -> bool:
            with database.engine.connect() as connection:
                return connection.execute(both).scalar() is True

        wait_until(is_stored)


def test_a_move_and_an_opening_cost_no_more_than_they_did(visitors: tuple[TestClient, TestClient]) -> None:
    for (kind, clock), figures in FIGURES.items():
        moves = partial(_cost, visitors, kind, FISCHER if clock else None)
        assert _excess(moves, figures, MOVES_COUNTED[kind, clock], MOVES) == "", f"{kind} {clock}"
    with ExitStack() as stack:
        for kind, figures in OPENINGS.items():
            assert _excess(partial(_opened, visitors, kind, stack), figures, OPENINGS_COUNTED[kind]) == "", kind


def test_a_frame_goes_through_each_file_of_the_drawing_once_or_twice(visitors: tuple[TestClient, TestClient]) -> None:
    frames = len(visitors) * MOVES
    for _ in range(2):  # the first fills caches
        work, _ = _played(visitors, "page", None)
    drawing = {path: count / frames for path, count in work.entries.items() if path.startswith("app/matches/table/")}
    assert {path: count for path, count in drawing.items() if count > MAX_ENTRIES} == {}
    assert {
        "app/matches/table/board.py",
        "app/matches/table/drawing.py",
        "app/matches/table/zones.py",
    } <= drawing.keys()
