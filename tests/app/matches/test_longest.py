"""A match has an end to its actions: then it can only be ended, and records of more are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
import sqlalchemy as sa

from app.errors import AppError
from app.matches.features.draw import DrawIn
from app.matches.schemas import NewMatch
from app.matches.storage.models import actions, matches
from app.players.player import Player
from app.replay import record_import
from app.replay.models import MAX_RECORD
from app.site import Site
from engine.record import MOST_ACTIONS, MatchRecord, Move
from tests.support.longest import END, OPTIONS, longest
from tests.support.service import recorded, worker


async def stored(one: Site) -> tuple[str, dict[str, Player]]:
    """Return the id and the players of a duel with as many actions as a match may have, by hand put
    into the database."""
    ann, bob = await one.players.create("Ann"), await one.players.create("Bob")
    live = await one.matches.opening.create(ann, NewMatch(seat="A"))
    await one.matches.opening.join(live.id, bob)
    rows = [
        {"match_id": live.id, "seq": seq, "seat": move.by, "action": orjson.dumps(move.action), "at": move.at}
        for seq, move in enumerate(longest()[0], 1)
    ]

    def write(connection: sa.Connection) -> None:
        options = orjson.dumps(OPTIONS.to_json())
        connection.execute(sa.update(matches).where(matches.c.id == live.id).values(options=options))
        connection.execute(sa.insert(actions), rows)

    await one.writer.job(write)
    return live.id, {"A": ann, "B": bob}


@pytest.mark.parametrize(
    "last", [{"type": "resign", "player": "A"}, {"type": "resign", "player": "B"}, {"type": "draw"}]
)
async def test_the_longest_match_can_only_be_ended(tmp_path: Path, last: dict[str, Any]) -> None:
    url = f"sqlite:///{tmp_path / 'test.db'}"
    async with worker(url) as one:
        match_id, players = await stored(one)
    async with worker(url) as two:
        live = await two.matches.live_match(match_id)
        assert live.seq == MOST_ACTIONS
        seat = longest()[1].to_act[0]
        with pytest.raises(AppError) as refused:
            await two.matches.act(match_id, players[seat], MOST_ACTIONS, END)
        assert (refused.value.code, refused.value.status) == ("match_too_long", 422)
        assert f"{MOST_ACTIONS} actions" in refused.value.sentence
        if last["type"] == "draw":
            await two.matches.handle(match_id, players["A"], DrawIn(do="offer"))
            await two.matches.handle(match_id, players["B"], DrawIn(do="accept"))
        else:
            await two.matches.act(match_id, players[last["player"]], MOST_ACTIONS, last)
        assert live.row.status == "over"
        record = orjson.dumps(await recorded(two.matches, match_id))
    assert len(record) < MAX_RECORD
    assert record_import.import_record(record).last == MOST_ACTIONS + 1


def test_a_record_of_more_actions_is_refused() -> None:
    moves, match = longest()
    two_more = [Move(match.to_act[0], END, 5000.0), Move("A", {"type": "resign", "player": "A"}, 5001.0)]
    record = replace(MatchRecord(OPTIONS, {"A": None, "B": None}, moves, None), moves=(*moves, *two_more))
    with pytest.raises(AppError, match="bad_record") as refused:
        record_import.import_record(orjson.dumps(record.to_json()))
    assert f"at most {MOST_ACTIONS + 1}" in refused.value.sentence
