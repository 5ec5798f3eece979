"""A policy of the environments plays whole matches on a real site, of each format, by the page's words."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import httpx
import numpy as np
import pytest

from tests.support.cases import in_turn
from tests.support.waiting import wait_until
from tools.packages.gym.examples.linear import NAMES, best
from tools.packages.gym.examples.online import SitePlayer
from tools.packages.gym.table import Observation
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose
from tools.rig.server import DEADLINE, ROOT, ServerProcess

ENDED = re.compile(r"^[\w-]{16} (A|B) (A|B|draw) (\w+)$", re.MULTILINE)
PAGE = ROOT / "docs" / "build-a-bot.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a site where programs may play as fast as they can."""
    started = ServerProcess(tmp_path_factory.mktemp("online"), {"rate_limit": "0", "bot_pause_seconds": "0"})
    yield started.start()
    started.close()


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a policy that plays its cards, and the strong ones first."""
    liked = {
        "summons": 1.0, "cost": 0.5, "attack": 1.0, "health": 1.0, "casts on theirs": 0.5, "casts on one's own": -3.0,
    }  # fmt: skip
    path = tmp_path_factory.mktemp("policy") / "policy.npy"
    np.save(path, np.array([liked.get(name, 0.0) for name in NAMES]))
    return path


@in_turn("chosen", [{"opponent": "bot:1", "format": "constructed"}, {"mode": "solo", "edition": "2021"}])
def test_it_plays_a_match_to_its_end(server: ServerProcess, policy: Path, chosen: dict[str, object]) -> None:
    command = [sys.executable, "-W", "error", "-m", "tools.packages.gym.examples.online", server.url, str(policy)]
    done = subprocess.run(
        [*command, "--match", json.dumps(chosen)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=DEADLINE * 2,
    )
    assert (done.returncode, done.stderr) == (0, "")
    ((_, _, reason),) = ENDED.findall(done.stdout)
    assert reason in ("fort", "pile", "turn_limit")


def test_it_decides_again_where_the_other_player_was_faster(server: ServerProcess, policy: Path) -> None:
    """Both name a deck in secret: Bob hands his in while the policy is still naming its own."""
    rng, weights = random.Random(1), np.load(policy)
    learner = SitePlayer(server.url, "", "Learner")
    match_id = learner.call("/matches", {"format": "constructed", "seat": "A"})["id"]
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        bob = ApiPlayer(client, "Bob")
        bob.ok("POST", f"/{match_id}/join", {})

        def act() -> bool:
            state = bob.state(match_id)
            if state["legal"]:
                bob.act(match_id, state["seq"], choose(state, rng))
            return bool(state["status"] == "over")

        def decide(seen: Observation) -> int:
            if bob.state(match_id)["seq"] == 0:
                act()
            return best(weights, seen)

        ended: list[Json] = []
        Thread(target=lambda: ended.append(learner.play(match_id, decide)), daemon=True).start()
        wait_until(lambda: bob.state(match_id)["seq"] >= 2, "the learner hands in no deck")
        wait_until(lambda: act() and bool(ended), "the match does not end")
        assert ended[0]["seat"] == "A"
