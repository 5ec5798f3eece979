"""The example of the page "Build a bot" plays whole matches against a real site."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.conftest import UNANALYSED
from tests.support.waiting import wait_until
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose
from tools.rig.server import DEADLINE, ROOT, ServerProcess

EXAMPLE = ROOT / "static" / "examples" / "bot.py"
ENDED = re.compile(r"^([\w-]{16}) (A|B|draw) (\w+)$", re.MULTILINE)


def play(ann: ApiPlayer, match_id: str, actions: int = 10_000) -> None:
    """Play so many actions by chance, each as soon as it is Ann's turn; fewer if the match ends."""
    dice = random.Random(7)
    for _ in range(actions):
        wait_until(lambda: bool((state := ann.state(match_id))["legal"] or state["result"]), "the bot does not play")
        state = ann.state(match_id)
        if state["result"]:
            return
        ann.act(match_id, state["seq"], choose(state, dice))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a site where programs may play as fast as they can."""
    started = ServerProcess(
        tmp_path_factory.mktemp("bots"),
        {**UNANALYSED, "rate_limit": "0", "bot_pause_seconds": "0", "absence_grace_seconds": "1"},
    )
    yield started.start()
    started.close()


def test_two_of_them_play_two_matches_to_their_ends(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        ann = ApiPlayer(client, "Ann")
        made = client.post("/api/players/me/tokens", json={"bot": "Bolt", "scopes": ["play"]}, headers=ann.headers)
        token = made.json()["token"]
        command = [sys.executable, "-W", "error", str(EXAMPLE), server.url]
        first = subprocess.Popen([*command, "--token", token, "--matches", "2"], stdout=subprocess.PIPE, text=True)
        try:
            for name in ("Rusty", "Tinny"):
                wait_until(lambda: bool(client.get("/api/matches").json()["matches"]))
                second = [*command, "--name", name, "--matches", "1"]
                ended = subprocess.run(second, capture_output=True, text=True, check=True, timeout=DEADLINE * 2)
                ((match_id, winner, reason),) = ENDED.findall(ended.stdout)
                assert reason in ("fort", "turn_limit")
                record = ann.ok("GET", f"/{match_id}/record")
                assert {record["names"]["A"], record["names"]["B"]} == {"Bolt", name}
                assert record["result"] == {"winner": winner, "reason": reason}
            said = first.communicate(timeout=DEADLINE)[0]
        finally:
            first.kill()
            first.wait()
        assert first.returncode == 0 and len(ENDED.findall(said)) == 2


def test_an_opponent_who_leaves_does_not_stop_it_and_a_wrong_token_is_one_sentence(server: ServerProcess) -> None:
    command = [sys.executable, "-W", "error", str(EXAMPLE), server.url, "--matches", "1"]
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        cleo = ApiPlayer(client, "Cleo")
        cleo.ok("POST", "/quick", {"format": "preconstructed"})
        ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=DEADLINE * 2)
    assert ENDED.findall(ended.stdout)[0][2] == "abandonment"
    wrong = subprocess.run([*command, "--token", "x"], capture_output=True, text=True, check=False, timeout=DEADLINE)
    assert (wrong.returncode, wrong.stderr) == (1, "This token is not known here.\n")


def test_it_plays_on_when_the_site_restarts_in_order_and_by_a_kill(
    start_server: Callable[..., ServerProcess],
) -> None:
    server = start_server(rate_limit="0", bot_pause_seconds="0")
    command = [sys.executable, "-W", "error", str(EXAMPLE), server.url, "--matches", "1"]
    at_once = {**os.environ, "WEBSOCKETS_BACKOFF_INITIAL_DELAY": "0.1"}
    bot = subprocess.Popen(command, env=at_once, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
            wait_until(lambda: bool(client.get("/api/matches").json()["matches"]))
            server.stop()
            server.start()
            ann = ApiPlayer(client, "Ann")
            match_id = ann.ok("POST", "/quick", {"format": "preconstructed"})["id"]
            for end in (server.stop, server.kill, server.kill):
                play(ann, match_id, 5)
                end()
                server.start()
            play(ann, match_id)
        said, complaints = bot.communicate(timeout=DEADLINE)
    finally:
        bot.kill()
        bot.wait()
    assert (bot.returncode, complaints) == (0, "")
    assert [ended[0] for ended in ENDED.findall(said)] == [match_id]
