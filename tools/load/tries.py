"""Guests who try turns of their own again, each try judged in a helper process, beside matches that are played: the
times of moves with and without them, in turn."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, count, cycle, islice
from typing import Final, NamedTuple

import httpx
import orjson
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect

from app.mistakes.models import mistakes
from app.mistakes.task import MistakeTask
from app.puzzles import daily
from app.replay.analysis.result import MissedTurn
from app.store.database import Database
from engine import actions
from tools.bots.mistakes import CostlyTurn, costly_turns
from tools.load.play import Round
from tools.load.stats import LoadStats, in_milliseconds
from tools.rig.guests import LIVE
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel
from tools.rig.site import RunningSite

GUESTS: Final = 10
TRY_SECONDS: Final = 5.0
"""Seconds between two tries of a guest."""
TURNS: Final = 4  # different ones
ROUNDS: Final = 3  # without tries and with them in turn


@dataclass(frozen=True, slots=True)
class _Learner:
    """A guest with a turn to try again: where its socket is, and what they play, the same as in the match."""

    player: ApiPlayer
    path: str
    plays: Sequence[Json]


class TryFigures(NamedTuple):
    """The times of moves without and with tries, and the seconds until each verdict."""

    without: list[float]
    beside: list[float]
    verdicts: list[float]
    errors: str


async def measure(site: RunningSite, matches: int, seconds: int, guests: int = GUESTS) -> TryFigures:
    """Play at half of the possible pace, with guests who try turns in every second part of the time."""
    tables = Round(site, "page", matches)
    found = TryFigures([], [], [], "")
    try:
        learners = await asyncio.to_thread(_learners, site, guests)
        fast = await tables.measure("", seconds)
        pause = 2 * matches / fast.rate
        played: list[LoadStats] = []
        for _ in range(ROUNDS):
            played.append(await tables.measure("", seconds, pause))
            found.without.extend(played[-1].latencies)
            async with _trying(site, learners, found.verdicts):
                played.append(await tables.measure("", seconds, pause))
            found.beside.extend(played[-1].latencies)
        return found._replace(errors=", ".join(filter(None, (one.errors for one in played))))
    finally:
        await tables.close()


def _learners(site: RunningSite, guests: int) -> list[_Learner]:
    """Put a costly turn of weak bots into the queue of each of so many new guests."""
    turns = list(islice(chain.from_iterable(costly_turns("preconstructed", seed) for seed in count(1)), TURNS))
    worker = site.workers[0]
    learners: list[_Learner] = []
    database = Database(f"sqlite:///{worker.folder / 'data' / 'clash.db'}")
    with closing(database), httpx.Client(base_url=worker.url, timeout=60) as http:
        for turn in islice(cycle(turns), guests):
            player, _, match_id = duel(http)
            with database.engine.begin() as connection:
                connection.execute(sa.insert(mistakes), _row(turn, player, match_id))
            plays = [dict(actions.to_json(action)) for action in turn.played]
            learners.append(_Learner(player, f"/mistakes/{match_id}.1/{LIVE}", plays))
    return learners


def _row(turn: CostlyTurn, player: ApiPlayer, match_id: str) -> dict[str, object]:
    position = turn.match.position
    assert position is not None
    task = MistakeTask(turn.match, MissedTurn(1, position.turn, turn.seat, turn.review), turn.seed)
    return {
        "player_id": player.id,
        "match_id": match_id,
        "step": 1,
        "turn": position.turn,
        "task": task.to_bytes(),
        "rests": 0,
        "slipped": False,
        "due": daily.today().isoformat(),
        "created_at": time.time(),
    }


@contextlib.asynccontextmanager
async def _trying(site: RunningSite, learners: Sequence[_Learner], verdicts: list[float]) -> AsyncIterator[None]:
    """Let all try their turns while the block lasts."""
    tasks = [asyncio.create_task(_try(site, one, number, verdicts)) for number, one in enumerate(learners)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result


async def _try(site: RunningSite, learner: _Learner, number: int, verdicts: list[float]) -> None:
    address = site.url(0).replace("http", "ws", 1) + learner.path
    headers = learner.player.headers
    async with connect(address, additional_headers=headers, origin=None, max_size=None, proxy=None) as socket:
        await _answered(socket)
        await asyncio.sleep(TRY_SECONDS * (number % GUESTS) / GUESTS)
        while True:
            seq = await _said(socket, {"type": "again"})
            for play in learner.plays:
                began = time.perf_counter()
                seq = await _said(socket, {"type": "act", "seq": seq, "action": play})
            verdicts.append(time.perf_counter() - began)
            await asyncio.sleep(TRY_SECONDS)


async def _said(socket: ClientConnection, message: Json) -> int:
    await socket.send(orjson.dumps(message).decode())
    return await _answered(socket)


async def _answered(socket: ClientConnection) -> int:
    """Return the number of actions in the next frame of the board."""
    while True:
        frame: Json = orjson.loads(await socket.recv())
        if frame["type"] == "error":
            raise AssertionError(f"a try is refused: {frame}")
        if "seq" in frame:
            seq: int = frame["seq"]
            return seq


def line(found: TryFigures) -> str:
    """Return the row of the table."""
    without, beside = (in_milliseconds(times, 0.99) for times in (found.without, found.beside))
    verdict = " and ".join(f"{in_milliseconds(found.verdicts, share):.0f}" for share in (0.5, 0.99))
    shown = (
        f"{'tries of turns beside matches':42}p99 of moves {without:.1f} ms without, {beside:.1f} ms with "
        f"{len(found.verdicts)} tries, judged within {verdict} ms (p50, p99)"
    )
    return shown + (f"  refused: {found.errors}" if found.errors else "")
