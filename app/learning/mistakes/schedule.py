"""The returns of a mistake: after 1, 3, 7 and 21 days; one that is solved at once leaves the next break out."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final, NamedTuple

BREAKS: Final = (1, 3, 7, 21)
"""Days between its returns."""


class NextReturn(NamedTuple):
    """The next return of a mistake: how many breaks are over or left out, and the day; None: it is through."""

    rests: int
    due: date | None


def after_solving(rests: int, today: date, *, slipped: bool) -> NextReturn:
    """Return the next return of a mistake; `slipped`: a try has failed since it was last due."""
    following = rests if slipped else rests + 1
    if following >= len(BREAKS):
        return NextReturn(len(BREAKS), None)
    return NextReturn(following + 1, today + timedelta(days=BREAKS[following]))
