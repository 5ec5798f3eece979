"""The large site of deploy/kubernetes as processes: its settings, its proxy, a folder of its own for each worker."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from app.base.live.shards import Shards
from tests.hosting.test_kubernetes import FOLDER, names_of_pods, of_kind
from tests.support.kustomize import composed, environment
from tests.support.need import needed
from tests.support.waiting import wait_until
from tools.rig import site
from tools.rig.players import duel, play_on
from tools.rig.server import DEADLINE, ServerProcess
from tools.rig.site import RunningSite

LARGE = composed(FOLDER / "large")
PODS = names_of_pods(of_kind(LARGE, "StatefulSet")["game"])
ELSEWHERE = ("CLASH_DATABASE_URL", "CLASH_REDIS_URL", "CLASH_DATA_DIR")  # here these are the test's own


def variables(folder: Path) -> Callable[[int], dict[str, str]]:
    """Return what a worker's pod has in its environment, by its number from 0."""
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    secret = {"CLASH_DATABASE_URL": "", "CLASH_SECRET": "s" * 40, "CLASH_VAPID_KEY": pem}

    def of(number: int) -> dict[str, str]:
        found = environment(LARGE, PODS[number], secret)
        own = {name: value for name, value in found.items() if name not in ELSEWHERE}
        return {**own, "CLASH_DATA_DIR": str(folder / PODS[number])}

    return of


@pytest.fixture
def running(tmp_path: Path) -> Iterator[RunningSite]:
    with (
        needed(),
        site.running(
            "postgresql", len(PODS), redis=True, folder=tmp_path, variables=variables(tmp_path), routed=True
        ) as found,
    ):
        yield found


def ready(worker: ServerProcess) -> bool:
    return httpx.get(f"{worker.url}/readyz", timeout=DEADLINE).status_code == 200


def test_workers_in_folders_of_their_own_are_one_site(running: RunningSite, tmp_path: Path) -> None:
    with httpx.Client(base_url=running.proxy, timeout=DEADLINE) as entry:
        ann, _, _ = duel(entry)
        keys, names = set(), set()
        for worker in running.workers:
            with httpx.Client(base_url=worker.url, timeout=DEADLINE, headers=ann.headers) as client:
                keys.add(client.get("/api/push").raise_for_status().json()["key"])
                names.add(client.get("/api/players/me").raise_for_status().json()["name"])
            shards = Shards(running.workers.index(worker), len(PODS))
            opened = httpx.post(f"{worker.url}/api/matches", json={}, headers=ann.headers, timeout=DEADLINE)
            assert shards.of(opened.raise_for_status().json()["id"]) == shards.own  # as its pod's name says
        assert len(keys) == 1 and keys != {None} and names == {"Ann"}
    assert not [path for path in tmp_path.rglob("*") if path.name in ("secret", "vapid.pem", "clash.db")]


def test_an_update_from_the_last_worker_to_the_first(running: RunningSite) -> None:
    workers = running.workers
    with httpx.Client(base_url=running.proxy, timeout=DEADLINE) as entry:
        ann, bob, match_id = duel(entry)
        players = {"A": ann, "B": bob}
        for number in reversed(range(len(PODS))):
            acknowledged = play_on(players, match_id, random.Random(number), 3)["seq"]
            workers[number].stop()
            with httpx.Client(base_url=workers[number - 1].url, timeout=DEADLINE) as another:
                ann.client = bob.client = another
                assert ann.state(match_id)["seq"] == acknowledged
                acknowledged = play_on(players, match_id, random.Random(number), 3)["seq"]
            workers[number].start()
            wait_until(partial(ready, workers[number]), "the new worker is not ready")
            ann.client = bob.client = entry
            assert ann.state(match_id)["seq"] == acknowledged
