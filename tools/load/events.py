"""The cost of an event of 64 players to the server, against that of 32 single matches with the same moves."""

from __future__ import annotations

import random
import time
from typing import Final, NamedTuple

import httpx

from tools.rig.events import RunningEvent
from tools.rig.players import ApiPlayer, duel
from tools.rig.random_moves import choose
from tools.rig.site import RunningSite

PLAYERS: Final = 64
MOVES: Final = 24  # of each match
ROUNDS: Final = 3  # of both kinds in turn
IDLE: Final = 3.0  # seconds
MOST: Final = 1.1  # times the cost of the single matches

Table = tuple[dict[str, ApiPlayer], str]


class EventCost(NamedTuple):
    """CPU seconds of the workers for a move in an event and in single matches, and for a second in which nobody of the
    event moves."""

    event: float
    single: float
    idle: float

    @property
    def times(self) -> float:
        """The event's cost as a multiple of the matches'."""
        return self.event / self.single


class _Play(NamedTuple):
    """Moves and what they cost."""

    cpu: float
    moves: int

    def __add__(self, other: object) -> _Play:
        assert isinstance(other, _Play)
        return _Play(self.cpu + other.cpu, self.moves + other.moves)


def measure(site: RunningSite, rounds: int = ROUNDS) -> EventCost:
    """Play both on one site in turn: single matches while no event is in play, then an event, which ends."""
    event = single = _Play(0.0, 0)
    idle = 0.0
    with httpx.Client(base_url=site.url(0), timeout=60) as client:
        for _ in range(rounds):
            single += _played(site, _singles(client))
            before = site.cpu
            time.sleep(IDLE)
            idle -= site.cpu - before
            running = RunningEvent(client, PLAYERS, system="swiss", rounds=2, rated=False)
            running.organize("start")
            while not (boards := running.open_boards()):
                pass
            players = running.players
            together: list[Table] = [
                ({"A": players[board["a"]], "B": players[board["b"]]}, board["match"]) for board in boards
            ]
            before = site.cpu
            time.sleep(IDLE)
            idle += site.cpu - before
            event += _played(site, together)
            running.organize("end")
    return EventCost(event.cpu / event.moves, single.cpu / single.moves, idle / rounds / IDLE)


def _singles(client: httpx.Client) -> list[Table]:
    tables: list[Table] = []
    for _ in range(PLAYERS // 2):
        ann, bob, match_id = duel(client)
        tables.append(({"A": ann, "B": bob}, match_id))
    return tables


def _played(site: RunningSite, tables: list[Table]) -> _Play:
    chance = random.Random(1)
    before, moves = site.cpu, 0
    for _ in range(MOVES):
        for players, match_id in tables:
            state = players["A"].state(match_id)
            if state["status"] == "over":
                continue
            seat = state["to_act"][0]
            mine = state if seat == "A" else players[seat].state(match_id)
            players[seat].act(match_id, mine["seq"], choose(mine, chance))
            moves += 1
    return _Play(site.cpu - before, moves)


def line(cost: EventCost) -> str:
    """Return the row of the table."""
    name = f"an event of {PLAYERS}, {MOVES} moves at each board"
    idle = f"{1000 * cost.idle:.0f} ms a second while nobody moves"
    return (
        f"{name:42}{1000 * cost.event:9.2f} ms a move, {cost.times:.2f} times {PLAYERS // 2} single matches "
        f"({MOST} at most), {idle}"
    )
