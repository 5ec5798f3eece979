"""kill -9 at any moment: what was acknowledged is there after the restart, and every match goes on to its end."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import StartServer
from tests.support.players import ApiPlayer, choose
from tests.support.server import Server

KILLS = 7
PATIENCE = 60.0  # seconds until a player gives up on a server that does not come back
FORMATS: list[dict[str, Any]] = [
    {"format": "preconstructed"},
    {"format": "draft"},
    {"format": "constructed"},
    {"edition": "2021"},
    {"mode": "solo"},
    {"mode": "solo", "format": "draft"},
]


class Table(threading.Thread):
    """Two players of one match after another. `acknowledged` is what the server has told them is played."""

    def __init__(self, url: str, options: dict[str, Any], seed: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self._client = httpx.Client(base_url=url, timeout=10)
        self._rng = random.Random(seed)
        self._options = options
        self._ending = stop
        self._players = {"A": ApiPlayer(self._client, "Ann"), "B": ApiPlayer(self._client, "Bob")}
        self.acknowledged: dict[str, dict[int, Any]] = {}
        self.unsure = 0
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Play matches until told to stop; the last one is played to its end."""
        try:
            while not self._ending.is_set() or not self.acknowledged:
                self._play(self._open())
        except BaseException as error:
            self.failure = error

    def _open(self) -> str:
        opened = self._ask("A", "POST", "", {"seat": "A", **self._options})
        match_id: str = opened["id"]
        self.acknowledged[match_id] = {}
        if self._options.get("mode") != "solo":
            self._ask("B", "POST", f"/{match_id}/join", {})
        return match_id

    def _ask(self, seat: str, method: str, path: str, body: Any = None) -> Any:
        """The answer of the server, asked again until it is back; only for what may be asked twice."""
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                return self._players[seat].ok(method, path, body)
            except httpx.TransportError:
                assert time.monotonic() < give_up, "the server did not come back"
                time.sleep(0.02)

    def _play(self, match_id: str) -> None:
        while True:
            state = self._ask("A", "GET", f"/{match_id}")
            played = self.acknowledged[match_id]
            # One move may have been on its way when the server fell: stored or not, never half.
            assert state["seq"] in (len(played), len(played) + 1), "an acknowledged move is lost"
            if state["seq"] > len(played):
                played[state["seq"]] = None
            if state["status"] == "over":
                return
            seat = self._rng.choice(state["to_act"])
            action = choose(self._ask(seat, "GET", f"/{match_id}"), self._rng)
            self._move(match_id, seat, state["seq"], action)

    def _move(self, match_id: str, seat: str, seq: int, action: Any) -> None:
        body = {"seq": seq, "action": action}
        try:
            answer = self._players[seat].ask("POST", f"/{match_id}/actions", body)
        except httpx.TransportError:
            self.unsure += 1
            return
        assert answer.status_code == 200, answer.text
        assert answer.json()["seq"] == seq + 1
        self.acknowledged[match_id][seq + 1] = action

    def check(self) -> int:
        """Compare every record with what was acknowledged; how many moves that were."""
        for match_id, played in self.acknowledged.items():
            record = self._players["A"].ok("GET", f"/{match_id}/record")
            stored = dict(enumerate((entry["action"] for entry in record["actions"]), 1))
            assert stored.keys() == played.keys()
            assert {seq: stored[seq] for seq, action in played.items() if action is not None} == {
                seq: action for seq, action in played.items() if action is not None
            }
        return sum(len(played) for played in self.acknowledged.values())

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()


@pytest.mark.slow
def test_nothing_acknowledged_is_lost(start_server: StartServer, tmp_path: Path, database_url: str) -> None:
    server = start_server(tmp_path, database_url=database_url, rate_limit="0")
    stop = threading.Event()
    tables = [Table(server.url, options, seed, stop) for seed, options in enumerate(FORMATS)]
    try:
        for table in tables:
            table.start()
        _kill_often(server, random.Random(1), stop, tables)
        for table in tables:
            table.join(PATIENCE * 2)
            if table.failure is not None:
                raise table.failure
            assert not table.is_alive(), "a match cannot go on"
        assert sum(table.check() for table in tables) > 100
        assert sum(table.unsure for table in tables) > 0, "no kill came in the middle of a move"
    finally:
        for table in tables:
            table.close()


def _kill_often(server: Server, rng: random.Random, stop: threading.Event, tables: list[Table]) -> None:
    for _ in range(KILLS):
        time.sleep(rng.uniform(0.05, 0.6))
        server.kill()
        if any(table.failure for table in tables):
            break
        server.start()
    stop.set()
