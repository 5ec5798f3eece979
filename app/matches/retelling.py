"""What happened in a match, told again in the process that replays it: lines of the log, and messages of the stream."""

from __future__ import annotations

from dataclasses import dataclass
from sys import getsizeof
from typing import Final

from app.http import Packed
from app.matches import rows, story
from app.matches.about import called
from app.matches.booth import Source, booth
from app.matches.models import Meta, Viewer
from app.matches.room import Presence, Step, Update

STEPS: Final = 200
"""Actions whose lines are sent at once: more than most matches have."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a log as HTML; before step `first` there are others, unless it is 0."""

    html: Packed
    first: int

    @property
    def size(self) -> int:
        """About how many bytes of memory they take."""
        return self.html.size


@dataclass(frozen=True, slots=True)
class Messages:
    """Messages of the stream, one for each action."""

    texts: tuple[str, ...]

    @property
    def size(self) -> int:
        """About how many bytes of memory they take."""
        return sum(map(getsizeof, self.texts))


def lines(source: Source, url: str, viewer: Viewer, before: int | None) -> Lines:
    """What the STEPS to twice STEPS last steps before step `before` (None: to the end) did, as the viewer may know it.

    They begin with a multiple of STEPS, so that what one reader has asked for is what the next one wants. At `url`
    there are the earlier ones.
    """
    film = booth().film(source)
    end = film.last + 1 if before is None else film.clamped(before)
    first = max(0, end // STEPS * STEPS - STEPS)
    names = called(film.record.names, solo=film.solo)
    told = (story.tell(film.told(step, viewer), names) for step in range(first, end))
    earlier = booth().templates.text("match/earlier.html", {"url": url, "first": first}) if first else ""
    return Lines(Packed.of(earlier + "".join(map(story.as_html, told))), first)


def messages(source: Source, meta: Meta, viewer: Viewer, first: int, last: int) -> Messages:
    """The stream's messages (api.md) of the actions `first` to `last`, each as it was when it was the newest."""
    film = booth().film(source)
    texts: list[str] = []
    for seq in range(first, min(last, film.last) + 1):
        match = film.at(seq)
        shown = meta if match.status == "over" else rows.meta_then(meta, match)
        step = Step(0, "action", seq, match, shown, Presence(), film.events[seq])
        texts.append(Update(step, [step]).message_json(viewer))
    return Messages(tuple(texts))
