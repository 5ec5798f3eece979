"""A match has an end to its actions: then it can only be ended, and records of more are refused."""

from __future__ import annotations

from dataclasses import replace

import orjson
import pytest

from app.base.errors import AppError
from app.learning.replay import record_import
from app.learning.replay.models import MAX_RECORD
from app.matches.core.features.draw import DrawIn
from engine.record import MAX_ACTIONS, MatchRecord, Move
from tests.support.longest import END, OPTIONS, longest, stored
from tests.support.service import recorded, worker


async def test_the_longest_match_can_only_be_ended(sqlite: str) -> None:
    for last in ({"type": "resign", "player": "B"}, {"type": "draw"}):
        async with worker(sqlite) as one:
            match_id, players = await stored(one)
        async with worker(sqlite) as two:
            live = await two.matches.service.live_match(match_id)
            assert live.seq == MAX_ACTIONS
            with pytest.raises(AppError, match="match_too_long") as refused:
                await two.matches.service.act(match_id, players[longest()[1].to_act[0]], MAX_ACTIONS, END)
            assert f"{MAX_ACTIONS} actions" in refused.value.sentence
            if last["type"] == "draw":
                await two.matches.service.handle(match_id, players["A"], DrawIn(do="offer"))
                await two.matches.service.handle(match_id, players["B"], DrawIn(do="accept"))
            else:
                await two.matches.service.act(match_id, players["B"], MAX_ACTIONS, last)
            assert live.row.status == "over"
            record = orjson.dumps(await recorded(two, match_id))
        assert len(record) < MAX_RECORD
    assert record_import.import_record(record).last == MAX_ACTIONS + 1


def test_a_record_of_more_actions_is_refused() -> None:
    moves, match = longest()
    two_more = [Move(match.to_act[0], END, 5000.0), Move("A", {"type": "resign", "player": "A"}, 5001.0)]
    record = replace(MatchRecord(OPTIONS, {"A": None, "B": None}, moves, None), moves=(*moves, *two_more))
    with pytest.raises(AppError, match="bad_record") as refused:
        record_import.import_record(orjson.dumps(record.to_json()))
    assert f"at most {MAX_ACTIONS + 1}" in refused.value.sentence
