"""`MatchObserver`: hears what happens to the matches that this process holds in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.matches.live.live_match import Change, LiveMatch


class MatchObserver:
    """Hears of every match in memory; register it in `LiveMatches.observers`. Each call is quick and never waits."""

    def opened(self, live: LiveMatch) -> None:
        """Note that a match has come into memory: a new one, or one that somebody asked for."""

    def changed(self, live: LiveMatch, change: Change) -> None:
        """Note that a change has been added to a match."""

    def talked(self, live: LiveMatch, number: int) -> None:
        """Note that so many things have been said beside a match by now (`matches.talk`)."""

    def closed(self, live: LiveMatch) -> None:
        """Note that a match has been forgotten; its changes are heard no more."""
