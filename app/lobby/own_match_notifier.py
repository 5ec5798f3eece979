"""Notifications about a player's matches while they are not at the table: a seat taken, their turn, the end."""

from __future__ import annotations

from collections.abc import Callable

from app.matches.features.gathering import is_gathering
from app.matches.live.live_match import LiveMatch, MatchObserver
from app.matches.live.update import Change
from engine.seat import Seat

AwaitedState = tuple[str, tuple[Seat, ...]]


class OwnMatchNotifier(MatchObserver):
    """Notifies players by their ids: not of the moves within a turn, and not at the table itself."""

    def __init__(self, notify: Callable[[str], None]) -> None:
        self._notify = notify
        self._known: dict[str, AwaitedState] = {}

    def opened(self, live: LiveMatch) -> None:
        """Remember the state of a match, and notify the players of the next match of a series."""
        self._known[live.id] = _state(live.last)
        if is_gathering(live.row):
            for guest in live.row.guests:
                self._notify(guest.id)

    def closed(self, live: LiveMatch) -> None:
        """Forget it."""
        self._known.pop(live.id, None)

    def changed(self, live: LiveMatch, change: Change) -> None:
        """Notify absent players when the turn passes, and when the match begins or ends."""
        state = _state(change)
        if change.kind == "presence" or self._known.get(live.id) == state:
            return
        self._known[live.id] = state
        if change.row.hotseat:
            return
        for guest in change.row.guests:
            seat = change.row.seat_of(guest.id)
            if seat is not None and not change.presence.at(seat):
                self._notify(guest.id)


def _state(change: Change) -> AwaitedState:
    return change.row.status, change.to_act
