"""The log of a match in words, made in the process that replays it."""

from __future__ import annotations

from app.base.web.http import Packed
from app.matches.core.history.log_lines import STEPS, Lines
from app.matches.helpers.replayer import replayer
from app.matches.helpers.source import Source
from app.matches.table import narration
from app.matches.table.log_html import log_html
from app.matches.table.match_summary import display_names
from engine.seat import Viewer


def lines(source: Source, url: str, viewer: Viewer, before: int | None) -> Lines:
    """Return the lines of the last STEPS to twice STEPS steps before `before` (None: to the end), as the viewer may
    know them. They begin with a multiple of STEPS, so that readers share them. At `url` there are the earlier ones."""
    timeline = replayer().timeline(source)
    end = timeline.last + 1 if before is None else timeline.clamped(before)
    first = max(0, end // STEPS * STEPS - STEPS)
    names = display_names(timeline.record.names, solo=timeline.solo)
    fragments = replayer().templates.fragments()
    steps = (timeline.events_at(change, viewer) for change in range(first, end))
    later = [log_html(fragments, events, narration.narrate_marked(events, names)) for events in steps]
    earlier = replayer().templates.text("matches/play/earlier.html", {"url": url, "first": first}) if first else ""
    return Lines(Packed.of(earlier + "".join(later)), first)
