"""What the process that replays records answers: a page's parts, a frame, the log, a position to play on from."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from sys import getsizeof
from typing import Any

import orjson

from app.http import Packed
from app.matches.booth import Source, booth
from app.matches.film import Film, Turn
from app.matches.zones import drawn
from app.replay import reading
from app.replay.eyes import Eyes
from app.replay.onward import options_at
from app.replay.scenes import Place, Scenes
from engine.record import Names


@dataclass(frozen=True, slots=True)
class Facts:
    """What a record is about: its last step, who played what, and whether Champions are in it."""

    last: int
    solo: bool
    names: Names
    mode: str
    edition: str
    format: str
    sets: tuple[str, ...]
    champions: bool

    @property
    def size(self) -> int:
        """About how many bytes of memory they take."""
        return 1000


@dataclass(frozen=True, slots=True)
class Sheet:
    """The parts of a replay's page that depend on the step."""

    place: Place
    stage: str
    moving: tuple[str, ...]
    turns: tuple[Turn, ...]
    names: dict[str, str]

    @property
    def size(self) -> int:
        """About how many bytes of memory they take."""
        return 2000 + getsizeof(self.stage) + sum(map(getsizeof, self.moving)) + 100 * len(self.turns)


@dataclass(frozen=True, slots=True)
class Taken:
    """A record from outside that can be replayed: the columns of its row."""

    values: dict[str, Any]


def source_of(record: bytes) -> Source:
    """An uploaded record to be replayed; the same one sent twice is one film."""
    return Source(f"upload {hashlib.blake2b(record, digest_size=16).hexdigest()}", record)


def take(text: bytes) -> Taken:
    """The record of a text from outside, replayed to its end; AppError with one sentence if that cannot be done."""
    film = reading.read(text)
    record = film.record
    kept = zlib.compress(orjson.dumps(record.to_json()))
    booth().hold(source_of(kept), film)  # whoever sends it will look at it
    return Taken(
        {
            "mode": record.options.mode,
            "edition": record.options.edition,
            "format": record.options.format,
            "name_a": record.names["A"],
            "name_b": record.names["B"],
            "winner": record.result.winner if record.result else None,
            "record": kept,
        }
    )


def facts(source: Source) -> Facts:
    """What a record is about."""
    film = booth().film(source)
    options = film.record.options
    return Facts(
        last=film.last,
        solo=film.solo,
        names=dict(film.record.names),
        mode=options.mode,
        edition=options.edition,
        format=options.format,
        sets=tuple(options.sets),
        champions=bool(options.champions),
    )


def sheet(source: Source, base: str, step: int, eyes: Eyes) -> Sheet:
    """What the page shows at a step."""
    scenes, film = _scenes(source, base)
    place = scenes.place(step, eyes)
    moving = tuple(str(part) for part in scenes.moving(place))
    return Sheet(place, str(scenes.stage(place)), moving, tuple(film.turns), scenes.names)


def frame(source: Source, base: str, step: int, eyes: Eyes) -> Packed:
    """What the page's script gets for a step."""
    scenes, _film = _scenes(source, base)
    return Packed.of(scenes.frame(scenes.place(step, eyes)).decode())


def log(source: Source, base: str, step: int, eyes: Eyes) -> Packed:
    """The lines of the log around a step."""
    scenes, _film = _scenes(source, base)
    context = {"log": scenes.log(eyes, step), "place": scenes.place(step, eyes)}
    return Packed.of(str(drawn(booth().templates, "replay/log.html", context)))


def position(source: Source, step: int, seed: int) -> dict[str, Any]:
    """The options of a match that begins with the position of a step; AppError(not_from_here, 409)."""
    return options_at(booth().film(source), step, seed).to_json()


def _scenes(source: Source, base: str) -> tuple[Scenes, Film]:
    film = booth().film(source)
    return Scenes(booth().templates, film, base), film
