"""2021: while cards wait to be put in order nobody can hold up the match (R5.8, R7.1)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.errors import AppError
from app.matches.features.absence import Claim, ClaimIn, absent_seat
from app.matches.features.takeback import TakebackIn
from app.matches.memory import presence
from app.matches.service import MatchService
from app.players.player import Player
from engine.record import MatchRecord
from engine.seat import Seat, other
from tests.support.positions import record_of, side
from tests.support.service import DEADLINE, recorded, worker

GRACE = 0.3


@asynccontextmanager
async def both_fallen(database_url: str) -> AsyncIterator[tuple[MatchService, dict[Seat, Player], str]]:
    """Provide a duel in which two of Bob's creatures have fallen together in Ann's assault: Bob is to order them."""
    record = record_of(
        side("* baron gnome zombie troll", top="parasite"),
        side("* shaman troll", top="zombie assassin"),
        edition="2021",
    )
    async with worker(database_url, grace=GRACE) as site:
        players: dict[Seat, Player] = {"A": await site.players.create("Ann"), "B": await site.players.create("Bob")}
        service = site.matches
        live = await service.opening.play_from_position(
            players["A"], MatchRecord.from_json(json.loads(record)).options, "A"
        )
        await service.opening.join(live.id, players["B"])
        await service.act(live.id, players["A"], 0, {"type": "end_summon"})
        update = await service.act(live.id, players["A"], 1, {"type": "attack_all"})
        assert update.to_act == ("B",)
        yield service, players, live.id


@pytest.mark.parametrize("seat", ["A", "B"])
async def test_both_may_resign(sqlite: str, seat: Seat) -> None:
    async with both_fallen(sqlite) as (service, players, match_id):
        update = await service.act(match_id, players[seat], 2, {"type": "resign", "player": seat})
        assert update.row.result is not None
        assert update.row.result.to_json() == {"winner": other(seat), "reason": "resignation"}
        MatchRecord.from_json(await recorded(service, match_id)).check()


@pytest.mark.parametrize("take", ["win", "draw"])
async def test_an_owner_who_stays_away_is_found_absent(
    sqlite: str, take: Claim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.05)
    async with both_fallen(sqlite) as (service, players, match_id):
        watching = await service.watch(match_id, players["A"])
        async with asyncio.timeout(DEADLINE):
            async for update in watching:
                if absent_seat(update.row, update.seq) == "B":
                    break
        live = await service.handle(match_id, players["A"], ClaimIn(take=take))
        assert live.row.result is not None
        assert live.row.result.to_json() == {"winner": "A" if take == "win" else "draw", "reason": "abandonment"}
        MatchRecord.from_json(await recorded(service, match_id)).check()


async def test_the_owner_orders_and_the_assault_goes_on(sqlite: str) -> None:
    async with both_fallen(sqlite) as (service, players, match_id):
        with pytest.raises(AppError) as refused:
            await service.handle(match_id, players["B"], TakebackIn(do="offer"))
        assert refused.value.code == "nothing_to_take_back"
        update = await service.act(match_id, players["B"], 2, {"type": "order", "cards": ["zombie", "assassin"]})
        assert update.to_act == ("A",)
        view: Any = update.view("B")
        assert view["B"]["hand"][-2:] == ["zombie", "assassin"]
