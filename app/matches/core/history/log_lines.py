"""Lines of a match's log, as a value that can be kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.base.web.http import Packed

STEPS: Final = 200
"""Actions whose lines are sent at once: more than most matches have."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a log as HTML; before step `first` there are others, unless it is 0."""

    html: Packed
    first: int
