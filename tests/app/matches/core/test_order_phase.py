"""2021: while cards wait to be put in order nobody can hold up the match (R5.8, R7.1)."""

from __future__ import annotations

import json

from app.matches.core.features.absence import ClaimIn, absent_seat
from app.matches.core.match_row import Result
from app.people.players.player import Player
from app.site.site import Site
from engine.record import MatchRecord
from engine.seat import SEATS, Seat
from tests.support.duels import END, Pair
from tests.support.positions import record_of, side
from tests.support.service import recorded, update_where, worker
from tests.support.site_time import SteadyClock


async def both_fallen(site: Site) -> tuple[Pair, str]:
    """Return a duel in which two of Bob's creatures have fallen together in Ann's assault: Bob is to order them."""
    ann, bob = side("* baron gnome zombie troll", top="parasite"), side("* shaman troll", top="zombie assassin")
    options = MatchRecord.from_json(json.loads(record_of(ann, bob, edition="2021"))).options
    players: dict[Seat, Player] = {seat: await site.people.players.create(seat) for seat in SEATS}
    live = await site.matches.service.opening.play_from_position(players["A"], options, "A")
    await site.matches.service.joining.join(live.id, players["B"])
    await site.matches.service.act(live.id, players["A"], 0, END)
    update = await site.matches.service.act(live.id, players["A"], 1, {"type": "attack_all"})
    assert update.to_act == ("B",)
    return players, live.id


async def test_an_owner_who_stays_away_is_found_absent(sqlite: str, clock: SteadyClock) -> None:
    async with worker(sqlite, grace=0.3) as site:
        players, match_id = await both_fallen(site)
        watching = await site.matches.service.watch(match_id, players["A"])
        clock.passes(1)
        await update_where(watching, lambda update: absent_seat(update.row, update.seq) == "B")
        live = await site.matches.service.handle(match_id, players["A"], ClaimIn(take="win"))
        assert live.row.result == Result("A", "abandonment")
        MatchRecord.from_json(await recorded(site, match_id)).check()
