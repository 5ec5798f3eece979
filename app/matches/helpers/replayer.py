"""The process that replays matches: the timelines that it has made, and the templates.

Nothing here runs in the server: it hands a `Source` to its helper, and gets texts back.
"""

from __future__ import annotations

import zlib
from typing import Final, NamedTuple

import orjson
from cachetools import LRUCache

from app.base.errors import AppError
from app.base.web.assets import STATIC, Assets
from app.base.web.templating import Templates
from app.cards.gallery.drawing import HELPERS
from app.matches.helpers.source import Source
from app.matches.helpers.timeline import ReplayTimeline
from engine.errors import BadPosition
from engine.record import MatchRecord

TIMELINES: Final = 32  # the longest match takes 4.3 MB, an ordinary one 0.3


class HeldTimeline(NamedTuple):
    """A timeline and the text that it was made from."""

    timeline: ReplayTimeline
    text: bytes


class Replayer:
    """The timelines of this process; those unused for longest go when there are more than TIMELINES."""

    def __init__(self, templates: Templates) -> None:
        self.templates = templates
        self._held: LRUCache[str, HeldTimeline] = LRUCache(TIMELINES)

    def timeline(self, source: Source) -> ReplayTimeline:
        """Return the timeline of a source; one of an earlier moment of the same match grows. AppError if it cannot be
        replayed."""
        held = self._held.get(source.key)
        if held is not None and held.text == source.text:
            return held.timeline
        self._held.pop(source.key, None)  # until it is whole again
        timeline = self._made(held.timeline if held else None, source)
        self.hold(source, timeline)
        return timeline

    def hold(self, source: Source, timeline: ReplayTimeline) -> None:
        """Keep the timeline of a source."""
        self._held[source.key] = HeldTimeline(timeline, source.text)

    def _made(self, timeline: ReplayTimeline | None, source: Source) -> ReplayTimeline:
        try:
            record = MatchRecord.from_json(orjson.loads(zlib.decompress(source.text)))
            if timeline is None or not timeline.leads_to(record):
                return ReplayTimeline(record)
            timeline.grow(record)
        except BadPosition as error:
            raise AppError.of(error) from error
        return timeline


_replayer: Replayer | None = None


def prepare(version: str, dev: bool) -> None:
    """Begin, with the server's version of the static files."""
    global _replayer  # noqa: PLW0603, RUF100 - a process has one
    files = Assets(STATIC, dev=True)  # its version is known
    files.version = version
    _replayer = Replayer(Templates(files, dev=dev, helpers=HELPERS))


def replayer() -> Replayer:
    """Return the replayer of this process."""
    assert _replayer is not None, "only in a process that was prepared"
    return _replayer
