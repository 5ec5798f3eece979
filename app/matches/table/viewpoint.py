"""The viewpoint of one connection: a seat, a spectator, or a hot seat behind a cover.

Hot seat: two people at one device, one guest holds both seats. Whenever the other one is to act and there is something
to hide, the page shows a cover and no hand, until that person confirms that nobody else can see the screen.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import MatchRow
from app.matches.core.reader_role import ReaderRole, Sides
from engine.match import Match
from engine.seat import Seat, Viewer

NOTHING_HIDDEN: Final = frozenset({"draft", "ban"})
"""Phases of the set-up in which both players know the same (R2.5a): the device changes hands without a cover."""


class Viewpoint(NamedTuple):
    """A connection's viewpoint: the seat it sees through, the seat the cover waits for, whether it holds both seats.

    `part` and `hands` as in `ReaderRole`: of one of a pair, and of a coach.
    """

    viewer: Viewer = None
    cover: Viewer = None
    hotseat: bool = False
    part: int | None = None
    hands: Sides | None = None

    @property
    def role(self) -> ReaderRole:
        """The reader's role, without the covers that only a page has."""
        return ReaderRole(self.viewer, self.part, self.hands)

    @property
    def near(self) -> Seat:
        """The side that is drawn near: the viewer's own, under a cover the next viewer's; a spectator sits with A."""
        return self.viewer or self.cover or ("B" if self.hands == "B" else "A")

    @property
    def audience(self) -> Viewer:
        """The seat whose events are shown: at a hot seat only what both may know."""
        return None if self.hotseat else self.viewer


def viewpoint_of(row: MatchRow, match: Match | None, player_id: str | None, lifted: Viewer = None) -> Viewpoint:
    """Return the viewpoint of a player's connection now.

    `lifted` is the seat for which its cover has been taken away.
    """
    if not (row.hotseat and row.seats_of(player_id)):
        seat, part, hands = row.reader_of(player_id)
        return Viewpoint(seat, part=part, hands=hands)
    if match is None or row.status == "over" or not match.to_act:
        return Viewpoint(hotseat=True)
    seats = match.to_act
    if lifted in seats:
        return Viewpoint(lifted, hotseat=True)
    if match.position is None and match.setup.phase in NOTHING_HIDDEN:
        return Viewpoint(seats[0], hotseat=True)
    return Viewpoint(cover=seats[0], hotseat=True)


class LiftedCover(NamedTuple):
    """A cover that has been taken away: its seat, and the last step of the live match for which that holds."""

    seat: Seat
    change: int


def still_lifted(lifted: LiftedCover | None, live: LiveMatch) -> LiftedCover | None:
    """Return the lifted cover as seen from the newest step; None if somebody else was to act in
    between, or might have been."""
    if lifted is None or lifted.change == live.last.number:
        return lifted
    since = [change for change in live.changes if change.number > lifted.change]
    known = len(since) == live.last.number - lifted.change
    if not known or not all(lifted.seat in change.to_act for change in since):
        return None
    return LiftedCover(lifted.seat, live.last.number)


def lifted_at(seat: Seat, seq: int, live: LiveMatch) -> LiftedCover | None:
    """Return the cover that a page had lifted for `seat` when it showed `seq` actions, for its next connection; None if
    somebody else was to act since, or might have been."""
    known = next((change for change in (live.last, *live.changes) if change.seq == seq), None)
    if known is None or seat not in known.to_act:
        return None
    return still_lifted(LiftedCover(seat, known.number), live)
