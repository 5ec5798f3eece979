"""Duels of two guests at a worker, without pages: opened, played by chance, compared."""

from __future__ import annotations

import random

from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import Result
from app.matches.core.schemas import NewMatch
from app.people.players.player import Player
from app.site.site import Site
from engine.match import LegalAction
from engine.seat import Seat
from tools.rig.json import Json

END = {"type": "end_summon"}
Pair = dict[Seat, Player]


async def opened(one: Site, **options: object) -> tuple[Pair, LiveMatch]:
    """Return two guests, Ann at A and Bob, and a table of hers that nobody has joined."""
    pair: Pair = {"A": await one.people.players.create("Ann"), "B": await one.people.players.create("Bob")}
    new = NewMatch.model_validate({"seat": "A", **options})
    return pair, await one.matches.service.opening.create(pair["A"], new)


async def begun(one: Site, **options: object) -> tuple[Pair, LiveMatch]:
    """Return the two players of a match that has begun, and their match."""
    pair, live = await opened(one, **options)
    return pair, await one.matches.service.joining.join(live.id, pair["B"])


def legal(live: LiveMatch, rng: random.Random) -> tuple[Seat, LegalAction]:
    """Return the seat to act, and a random action of it."""
    assert live.match is not None
    seat = live.match.to_act[0]
    return seat, rng.choice(live.match.legal_actions(seat))


async def played(one: Site, pair: Pair, live: LiveMatch, moves: int, rng: random.Random) -> LiveMatch:
    """Return the match after that many random moves, or at its end."""
    for _ in range(moves):
        if live.row.status == "over":
            break
        seat, action = legal(live, rng)
        await one.matches.service.act(live.id, pair[seat], live.seq, dict(action))
    return live


def state(live: LiveMatch) -> tuple[int, str, Result | None, Json]:
    """Return everything about a match, hidden cards included."""
    assert live.match is not None
    return live.seq, live.row.status, live.row.result, live.match.to_json()


async def resigned(one: Site, pair: Pair, live: LiveMatch, seat: Seat = "B") -> LiveMatch:
    """Return the match that the player of a seat has given up."""
    await one.matches.service.act(live.id, pair[seat], live.seq, {"type": "resign", "player": seat})
    return live
