"""The analysis of a match in words: accuracy, and the turns that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.base.i18n.formats import whole_percent
from app.learning.replay.analysis.result import Analysis, MissedTurn
from app.matches.table import hint_words
from engine.bots.advice import PLAIN, Advice
from engine.bots.review import DECIDED
from engine.seat import SEATS, BySeat, Seat


@dataclass(frozen=True, slots=True)
class ExpertTurn:
    """A turn that cost much, with the expert's plays: sentences for its player, and the reasons. `played` and `best`
    are the chance to win with each, `loss` the difference in whole percents."""

    step: int
    turn: int
    name: str
    loss: int
    played: float
    best: float
    plays: tuple[str, ...]
    reasons: tuple[str, ...]

    @property
    def lost(self) -> bool:
        """True if the match was as good as lost with the expert's turn, too."""
        return self.best < DECIDED


@dataclass(frozen=True, slots=True)
class Accuracy:
    """A player's accuracy, 0 to 100."""

    name: str
    percent: int


@dataclass(frozen=True, slots=True)
class AnalysisWords:
    """An analysis as a page shows it: the accuracy of both, and the worst turns, of both or the viewer's (`own`).

    `may_try`: these are turns of the viewer, who may try them again.
    """

    accuracy: tuple[Accuracy, ...]
    turns: tuple[ExpertTurn, ...]
    own: bool
    may_try: bool


def in_words(analysis: Analysis, names: BySeat[str], held: Sequence[Seat], *, alone: bool) -> AnalysisWords:
    """Return an analysis in words; `held` are the viewer's seats; `alone`: against the automaton."""
    accuracy = tuple(
        Accuracy(names[seat], round(analysis.accuracy[seat])) for seat in SEATS if seat in analysis.accuracy
    )
    shown = [missed for missed in analysis.missed if not held or missed.player in held]
    turns = tuple(expert_turn(missed, names, alone=alone) for missed in shown)
    return AnalysisWords(accuracy, turns, len(held) == 1, bool(held and turns))


def expert_turn(missed: MissedTurn, names: BySeat[str], *, alone: bool) -> ExpertTurn:
    """Return a turn that cost much in words."""
    review = missed.review
    return ExpertTurn(
        missed.step,
        missed.turn,
        names[missed.player],
        whole_percent(review.best) - whole_percent(review.played),
        review.played,
        review.best,
        plays_in_words(review.advice, missed.player),
        reasons_in_words(review.advice, alone=alone),
    )


def plays_in_words(advice: Advice, seat: Seat) -> tuple[str, ...]:
    """Return the plays of a turn as sentences to the player of `seat`."""
    plays = [named for named in advice.turn if named.action not in PLAIN] or advice.turn[:1]
    return tuple(hint_words.play_words(named, seat) for named in plays)


def reasons_in_words(advice: Advice, *, alone: bool) -> tuple[str, ...]:
    """Return the reasons for a turn; `alone`: against the automaton."""
    return tuple(hint_words.gains(advice.effects, alone=alone, chance=advice.chance))
