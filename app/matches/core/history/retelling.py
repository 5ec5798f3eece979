"""A match replayed in a helper: lines of its log, and messages of its stream."""

from __future__ import annotations

from dataclasses import dataclass

from app.base.live.server_messages import Encoded
from app.matches.core.live.update import Change, Presence, Update
from app.matches.core.match_row import MatchRow
from app.matches.core.match_state import step_json
from app.matches.core.reader_role import ReaderRole
from app.matches.core.storage import rows
from app.matches.helpers.replayer import replayer
from app.matches.helpers.source import Source


@dataclass(frozen=True, slots=True)
class Messages:
    """Messages of the stream, one for each action."""

    texts: tuple[Encoded, ...]


def messages(source: Source, row: MatchRow, reader: ReaderRole, first: int, last: int) -> Messages:
    """Return the messages of the stream (docs/api.md) for the actions `first` to `last`, each as it was sent then."""
    timeline = replayer().timeline(source)
    texts: list[Encoded] = []
    for seq in range(first, min(last, timeline.last) + 1):
        match = timeline.at(seq)
        shown = row if match.status == "over" else rows.row_then(row, match)
        change = Change(0, "action", seq, match, shown, Presence(), timeline.events[seq])
        texts.append(step_json(Update(change, [change]), reader))
    return Messages(tuple(texts))
