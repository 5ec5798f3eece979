"""The history of a long match: in parts, from another process, and once for any number of readers."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from functools import cache

import orjson
import pytest
import pytest_asyncio

from app.matches.core.history.log_lines import STEPS
from app.matches.core.history.match_history import MatchHistory
from app.matches.core.live.live_match import LiveMatch
from app.matches.helpers import replayer
from app.matches.helpers.process import HelperProcess
from app.matches.helpers.timeline import ReplayTimeline
from app.matches.play import match_log
from app.matches.table import narration
from app.matches.table.log_html import log_html
from app.matches.table.match_summary import player_names
from app.site.site import Site
from engine.record import MAX_ACTIONS, MatchRecord
from engine.seat import Viewer
from tests.support.cases import in_turn
from tests.support.duels import Pair
from tests.support.longest import OPTIONS, longest, stored
from tests.support.service import worker
from tests.support.tables import templates

pytestmark = pytest.mark.asyncio(loop_scope="module")
PICTURE = re.compile(r"<svg.*?</svg>\s*")  # at the address of a folder that has another version in the helper


class Long:
    """The longest match there can be, on a worker of its own."""

    def __init__(self, one: Site, past: MatchHistory, live: LiveMatch, players: Pair) -> None:
        self.one, self.past, self.live, self.players = one, past, live, players


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def long(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Long]:
    """Provide the long match, with a helper that has nothing replayed yet."""
    url = f"sqlite:///{tmp_path_factory.mktemp('long') / 'test.db'}"
    async with worker(url) as one:
        match_id, players = await stored(one)
    async with worker(url) as two:
        helper = HelperProcess("test", replayer.prepare, ("", False))
        await helper.run(int)
        past = MatchHistory(two.base.database, helper, match_log.lines)
        yield Long(two, past, await two.matches.service.live_match(match_id), players)
        await helper.close()


@cache
def film() -> ReplayTimeline:
    return ReplayTimeline(MatchRecord(OPTIONS, {"A": "Ann", "B": "Bob"}, longest()[0], None))


@in_turn("viewer", [None, "B"])
async def test_the_log_comes_in_parts_that_make_a_whole(long: Long, viewer: Viewer) -> None:
    parts: list[str] = []
    before: int | None = None
    while before != 0:
        part = await long.past.log(long.live, viewer, "en", before)
        earlier, _, rest = part.html.text.partition("</button></li>")
        assert (f'?before={part.first}"' in earlier) is bool(part.first)
        parts.insert(0, rest or earlier)
        assert part.first % STEPS == 0
        before = part.first
    assert len(parts) >= MAX_ACTIONS // STEPS - 1
    whole, shown = film(), player_names(long.live.row)
    fragments = templates().fragments()
    steps = (whole.events_at(change, viewer) for change in range(whole.last + 1))
    drawn = [log_html(fragments, events, narration.narrate_marked(events, shown)) for events in steps]
    assert PICTURE.sub("", "".join(parts)) == PICTURE.sub("", "".join(drawn))


@in_turn("before", [-5, 1, STEPS - 1, MAX_ACTIONS + STEPS, 10**30])
async def test_odd_wishes_get_a_part_of_the_log_too(long: Long, before: int) -> None:
    part = await long.past.log(long.live, None, "en", before)
    assert part.html.text
    assert (await long.past.log(long.live, None, "en", before)) is part


async def test_the_stream_is_sent_again_in_portions(long: Long) -> None:
    texts = [text async for text in long.past.messages(long.live, long.players["B"].id, MAX_ACTIONS - 100)]
    messages = [orjson.loads(text) for text in texts]
    assert [message["seq"] for message in messages] == list(range(MAX_ACTIONS - 99, MAX_ACTIONS + 1))
    whole = film()
    for message in messages[::17]:
        match = whole.at(message["seq"])
        assert message["view"] == match.view_for("B")
        assert message["events"] == whole.events_at(message["seq"], "B")
        assert message["legal"] == (match.legal_actions("B") if "B" in match.to_act else [])


async def test_the_record_says_what_the_engine_would(long: Long) -> None:
    await long.one.matches.service.act(long.live.id, long.players["A"], MAX_ACTIONS, {"type": "resign", "player": "A"})
    data = orjson.loads(await long.past.record(long.live))
    assert re.fullmatch(r"[\d.]+", str(data["actions"][7]["at"]))
    record = MatchRecord.from_json(data)
    assert record.to_json() == data
    assert [(move.by, move.action) for move in record.moves[:-1]] == [(move.by, move.action) for move in longest()[0]]
    assert record.check().status == "over"
