"""A browser's Python comes to the same states as the server's, byte by byte, and draws the same frames."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from app.base.i18n import LANGUAGES
from engine import bots
from engine.knowledge import facts_of
from engine.match import Match, Options
from engine.record import MatchRecord, Move
from tests.app.site.offline.test_table import PRESETS, Page
from tests.engine import playing
from tools.offline import build, results
from tools.rig.json import Json

MATCHES = int(os.environ.get("MATCHES", "1000"))
GAMES = int(os.environ.get("GAMES", "50"))
PIECES = 10  # each some minutes on one processor
KINDS = [*playing.KINDS]  # all that can be played alone, against a computer, or by two on one device
POSITIONS = 20  # that a computer may judge for a turn: which moves it finds does not matter here
LEVELS = 6


def played(seed: int) -> Json:
    """Return the record of a match of kind `seed` modulo their number, between two of level `seed` modulo seven; 0: by
    chance. So a thousand have each kind with each level several times."""
    kind, level = KINDS[seed % len(KINDS)], seed % (LEVELS + 1)
    record = playing.record(kind, seed) if not level else _by_computers(playing.options(kind, seed), level)
    found: Json = json.loads(json.dumps(record.to_json()))
    return found


def _by_computers(options: Options, level: int) -> MatchRecord:
    (match, _), moves = Match.start(options), list[Move]()
    while match.status != "over":
        seat = match.to_act[0]
        known = match.view_for(seat), facts_of(match, seat), match.legal_actions(seat)
        for action in bots.choose(level, seat, *known, seed=len(moves), positions=POSITIONS).actions:
            match, _ = match.apply(seat, action)
            moves.append(Move(seat, dict(action), float(len(moves))))
    return MatchRecord(options, {"A": "Ada", "B": None}, moves, match.outcome)


def game(number: int) -> Json:
    """Return a game without a computer, as it was begun, and its messages."""
    page = Page(f"preset={[preset for preset in PRESETS if 'computer' not in preset][number % 4]}")
    begun, sent = json.loads(json.dumps(page.kept)), list[str]()
    receive = page.worker.receive

    def noted(message: str) -> str:
        sent.append(message)
        return receive(message)

    page.worker.receive = noted  # type: ignore[method-assign]
    for _match in page.play(random.Random(number)):
        pass
    return {"language": [*LANGUAGES][number % len(LANGUAGES)], "kept": begun, "messages": sent}


@pytest.fixture(scope="module")
def archive() -> Path:
    build.build()
    return build.TARGET / "table.pack.gz"


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor() as pool:
        yield pool


@pytest.mark.parametrize("piece", range(PIECES))
def test_states_and_frames_are_the_same(piece: int, archive: Path, pool: ProcessPoolExecutor) -> None:
    records = [*pool.map(played, range(piece, MATCHES, PIECES), chunksize=5)]
    asked = json.dumps({"records": records, "games": [game(number) for number in range(piece, GAMES, PIECES)]})
    command = build.in_browsers_python(Path(results.__file__), archive)
    here = pool.submit(results.main, asked)
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    browser, server = json.loads(done.stdout), json.loads(here.result())
    assert browser["states"] == server["states"] and len(server["states"]) == len(records)
    for theirs, ours in zip(browser["frames"], server["frames"], strict=True):
        assert theirs == ours
