"""The largest positions that the notation takes, on every page that shows them: none is large or dear to draw."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from engine.match import Options
from engine.record import MatchRecord
from tests.engine.language import duel, side
from tests.support.boards import board
from tools.rig import extremes

MOST = 1_000_000  # bytes of a page
EACH = 5
ORDINARY = duel(A=side(top="ogre", bottom="zombie gnome"), B=side(top="troll", bottom="lich giant"), mana=8).shown
TIMES_AN_ORDINARY_ONE = 40


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Provide a client that may do as much as it likes, the same for all tests here."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("largest") / "data", rate_limit=0)
    with TestClient(create_app(settings)) as started:
        yield started


def uploaded(client: TestClient, position: dict[str, Any]) -> str:
    """Return the address of the replay of a record that begins with a position."""
    chosen = Options(seed=1, edition=position["edition"], mode=position["mode"], format="position", position=position)
    record = MatchRecord(chosen, {"A": "W" * 24, "B": "W" * 24}, (), None).to_json()
    answer = client.post("/replays", data={"text": json.dumps(record)}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def size(client: TestClient, path: str) -> int:
    """Return the bytes of a page."""
    answer = client.get(path)
    assert answer.status_code == 200
    return len(answer.content)


@pytest.mark.parametrize(("edition", "mode"), extremes.KINDS)
def test_no_page_of_a_position_is_large(client: TestClient, edition: str, mode: str) -> None:
    sizes = []
    for seed in range(EACH):
        position = extremes.position(random.Random(f"{edition}{mode}{seed}"), edition, mode)
        replay = uploaded(client, position)
        sizes += [size(client, f"{replay}?from={perspective}") for perspective in ("A", "B", "open", "")]
        sizes.append(size(client, f"{replay}/frame?step=0&from=open"))
        sizes.append(size(client, f"{replay}/record"))
        sizes += sizes_played_on(client, replay, position)
    assert max(sizes) < MOST
    assert max(sizes) > 100_000, "these are not the largest"


def sizes_played_on(client: TestClient, replay: str, position: dict[str, Any]) -> list[int]:
    """The texts of a match that begins there: the page, its socket's first frame with the choices, and an action's."""
    solo = position["mode"] == "solo"
    form = {"step": "0", "how": "solo" if solo else "hotseat"}
    begun = client.post(f"{replay}/play", data=form, follow_redirects=False)
    assert begun.status_code == 303, begun.text
    path = begun.headers["location"]
    sizes = [size(client, path)]
    with board(client, path) as page:
        frames = [page.receive_json()]
        if not solo:
            page.send_json({"type": "lift", "seat": position["active"]})
            frames.append(page.receive_json())
        kind = "end_summon" if position["phase"] == "summon" else "attack_all"
        page.send_json({"type": "act", "seq": 0, "action": {"type": kind}})
        frames.append(page.receive_json())
    return sizes + [len(json.dumps(frame)) for frame in frames]


def test_the_largest_page_costs_a_few_ordinary_ones(client: TestClient) -> None:
    usual = seconds(client, ORDINARY)
    for edition, mode in extremes.KINDS:
        large = extremes.position(random.Random(f"{edition}{mode}0"), edition, mode)
        assert seconds(client, large) < TIMES_AN_ORDINARY_ONE * usual


def seconds(client: TestClient, position: dict[str, Any]) -> float:
    """Return the processor's time for the page of a replay, the least of three."""
    found = []
    for _ in range(3):
        path = uploaded(client, position)
        began = time.process_time()
        client.get(path)
        found.append(time.process_time() - began)
    return min(found)
