"""Films in memory: as many as fit, and a match that continues is not replayed from its beginning."""

from __future__ import annotations

import zlib
from dataclasses import replace

import orjson
import pytest

from app.base.errors import AppError
from app.matches.helpers import replayer as module
from app.matches.helpers.replayer import Replayer
from app.matches.helpers.source import Source
from app.matches.helpers.timeline import ReplayTimeline
from engine.record import MatchRecord
from tests.app.learning.replay.records import with_second_thoughts
from tests.support.tables import templates


def source(record: MatchRecord, key: str = "match") -> Source:
    return Source(key, zlib.compress(orjson.dumps(record.to_json())))


def test_a_match_that_goes_on_is_not_replayed_from_its_beginning() -> None:
    record = with_second_thoughts()
    replayer = Replayer(templates())
    first = replayer.timeline(source(replace(record, moves=record.moves[:3], result=None)))
    beginning = first.at(0)
    later = replayer.timeline(source(replace(record, moves=record.moves[:5], result=None)))
    whole = replayer.timeline(source(record))
    assert whole is later is first
    assert whole.at(0) is beginning
    fresh = ReplayTimeline(record)
    assert [whole.at(change).to_json() for change in range(9)] == [fresh.at(change).to_json() for change in range(9)]
    assert (whole.events, whole.turns, whole.last) == (fresh.events, fresh.turns, 8)
    earlier = replayer.timeline(source(replace(record, moves=record.moves[:2], result=None)))
    assert earlier is not whole
    assert earlier.last == 2


def test_a_film_that_cannot_be_finished_is_forgotten() -> None:
    record = with_second_thoughts()
    replayer = Replayer(templates())
    timeline = replayer.timeline(source(replace(record, moves=record.moves[:3], result=None)))
    with pytest.raises(AppError, match="record_result"):
        replayer.timeline(source(replace(record, result=None)))
    again = replayer.timeline(source(replace(record, moves=record.moves[:3], result=None)))
    assert again is not timeline
    assert again.last == 3


def test_there_are_only_so_many_films(monkeypatch: pytest.MonkeyPatch) -> None:
    record = with_second_thoughts()
    monkeypatch.setattr(module, "TIMELINES", 3)
    replayer = Replayer(templates())
    films = {key: replayer.timeline(source(record, key)) for key in "abcd"}
    assert replayer.timeline(source(record, "d")) is films["d"]
    assert replayer.timeline(source(record, "a")) is not films["a"]
