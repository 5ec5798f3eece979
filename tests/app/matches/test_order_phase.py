"""2021: while cards wait to be put in order nobody can hold up the match (R5.8, R7.1)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from app.errors import AppError
from app.matches import presence
from app.matches.models import Seat, other
from app.matches.service import Claim, MatchService
from app.players.models import Player
from engine.record import Record
from tests.support.positions import record_of, side
from tests.support.service import PATIENCE, recorded, worker

GRACE = 0.3


@asynccontextmanager
async def both_fallen(database_url: str) -> AsyncIterator[tuple[MatchService, dict[Seat, Player], str]]:
    """A duel in which two of Bob's creatures have fallen together in Ann's assault: Bob is to order them."""
    record = record_of(
        side("* baron gnome zombie troll", top="parasite"),
        side("* shaman troll", top="zombie assassin"),
        edition="2021",
    )
    async with worker(database_url, grace=GRACE) as site:
        players: dict[Seat, Player] = {"A": await site.players.create("Ann"), "B": await site.players.create("Bob")}
        service = site.matches
        room = await service.play_on(players["A"], Record.from_json(json.loads(record)).options, "A")
        await service.join(room.id, players["B"])
        await service.act(room.id, players["A"], 0, {"type": "end_summon"})
        update = await service.act(room.id, players["A"], 1, {"type": "attack_all"})
        assert update.to_act == ("B",)
        yield service, players, room.id


@pytest.fixture
def sqlite(tmp_path: object) -> str:
    return f"sqlite:///{tmp_path}/test.db"


@pytest.mark.parametrize("seat", ["A", "B"])
async def test_both_may_resign(sqlite: str, seat: Seat) -> None:
    async with both_fallen(sqlite) as (service, players, match_id):
        update = await service.act(match_id, players[seat], 2, {"type": "resign", "player": seat})
        assert update.meta.result is not None
        assert update.meta.result.to_json() == {"winner": other(seat), "reason": "resignation"}
        Record.from_json(await recorded(service, match_id)).check()


@pytest.mark.parametrize("take", ["win", "draw"])
async def test_an_owner_who_stays_away_is_found_absent(
    sqlite: str, take: Claim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.05)
    async with both_fallen(sqlite) as (service, players, match_id):
        watching = await service.watch(match_id, players["A"])
        async with asyncio.timeout(PATIENCE):
            async for update in watching:
                if update.absent == "B":
                    break
        room = await service.claim(match_id, players["A"], take)
        assert room.meta.result is not None
        assert room.meta.result.to_json() == {"winner": "A" if take == "win" else "draw", "reason": "abandonment"}
        Record.from_json(await recorded(service, match_id)).check()


async def test_the_owner_orders_and_the_assault_goes_on(sqlite: str) -> None:
    async with both_fallen(sqlite) as (service, players, match_id):
        with pytest.raises(AppError) as refused:
            await service.takeback(match_id, players["B"], "offer")
        assert refused.value.code == "nothing_to_take_back"
        update = await service.act(match_id, players["B"], 2, {"type": "order", "cards": ["zombie", "assassin"]})
        assert update.to_act == ("A",)
        assert update.view("B")["B"]["hand"][-2:] == ["zombie", "assassin"]  # type: ignore[index] # it is being played
