"""The traces of an animation do not stay: a wound that heals in the turn in which it was dealt (R3.3)."""

from __future__ import annotations

import random

import httpx

from tests.support.browser import Visitors
from tests.support.table import MatchPage
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel
from tools.rig.server import ServerProcess

Move = tuple[str, Json]


def opened(client: httpx.Client, seed: int) -> tuple[dict[str, ApiPlayer], str]:
    """Return a new duel that begins as every duel with this seed."""
    ann, bob, match_id = duel(client, seed=seed, first="A")
    return {"A": ann, "B": bob}, match_id


def heals(before: Json, after: Json) -> bool:
    """True if an action has wounded creatures and their lane is then as it was."""
    lanes = {
        (event["at"]["player"], event["at"]["lane"])
        for event in after["events"]
        if event["type"] == "wounded" and event["left"] > 0
    }
    return any(
        before["view"][seat][lane] == after["view"][seat][lane]
        and before["view"]["stats"][seat][lane] == after["view"]["stats"][seat][lane]
        for seat, lane in lanes
    )


def moves_that_heal(client: httpx.Client) -> tuple[int, list[Move]]:
    """Return a seed, and moves of which the last one wounds a creature that is whole again when it has been played."""
    for seed in range(20):
        players, match_id = opened(client, seed)
        chance, moves = random.Random(seed), []
        state = players["A"].state(match_id)
        while state["status"] == "playing":
            seat = state["to_act"][0]
            mine = players[seat].state(match_id)
            action = chance.choice(mine["legal"])
            moves.append((seat, action))
            state = players[seat].act(match_id, mine["seq"], action)
            if heals(mine, state):
                return seed, moves
    raise AssertionError("no wound has healed in twenty matches")


def test_a_healed_wound_is_not_seen_any_more(site: ServerProcess, visitors: Visitors) -> None:
    with httpx.Client(base_url=site.url) as client:
        seed, moves = moves_that_heal(client)
        players, match_id = opened(client, seed)
        *earlier, (seat, action) = moves
        for seq, (who, done) in enumerate(earlier):
            players[who].act(match_id, seq, done)
        page = visitors.visitor(motion=True)
        page.goto(f"{site.url}/match/{match_id}")
        table = MatchPage(page)
        table.settle()
        players[seat].act(match_id, len(earlier), action)
        table.after(len(earlier))
        assert table.differences() == []
