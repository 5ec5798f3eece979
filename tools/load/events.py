"""The cost of an event of 64 players to the server, against that of 32 single matches with the same moves."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

import httpx

from tools.rig.events import RunningEvent
from tools.rig.players import ApiPlayer, duel
from tools.rig.random_moves import choose
from tools.rig.site import RunningSite

PLAYERS: Final = 64
MOVES: Final = 24  # of each match
MOST: Final = 1.1  # times the cost of the single matches

Table = tuple[dict[str, ApiPlayer], str]


class EventCost(NamedTuple):
    """CPU seconds of the workers for the same moves, in an event and in single matches."""

    event: float
    single: float

    @property
    def times(self) -> float:
        """The event's cost as a multiple of the matches'."""
        return self.event / self.single


def measure(site: RunningSite) -> EventCost:
    """Play both on one site, one after the other."""
    with httpx.Client(base_url=site.url(0), timeout=60) as client:
        single: list[Table] = []
        for _ in range(PLAYERS // 2):
            ann, bob, match_id = duel(client)
            single.append(({"A": ann, "B": bob}, match_id))
        event = RunningEvent(client, PLAYERS, system="swiss", rounds=2, rated=False)
        event.organize("start")
        while not (boards := event.open_boards()):
            pass
        together: list[Table] = [
            ({"A": event.players[board["a"]], "B": event.players[board["b"]]}, board["match"]) for board in boards
        ]
        alone = _played(site, single)
        return EventCost(_played(site, together), alone)


def _played(site: RunningSite, tables: list[Table]) -> float:
    chance = random.Random(1)
    before = site.cpu
    for _ in range(MOVES):
        for players, match_id in tables:
            state = players["A"].state(match_id)
            if state["status"] == "over":
                continue
            seat = state["to_act"][0]
            mine = state if seat == "A" else players[seat].state(match_id)
            players[seat].act(match_id, mine["seq"], choose(mine, chance))
    return site.cpu - before


def line(cost: EventCost) -> str:
    """Return the row of the table."""
    name = f"an event of {PLAYERS}, {MOVES} moves at each board"
    return f"{name:42}{cost.event:9.2f} s, {cost.times:.2f} times {PLAYERS // 2} single matches ({MOST} at most)"
