"""The side that begins a match: FIDE's allocation of colours (C.04.3, A.6 and E), where the player who begins has
"white".

The library's own allocation takes the higher ranked player by number alone, even where the scores differ.
"""

from __future__ import annotations

from typing import NamedTuple

WANTS_TO_BEGIN, NO_WISH, WANTS_TO_FOLLOW = 1, 0, -1


class Past(NamedTuple):
    """The past of a player. `begun` has a value for each played match; unplayed rounds are left out."""

    score: int
    number: int  # in the initial order, from 1
    begun: tuple[bool, ...]

    @property
    def difference(self) -> int:
        """Matches begun less matches followed."""
        return 2 * sum(self.begun) - len(self.begun)

    @property
    def wish(self) -> int:
        """To begin or to follow, the one that comes closer to a balance, else the opposite of the last match (A.6)."""
        if self.difference:
            return WANTS_TO_FOLLOW if self.difference > 0 else WANTS_TO_BEGIN
        if not self.begun:
            return NO_WISH
        return WANTS_TO_FOLLOW if self.begun[-1] else WANTS_TO_BEGIN

    @property
    def strength(self) -> int:
        """The strength of the wish: 3 absolute, 2 strong, 1 mild, 0 none."""
        if abs(self.difference) > 1 or (len(self.begun) > 1 and self.begun[-1] == self.begun[-2]):
            return 3
        return 2 if self.difference else min(1, len(self.begun))

    @property
    def rank(self) -> tuple[int, int]:
        """For sorting: the higher the better (A.2)."""
        return self.score, -self.number


def begins(one: Past, other: Past, odd_begin: bool) -> bool:
    """True if `one` begins. `odd_begin`: in the first round, the players with odd numbers do."""
    higher, lower = (one, other) if one.rank > other.rank else (other, one)
    return _higher_begins(higher, lower, odd_begin) == (higher is one)


def _higher_begins(higher: Past, lower: Past, odd_begin: bool) -> bool:
    if higher.wish and lower.wish and higher.wish != lower.wish:  # E.1
        return higher.wish == WANTS_TO_BEGIN
    if higher.strength != lower.strength:  # E.2
        stronger = higher if higher.strength > lower.strength else lower
        return (stronger.wish == WANTS_TO_BEGIN) == (stronger is higher)
    if higher.strength == 3 and abs(higher.difference) != abs(lower.difference):
        wider = higher if abs(higher.difference) > abs(lower.difference) else lower
        return (wider.wish == WANTS_TO_BEGIN) == (wider is higher)
    for of_higher, of_lower in zip(reversed(higher.begun), reversed(lower.begun), strict=False):  # E.3
        if of_higher != of_lower:
            return of_lower
    if higher.wish:  # E.4
        return higher.wish == WANTS_TO_BEGIN
    return (higher.number % 2 == 1) == odd_begin  # E.5
