"""The history of a long match: in parts, from another process, and once for any number of readers."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from app.cards.drawing import HELPERS
from app.helpers import replayer
from app.helpers.process import HelperProcess
from app.helpers.timeline import ReplayTimeline
from app.matches.history.log_lines import STEPS
from app.matches.history.match_history import MatchHistory
from app.matches.live.live_match import LiveMatch
from app.players.player import Player
from app.site import Site
from app.table import match_log, narration
from app.table.log_html import log_html
from app.table.match_summary import player_names
from app.web.assets import Assets
from app.web.templating import ROOT, Templates
from engine.record import MOST_ACTIONS, MatchRecord
from tests.app.matches.test_longest import stored
from tests.support.longest import OPTIONS, longest
from tests.support.service import worker

PICTURE = re.compile(r"<svg.*?</svg>\s*")  # at the address of a folder that has another version in the helper


def _templates() -> Templates:
    return Templates(Assets(ROOT / "static", dev=True), helpers=HELPERS)


class Long:
    """The longest match there can be, on a worker of its own."""

    def __init__(self, one: Site, past: MatchHistory, live: LiveMatch, players: dict[str, Player]) -> None:
        self.one, self.past, self.room, self.players = one, past, live, players


@pytest.fixture
async def long(tmp_path: Path) -> AsyncIterator[Long]:
    """It, with a helper that has nothing replayed yet."""
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        match_id, players = await stored(one)
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as two:
        helper = HelperProcess("test", replayer.prepare, ("", False))
        await helper.run(int)
        yield Long(
            two, MatchHistory(two.database, helper, match_log.lines), await two.matches.live_match(match_id), players
        )
        await helper.close()


def film() -> ReplayTimeline:
    return ReplayTimeline(MatchRecord(OPTIONS, {"A": "Ann", "B": "Bob"}, longest()[0], None))


@pytest.mark.parametrize("viewer", [None, "A", "B"])
async def test_the_log_comes_in_parts_that_make_a_whole(long: Long, viewer: Any) -> None:
    parts: list[str] = []
    before: int | None = None
    while before != 0:
        payload = await long.past.log(long.room, viewer, "en", before)
        earlier, _, rest = payload.html.text.partition("</button></li>")
        assert (f'?before={payload.first}"' in earlier) is bool(payload.first)
        parts.insert(0, rest or earlier)
        assert payload.first % STEPS == 0
        before = payload.first
    assert len(parts) >= MOST_ACTIONS // STEPS - 1
    whole, shown = film(), player_names(long.room.row)
    fragments = _templates().fragments()
    steps = (whole.events_at(change, viewer) for change in range(whole.last + 1))
    told = [log_html(fragments, events, narration.narrate_marked(events, shown)) for events in steps]
    assert PICTURE.sub("", "".join(parts)) == PICTURE.sub("", "".join(told))


@pytest.mark.parametrize("before", [-5, 1, STEPS - 1, MOST_ACTIONS + STEPS, 10**30])
async def test_odd_wishes_get_a_part_of_the_log_too(long: Long, before: int) -> None:
    payload = await long.past.log(long.room, None, "en", before)
    assert payload.html.text
    held = long.past.size
    assert (await long.past.log(long.room, None, "en", before)) is payload
    assert long.past.size == held


async def test_the_stream_is_sent_again_in_portions(long: Long) -> None:
    texts = [text async for text in long.past.messages(long.room, long.players["B"].id, MOST_ACTIONS - 100)]
    payload = [orjson.loads(text) for text in texts]
    assert [message["seq"] for message in payload] == list(range(MOST_ACTIONS - 99, MOST_ACTIONS + 1))
    whole = film()
    for message in payload[::17]:
        match = whole.at(message["seq"])
        assert message["view"] == match.view_for("B")
        assert message["events"] == whole.events_at(message["seq"], "B")
        assert message["legal"] == (match.legal_actions("B") if "B" in match.to_act else [])


async def test_ten_readers_cost_the_server_less_than_telling_it_five_times_would(long: Long) -> None:
    fragments = _templates().fragments()
    started = time.process_time()
    whole = film()
    for change in range(whole.last + 1):
        events = whole.events_at(change, None)
        log_html(fragments, events, narration.narrate_marked(events, {"A": "Ann", "B": "Bob"}))
        if change > MOST_ACTIONS - 500:
            match = whole.at(change)
            orjson.dumps([match.view_for("A"), match.events_for(whole.events[change], "A"), match.legal_actions("A")])
    once = time.process_time() - started

    async def read(reader: int) -> None:
        seat = "AB"[reader % 2]
        before: int | None = None
        while before != 0:
            before = (await long.past.log(long.room, seat, "en", before)).first  # type: ignore[arg-type]
        async for _ in long.past.messages(long.room, long.players[seat].id, MOST_ACTIONS - 500):
            pass

    started = time.process_time()
    await asyncio.gather(*map(read, range(10)))
    assert time.process_time() - started < 5 * once


async def test_the_record_says_what_the_engine_would(long: Long) -> None:
    await long.one.matches.act(long.room.id, long.players["A"], MOST_ACTIONS, {"type": "resign", "player": "A"})
    data = orjson.loads(await long.past.record(long.room))
    assert re.fullmatch(r"[\d.]+", str(data["actions"][7]["at"]))
    record = MatchRecord.from_json(data)
    assert record.to_json() == data
    assert [(move.by, move.action) for move in record.moves[:-1]] == [(move.by, move.action) for move in longest()[0]]
    assert record.check().status == "over"
