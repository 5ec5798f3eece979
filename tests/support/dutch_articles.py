"""FIDE's Dutch system (C.04.3, in force from 1 February 2026), article by article, to judge rounds that others paired.

It pairs nothing itself: it says of two rounds which one the rules prefer and by which article, and so, of all rounds
that there are in a small field, which one is right (the "sieve": every legal round, article after article).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal

from app.tournaments.rules.knockout import initial_order
from app.tournaments.rules.options import Swiss
from app.tournaments.rules.scores import boards_by_entry, missed_points
from app.tournaments.rules.types import WIN, BoardResult, Entrant

Float = Literal["up", "down", ""]
Round = frozenset[frozenset[int]]  # its pairs, and the entry that has the bye alone
Bracket = tuple[Any, ...]  # Any: a failure value for each article, the smaller the better
ARTICLES: Final = (
    *("C6", "C7", "C8", "C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21"),
    "the order of articles 4.2 to 4.4",
)
FLOATS_AGAIN: Final = 10**6  # the score difference of somebody who is moved down once more: above any other


@dataclass(frozen=True)
class Competitor:
    """Somebody who is to be paired. `begun` are the matches that were played, `floats` those of all rounds."""

    number: int
    place: int
    score: int
    begun: tuple[bool, ...]
    floats: tuple[Float, ...]
    may_rest: bool
    unplayed: int
    is_topscorer: bool

    @property
    def difference(self) -> int:
        """1.6."""
        return 2 * sum(self.begun) - len(self.begun)

    @property
    def repeats(self) -> bool:
        """The same side in the two latest rounds that were played."""
        return len(self.begun) > 1 and self.begun[-1] == self.begun[-2]

    @property
    def prefers(self) -> bool | None:
        """1.7: whether to begin; None: no preference."""
        if not self.begun:
            return None
        return self.difference < 0 if self.difference and not self.repeats else not self.begun[-1]

    @property
    def strength(self) -> int:
        """1.7: 3 absolute, 2 strong, 1 mild, 0 none."""
        if abs(self.difference) > 1 or self.repeats:
            return 3
        return 2 if self.difference else min(1, len(self.begun))

    def floated(self, rounds_ago: int) -> Float:
        """1.4.2 to 1.4.4."""
        return self.floats[-rounds_ago] if len(self.floats) >= rounds_ago else ""


def competitors(
    entries: Sequence[Entrant], boards: Sequence[BoardResult], number: int, rounds: int
) -> dict[int, Competitor]:
    """Return those who are to be paired in a round, by their numbers."""
    places = {entry: place for place, entry in enumerate(initial_order(entries), start=1)}
    by_entry = {
        entry: {board.round: board for board in played} for entry, played in boards_by_entry(entries, boards).items()
    }
    late = missed_points(Swiss(), entries)
    scores = dict.fromkeys(by_entry, 0)
    floats: dict[int, tuple[Float, ...]] = dict.fromkeys(by_entry, ())
    rests_once = set()
    for past in range(1, number):
        gained = {
            entry: played[past].points_of(entry) if past in played else late.pop(entry, 0)
            for entry, played in by_entry.items()
        }
        for entry, played in by_entry.items():
            floats[entry] += (_float(entry, played.get(past), scores, gained[entry]),)
            if gained[entry] == WIN and not (past in played and played[past].is_played):
                rests_once.add(entry)
        scores = {entry: score + gained[entry] for entry, score in scores.items()}
    playing = [entry.number for entry in entries if entry.state == "in" and entry.from_round <= number]
    begun = {
        one: tuple(board.a == one for _, board in sorted(by_entry[one].items()) if board.is_played) for one in playing
    }
    return {
        one: Competitor(
            one,
            places[one],
            scores[one],
            begun[one],
            floats[one],
            one not in rests_once,
            number - 1 - len(begun[one]),
            number == rounds and 2 * scores[one] > (number - 1) * WIN,
        )
        for one in playing
    }


def _float(entry: int, board: BoardResult | None, scores: Mapping[int, int], gained: int) -> Float:
    opponent = board.opponent_of(entry) if board is not None and board.is_played else None
    if opponent is None:
        return "down" if gained else ""
    difference = scores[entry] - scores[opponent]
    return "down" if difference > 0 else "up" if difference < 0 else ""


def may_meet(one: Competitor, other: Competitor, met: Collection[frozenset[int]]) -> bool:
    """True if two may meet by C1 and C3."""
    if frozenset((one.number, other.number)) in met:
        return False
    both_absolute = one.strength == other.strength == 3 and one.prefers == other.prefers
    return not both_absolute or one.is_topscorer or other.is_topscorer


def legal_rounds(field: Mapping[int, Competitor], met: Collection[frozenset[int]]) -> Iterator[Round]:
    """Return every round that is legal by C1 to C3."""
    yield from _rounds(sorted(field), field, met, rests=len(field) % 2 == 1)


def _rounds(
    left: Sequence[int], field: Mapping[int, Competitor], met: Collection[frozenset[int]], *, rests: bool
) -> Iterator[Round]:
    if not left:
        yield frozenset()
        return
    first, *others = left
    if rests and field[first].may_rest:
        for further in _rounds(others, field, met, rests=False):
            yield further | {frozenset((first,))}
    for other in others:
        if may_meet(field[first], field[other], met):
            rest = [one for one in others if one != other]
            for further in _rounds(rest, field, met, rests=rests):
                yield further | {frozenset((first, other))}


def judged(one: Round, other: Round, field: Mapping[int, Competitor]) -> str:
    """Return the article by which `one` is better, behind a minus sign if `other` is; empty if they are the same."""
    if one == other:
        return ""
    mine, theirs = failures(one, field), failures(other, field)
    sign = "" if mine < theirs else "-"
    if mine[0] != theirs[0]:
        return f"{sign}C5"
    ours, yours = next((a, b) for a, b in zip(mine[1:], theirs[1:], strict=True) if a != b)
    return sign + next(name for name, a, b in zip(ARTICLES, ours, yours, strict=True) if a != b)


def failures(paired: Round, field: Mapping[int, Competitor]) -> tuple[Any, ...]:
    """Return in what a round fails: C5, and then by brackets, from the top; of two rounds the smaller is right."""
    bye = next((field[number] for (number,) in (pair for pair in paired if len(pair) == 1)), None)
    opponents = {one: other for pair in paired if len(pair) == 2 for one, other in _both_ways(pair)}
    moved: list[Competitor] = []
    brackets: list[Bracket] = []
    ranked = sorted(field.values(), key=_rank)
    for _, residents in groupby(ranked, key=lambda one: one.score):
        bracket = [*moved, *residents]
        numbers = {one.number for one in bracket}
        meets = {one.number: field[opponents[one.number]] for one in bracket if opponents.get(one.number) in numbers}
        moved = [one for one in bracket if one.number not in meets]
        brackets.append(_bracket(bracket, meets, moved, bye))
    ahead = [*(bracket[:2] for bracket in brackets[1:]), ()]
    with_next = [(*bracket[:2], following, *bracket[2:]) for bracket, following in zip(brackets, ahead, strict=True)]
    return (-1 if bye is None else bye.score, *with_next)


def _both_ways(pair: Iterable[int]) -> list[tuple[int, int]]:
    one, other = pair
    return [(one, other), (other, one)]


def _rank(one: Competitor) -> tuple[int, int]:
    return -one.score, one.place


def _bracket(
    bracket: Sequence[Competitor],
    meets: Mapping[int, Competitor],
    moved: Sequence[Competitor],
    bye: Competitor | None,
) -> Bracket:
    """Return a bracket's failure values, all but C8, which is the next bracket's C6 and C7."""
    lowest = bracket[-1].score
    paired = [(one, meets[one.number]) for one in bracket if one.number in meets]
    pairs = [(one, other) for one, other in paired if _rank(one) < _rank(other)]
    return (
        len(moved),
        sorted((one.score for one in moved), reverse=True),
        bye.unplayed if bye is not None and list(moved) == [bye] else 0,
        sum(_both_too_far(*pair) for pair in pairs),
        sum(_third_time(*pair) for pair in pairs),
        sum(_conflict(*pair, strength=1) for pair in pairs),
        sum(_conflict(*pair, strength=2) for pair in pairs),
        *(
            value
            for ago in (1, 2)
            for value in (
                sum(one.score == lowest and one.floated(ago) == "down" for one in moved),
                sum(one.score > other.score and other.floated(ago) == "up" for one, other in pairs),
            )
        ),
        *(value for ago in (1, 2) for value in _differences(pairs, moved, lowest, ago)),
        _order(bracket, pairs, lowest),
    )


def _both_too_far(one: Competitor, other: Competitor) -> bool:
    return _conflict(one, other, strength=3) and min(abs(one.difference), abs(other.difference)) > 1


def _third_time(one: Competitor, other: Competitor) -> bool:
    """C11: by 5.2.2 the wider difference has its preference, and the other one the same side again."""
    if not _conflict(one, other, strength=3):
        return False
    if abs(one.difference) == abs(other.difference):
        return one.repeats and other.repeats
    return min(one, other, key=lambda each: abs(each.difference)).repeats


def _conflict(one: Competitor, other: Competitor, strength: int) -> bool:
    """True if both prefer the same side so strongly; if both do so absolutely, it is C10's and C11's alone."""
    if one.prefers is None or one.prefers != other.prefers or min(one.strength, other.strength) < strength:
        return False
    return strength != 2 or min(one.strength, other.strength) < 3


def _differences(
    pairs: Sequence[tuple[Competitor, Competitor]], moved: Sequence[Competitor], lowest: int, ago: int
) -> tuple[list[int], list[int]]:
    """Return C18 and C19 (or C20 and C21): the score differences of those moved down, and of their opponents."""
    down = [one.score - other.score for one, other in pairs if one.score > lowest and one.floated(ago) == "down"]
    down += [FLOATS_AGAIN + one.score for one in moved if one.score > lowest and one.floated(ago) == "down"]
    up = [one.score - other.score for one, other in pairs if one.score > other.score and other.floated(ago) == "up"]
    return sorted(down, reverse=True), sorted(up, reverse=True)


def _order(bracket: Sequence[Competitor], pairs: Sequence[tuple[Competitor, Competitor]], lowest: int) -> Bracket:
    """Return when the candidate is generated: by the set of moved down players, their opponents, then the remainder."""
    place = {one.number: bsn for bsn, one in enumerate(bracket, start=1)}
    heterogeneous = [(place[one.number], place[other.number]) for one, other in pairs if one.score > lowest]
    of_moved = {number for pair in heterogeneous for number in pair}
    remainder = [bsn for one in bracket if (bsn := place[one.number]) not in of_moved and one.score == lowest]
    fresh = {bsn: number for number, bsn in enumerate(remainder, start=1)}
    homogeneous = [
        (fresh[place[one.number]], fresh[place[other.number]]) for one, other in pairs if one.score == lowest
    ]
    return [one for one, _ in heterogeneous], [other for _, other in heterogeneous], _exchanges(sorted(homogeneous))


def _exchanges(pairs: Sequence[tuple[int, int]]) -> Bracket:
    """Return the place of a homogeneous candidate: by 4.3 of its exchanges, then by 4.2 of its transposition."""
    upper, first = {one for one, _ in pairs}, set(range(1, len(pairs) + 1))
    gone, come = sorted(first - upper, reverse=True), sorted(upper - first)
    return len(come), sum(come) - sum(gone), [-one for one in gone], come, [other for _, other in pairs]
