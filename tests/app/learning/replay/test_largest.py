"""The largest positions that the notation takes, on every page that shows them: none is large or dear to draw."""

from __future__ import annotations

import json
import random

from starlette.testclient import TestClient

from engine.match import Options
from engine.record import MatchRecord
from tests.engine.language import duel, side
from tests.support.boards import board
from tests.support.cases import case
from tests.support.work import counted
from tools.rig import extremes
from tools.rig.json import Json

MAX_BYTES = 1_000_000  # bytes of a page
ORDINARY = duel(A=side(top="ogre", bottom="zombie gnome"), B=side(top="troll", bottom="lich giant"), mana=8).shown
TIMES_AN_ORDINARY_ONE = 40


def uploaded(client: TestClient, position: Json) -> str:
    """Return the address of the replay of a record that begins with a position."""
    chosen = Options(seed=1, edition=position["edition"], mode=position["mode"], format="position", position=position)
    record = MatchRecord(chosen, {"A": "W" * 24, "B": "W" * 24}, (), None).to_json()
    answer = client.post("/replays", data={"text": json.dumps(record)}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_no_page_of_the_largest_positions_is_large_or_takes_much_work(visitor: TestClient) -> None:
    def size(path: str) -> int:
        answer = visitor.get(path)
        assert answer.status_code == 200
        return len(answer.content)

    def sizes_played_on(replay: str, position: Json) -> list[int]:
        """The texts of a match that begins there: its page, the first frame with the choices, and an action's."""
        solo = position["mode"] == "solo"
        form = {"step": "0", "how": "solo" if solo else "hotseat"}
        begun = visitor.post(f"{replay}/play", data=form, follow_redirects=False)
        assert begun.status_code == 303, begun.text
        sizes = [size(begun.headers["location"])]
        with board(visitor, begun.headers["location"]) as page:
            frames = [page.receive_json()]
            if not solo:
                page.send_json({"type": "lift", "seat": position["active"]})
                frames.append(page.receive_json())
            kind = "end_summon" if position["phase"] == "summon" else "attack_all"
            page.send_json({"type": "act", "seq": 0, "action": {"type": kind}})
            frames.append(page.receive_json())
        return sizes + [len(json.dumps(frame)) for frame in frames]

    def calls(position: Json) -> int:
        path = uploaded(visitor, position)
        with counted(visitor) as work:
            visitor.get(path)
        return work.calls

    usual = calls(ORDINARY)
    for edition, mode in extremes.KINDS:
        sizes = []
        for seed in range(3):
            with case(f"{edition} {mode} {seed}"):
                position = extremes.position(random.Random(f"{edition}{mode}{seed}"), edition, mode)
                assert seed or calls(position) < TIMES_AN_ORDINARY_ONE * usual
                replay = uploaded(visitor, position)
                queries = ("?from=A", "?from=B", "?from=open", "", "/frame?step=0&from=open", "/record")
                sizes += [size(f"{replay}{query}") for query in queries]
                sizes += sizes_played_on(replay, position)
        assert max(sizes) < MAX_BYTES
        assert max(sizes) > 100_000, "these are not the largest"
