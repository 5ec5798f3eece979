"""From a file or a pasted text to a record that replays: the only way in for records from outside."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import orjson

from app.base.errors import AppError, Code
from app.learning.replay.models import MAX_RECORD
from app.matches.helpers.timeline import ReplayTimeline
from app.people.players.names import clean_text
from app.people.players.player import NAME_LENGTH
from engine.errors import BadPosition
from engine.record import MatchRecord
from engine.sent_text import readings


def import_record(text: bytes) -> ReplayTimeline:
    """Return the record of a JSON text, replayed and compared with its result; players' names are made harmless.

    Raises AppError (422, or 413 for too much text) with one sentence about the mistake.
    """
    if not text.strip():
        raise AppError(Code.record_missing)
    if len(text) > MAX_RECORD:
        raise AppError(Code.record_too_large, most=MAX_RECORD // 1024)
    return replayed(json_in(text))


def json_in(text: bytes) -> object:
    """Return the JSON of a text that somebody has sent; AppError(record_not_json)."""
    with contextlib.suppress(ValueError):
        return orjson.loads(text)
    with contextlib.suppress(ValueError):
        for reading in readings(text):
            with contextlib.suppress(orjson.JSONDecodeError):
                return orjson.loads(reading)
    raise AppError(Code.record_not_json)


def replayed(data: object) -> ReplayTimeline:
    """Return the record of parsed JSON, replayed and compared with its result, with harmless names.

    AppError (422) with one sentence about what is wrong with it.
    """
    try:
        record = MatchRecord.from_json(data)
        return ReplayTimeline(replace(record, names={seat: _name(name) for seat, name in record.names.items()}))
    except BadPosition as error:
        raise AppError.of(error) from error


def _name(name: str | None) -> str | None:
    return clean_text(name, NAME_LENGTH) or None
