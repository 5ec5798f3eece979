"""The claims of each sentence of hints, analyses and mistakes, held against a turn that was really played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from app.matches.table import hint_words
from engine.actions import LaneName
from engine.bots.advice import PLAIN, Advice
from engine.match import Match
from engine.seat import Seat
from engine.view import FORTRESS
from tools.bots import exhaustive
from tools.bots.course import Course, name_of


@dataclass(frozen=True, slots=True)
class SaidOfTurn:
    """The advice at a moment of a match, and its sentences."""

    match: Match
    seat: Seat
    advice: Advice
    sentences: tuple[str, ...]


def said_of(match: Match, seat: Seat, found: Advice) -> SaidOfTurn:
    """Return what hints, analyses and mistakes say of an advice."""
    alone = match.options.solo is not None
    plays = [hint_words.play_words(named, seat) for named in found.turn if named.action not in PLAIN]
    nothing = [] if plays else [hint_words.next_words(found.turn, seat)]
    return SaidOfTurn(
        match, seat, found, (*plays, *nothing, *hint_words.reasons(found.effects, alone=alone, chance=None))
    )


@dataclass(slots=True)
class Judge:
    """The turn that was really played after an advice; each rule compares a sentence with it."""

    said: SaidOfTurn
    turn: Course = field(init=False)
    plain: Course = field(init=False)

    def __post_init__(self) -> None:
        match, seat = self.said.match, self.said.seat
        self.turn = Course(match, seat, self.said.advice.actions)
        self.plain = Course(match, seat, ())

    def holds(self, sentence: str) -> bool | None:
        """Return whether a sentence is true; None for one that no rule knows."""
        for pattern, rule in _RULES:
            found = pattern.fullmatch(sentence)
            if found is not None:
                return rule(self, *found.groups())
        return None

    # -- plays

    def summons(self, card: str, place: str) -> bool:
        """Read "Play X into the mountain lane" or "onto Y"."""
        lane: LaneName = "top" if "mountain" in place else "bottom"
        for event in self.turn.events:
            if event["type"] == "played" and name_of(event["card"]) == card:
                return event["onto"] if place.startswith("onto") else event["lane"] == lane
        return False

    def casts(self, card: str, whose: str, target: str) -> bool:
        """Read "Cast X on your own Y"."""
        owner = self.turn.seat if whose == "your own" else self.turn.foe
        return any(
            event["type"] == "cast"
            and name_of(event["card"]) == card
            and event["target"]["player"] == owner
            and name_of(event["target"]["card"]) == target
            for event in self.turn.events
        )

    def plays_nothing(self) -> bool:
        return not any(event["type"] in ("played", "cast") for event in self.turn.events)

    # -- gains

    def breaks(self) -> bool:
        views = self.turn.before, self.turn.view
        return [view[self.turn.foe]["fortress"] for view in views] == ["bastion", "fort"]

    def destroys(self, cards: str) -> bool:
        """Read "This turn destroys X and Y": each beyond what an attack alone destroys, unless it is one."""
        anyway = Counter[str]() if self.plays_nothing() else self.plain.destroyed
        return ", ".join(sorted((self.turn.destroyed - anyway).elements())) == ", ".join(sorted(_listed(cards)))

    def takes(self, count: str, more: str, what: str) -> bool:
        """Read "It takes N more HP off your opponent's Stronghold", or cards off the pile."""
        if self.forgoes():
            return False
        taken, anyway = (
            (course.discarded if what.startswith("card") else course.moved) for course in (self.turn, self.plain)
        )
        return int(count) == (taken - anyway if more else taken)

    def forgoes(self) -> bool:
        """True if an attack alone would win or bring down the opponent's Bastion, and the turn does neither."""
        plain, turn = (
            course.won
            or any(event["type"] == "bastion_fell" and event["player"] == course.foe for event in course.events)
            for course in (self.plain, self.turn)
        )
        return plain and not turn

    def falls_otherwise(self, side: str) -> bool:
        return self.plain.falls == side.lower() and not self.turn.falls and self._is_up(side.lower())

    def _is_up(self, side: str) -> bool:
        return side == "fort" or self.turn.after.table_view(self.turn.seat)[self.turn.seat]["fortress"] == side

    def saves(self, side: str) -> bool:
        """Read "It saves your Fort": no turn of the opponent brings it down, by the rules' own list of actions."""
        seat, foe = self.turn.seat, self.turn.foe
        if not self.falls_otherwise(side) or self.turn.after.position is None:
            return False
        ends = (end.position for end in exhaustive.endings(self.turn.after.position))
        if side == "Bastion":
            return not any(end.sides[seat].is_fort or end.winner == foe for end in ends)
        return not any(end.winner == foe for end in ends)

    def outlive(self, cards: str) -> bool:
        """Read "it would save X from the next assault"."""
        now, then = (course.standing(course.answered) for course in (self.turn, self.plain))
        lost = self.plain.standing(self.plain.after) - then
        named = Counter(_listed(cards))
        return named <= lost and named <= now - then and self.turn.falls != "fort"

    # -- the outlook

    def stronger(self, lane: str) -> bool:
        """Read "It makes you stronger in the mountain lane": by attack and health, less the opponent's."""
        return self._strength(self.turn, lane) > self._strength(self.plain, lane)

    def _strength(self, course: Course, lane: str) -> int:
        assert course.table is not None
        own, foe = (course.table.sides[seat].lanes[lane == "wave"] for seat in (course.seat, course.foe))
        return sum(one.attack + one.health for one in own) - sum(one.attack + one.health for one in foe)

    def better_hand(self) -> bool:
        """Read "It leaves you a better hand": more of the four cards within reach can be paid next turn."""
        return self._payable(self.turn) > self._payable(self.plain)

    def _payable(self, course: Course) -> int:
        assert course.table is not None
        held = course.table.sides[course.seat].hand
        return sum(card.cost <= len(held) + 1 for card in held[:4])

    def worse_hand(self) -> bool:
        return len(self.turn.view[self.turn.foe]["hand"]) < len(self.plain.view[self.turn.foe]["hand"])

    def safer(self) -> bool:
        """Read "It makes your Stronghold safer": after the opponent's next assault."""
        now, then = (self._left(course.answered, self.turn.seat) for course in (self.turn, self.plain))
        return now > then

    def in_danger(self) -> bool:
        """Read "It puts your opponent's Stronghold in greater danger": by the player's next assault."""
        now, then = (self._left(course.again, self.turn.foe) for course in (self.turn, self.plain))
        return now < then

    def _left(self, match: Match, seat: Seat) -> tuple[bool, int]:
        side: Any = match.table_view(seat)[seat]
        if match.outcome is not None:
            return match.outcome.winner == seat, 0
        return side["fortress"] == "bastion", len(side["hand"]) - side["hand"].index(FORTRESS)

    def nothing_falls(self) -> bool:
        fell = any(event["type"] in ("destroyed", "bastion_fell", "fort_fell") for event in self.turn.events)
        taken = self.turn.discarded if self.said.match.options.solo is not None else self.turn.moved
        return not fell and not taken and not self.plays_nothing() and not self.forgoes()

    def as_much(self) -> bool:
        """Read "An attack alone would do as much now, but this sets you up": nothing more is gained, cards are out."""
        more = self.turn.destroyed - self.plain.destroyed
        if self.forgoes():
            return False
        if self.said.match.options.solo is not None:
            return not more and self.turn.discarded <= self.plain.discarded and not self.plays_nothing()
        return not more and self.turn.moved <= self.plain.moved and not self.plays_nothing()


def _listed(text: str) -> list[str]:
    """Return the names in "X, Y, and Z"."""
    return re.split(r", and |, | and ", text)


SentenceRule = Callable[..., bool]
_RULES: Final[tuple[tuple[re.Pattern[str], SentenceRule], ...]] = tuple(
    (re.compile(pattern), rule)
    for pattern, rule in (
        (r"Play (.+) (into the (?:mountain|wave) lane|onto .+)\.", Judge.summons),
        (r"Cast (.+) on (your own|your opponent's) (.+)\.", Judge.casts),
        (r"Attack now, without playing anything more\.", Judge.plays_nothing),
        (r"Attack with all the rest\.", Judge.plays_nothing),
        (r"Make the next attack\.", lambda judge: judge.said.advice.turn[0].action in PLAIN),
        (r"End your turn\.", lambda judge: not any(event["type"] == "attack" for event in judge.turn.events)),
        (r"This turn wins the match\.", lambda judge: judge.turn.won),
        (r"This turn brings down your opponent's Bastion\.", Judge.breaks),
        (r"This turn destroys (.+)\.", Judge.destroys),
        (r"It takes (\d+) (more )?(HP off your opponent's Stronghold|cards? off the pile)\.", Judge.takes),
        (r"Otherwise your (Fort|Bastion) would fall in the next assault, even if your opponent played nothing\.",
         Judge.falls_otherwise),
        (r"It saves your (Fort|Bastion), which would fall in the next assault\.", Judge.saves),
        (r"If your opponent played nothing, it would save (.+) from the next assault\.", Judge.outlive),
        (r"It makes you stronger in the (mountain|wave) lane\.", Judge.stronger),
        (r"It leaves you a better hand\.", Judge.better_hand),
        (r"It leaves your opponent a worse hand\.", Judge.worse_hand),
        (r"It makes your Stronghold safer\.", Judge.safer),
        (r"It puts your opponent's Stronghold in greater danger\.", Judge.in_danger),
        (r"No play would serve you better right now\.", Judge.plays_nothing),
        (r"Nothing falls this turn, but it sets you up for the next ones\.", Judge.nothing_falls),
        (r"An attack alone would do as much now, but this sets you up for the next turns\.", Judge.as_much),
    )
)  # fmt: skip


def form_of(sentence: str) -> str:
    """Return the pattern of a sentence, or the sentence itself if no rule knows it."""
    return next((pattern.pattern for pattern, _ in _RULES if pattern.fullmatch(sentence)), sentence)
