"""What the process that replays matches holds: the films that it has made, and the templates.

Nothing here runs in the server: it hands a `Source` to its helper, and gets texts back.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Final, NamedTuple

import orjson
from cachetools import LRUCache

from app.assets import Assets
from app.cards.icons import keep_icon
from app.errors import AppError, sentence
from app.matches.film import Film
from app.templating import ROOT, Templates
from engine.cards import from_notation
from engine.errors import BadPosition, IllegalAction
from engine.record import Record

FILM_BYTES: Final = 96 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A record to replay: `text` is its JSON (notation.md) by zlib, `key` says of which match, at any moment of it.

    `icons` are how designed Champions are drawn: notation (JSON) and icon. `moves` is the number of actions.
    """

    key: str
    text: bytes
    icons: tuple[tuple[bytes, str], ...] = ()

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes."""
        return len(self.text) + 200 * (1 + len(self.icons))


class Reel(NamedTuple):
    """A film and the text that it was made from."""

    film: Film
    text: bytes


class Booth:
    """The films of this process; those unused for longest go when they take more than FILM_BYTES."""

    def __init__(self, templates: Templates) -> None:
        self.templates = templates
        self._reels: LRUCache[str, Reel] = LRUCache(FILM_BYTES, getsizeof=lambda reel: reel.film.size + len(reel.text))

    def film(self, source: Source) -> Film:
        """The film of a source; one of an earlier moment of the same match grows. AppError if it cannot be replayed."""
        for card, icon in source.icons:
            keep_icon(from_notation(orjson.loads(card)), icon)
        held = self._reels.get(source.key)
        if held is not None and held.text == source.text:
            return held.film
        self._reels.pop(source.key, None)  # until it is whole again
        film = self._made(held.film if held else None, source)
        self.hold(source, film)
        return film

    def hold(self, source: Source, film: Film) -> None:
        """Keep the film of a source, if there is any room for one so large."""
        if film.size + len(source.text) <= FILM_BYTES:
            self._reels[source.key] = Reel(film, source.text)

    def _made(self, film: Film | None, source: Source) -> Film:
        try:
            record = Record.from_json(orjson.loads(zlib.decompress(source.text)))
            if film is None or not film.leads_to(record):
                return Film(record)
            film.grow(record)
        except BadPosition as error:
            raise refusal(error) from error
        return film


_booth: Booth | None = None


def prepare(version: str, dev: bool) -> None:
    """Begin, with the server's version of the static files."""
    global _booth  # noqa: PLW0603, RUF100 - a process has one
    files = Assets(ROOT / "static", dev=True)  # its version is known
    files.version = version
    _booth = Booth(Templates(files, dev=dev))


def booth() -> Booth:
    """The booth of this process."""
    assert _booth is not None, "only in a process that was prepared"
    return _booth


def refusal(error: BadPosition) -> AppError:
    """What is wrong with a record, the engine's reason inside the sentence in the visitor's language, too."""
    params = dict(error.params)
    cause = error.__cause__
    if isinstance(cause, IllegalAction):
        params["reason"] = sentence(cause.code, cause.params)
    return AppError(error.code, 422, None, **params)
