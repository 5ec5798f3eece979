"""Every sentence of hints, analyses and mistakes against a match really played: `make bots ARE=hints COUNT=2000`.

Bots play, and at the beginning of a turn, or in its middle, they are advised: as often by what they would play as by a
turn by chance, because sentences must be true of any. The advised turn, and one without any plays, are played to the
end, and the opponent's after them; each sentence is read and compared with the tables, never computed again by the
engine's own advice. Prints how often each sentence was said, and those that were false.
"""

from __future__ import annotations

import argparse
import gc
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any, Final

from app.cards.notation import card_of
from app.cards.wording import card_name
from app.table import hint_words
from engine import actions, play
from engine.actions import LaneName
from engine.bots import advice
from engine.bots.advice import PLAIN, Advice
from engine.cards import CardNotation
from engine.events import Event
from engine.knowledge import facts_of, knowledge_of
from engine.log import EventLog
from engine.match import Match, Options
from engine.position import Position
from engine.seat import Seat, other
from engine.setup.solo import SoloOptions
from engine.view import FORTRESS
from tools.bots import arena, exhaustive, players

FORMATS: Final = ("preconstructed", "champions", "preconstructed-2021", "draft-2021", "solo", "solo-2021")
ON: Final = ("end_summon", "attack_all", "end_turn", "order")
"""The actions of a turn without plays, in this order; what returns together comes back as it is offered (2021)."""


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


# Any: a view as JSON, of either kind of side.
class Course:
    """A turn really played, and the answer to it without another play."""

    def __init__(self, match: Match, seat: Seat, planned: tuple[Any, ...]) -> None:
        self.seat = seat
        self.foe = other(seat)
        self.before: Any = match.table_view(seat)
        self.events: list[Event] = []
        self.table = match.position
        self.after = self._played(match, planned)

    def _played(self, match: Match, planned: tuple[Any, ...]) -> Match:
        left = list(planned)
        turn = _turn(match)
        while match.status == "playing" and _turn(match) == turn:
            ours = match.to_act == (self.seat,) and left and match.table_view(self.seat)["phase"] != "order"
            action = left.pop(0) if ours else plain_action(match)
            self.table = _at_the_end_of(match, action) or self.table
            match, events = match.apply(match.to_act[0], action)
            self.events += events
        self.events = list(takewhile(lambda event: event["type"] != "turn_ended", self.events))
        return match

    @cached_property
    def view(self) -> Any:
        """The table when the turn is over, as its player sees it; in solo after the automaton's turn."""
        return self.after.table_view(self.seat)

    @cached_property
    def answered(self) -> Match:
        """The match after the opponent's turn without a play."""
        return plainly(self.after)

    @cached_property
    def again(self) -> Match:
        """The match after another turn of the player without a play."""
        return plainly(self.answered)

    @property
    def won(self) -> bool:
        """True if the match ended in this turn, for its player."""
        return any(event["type"] == "over" and event["winner"] == self.seat for event in self.events)

    @property
    def destroyed(self) -> Counter[str]:
        """The opponent's creatures that were destroyed, by name."""
        gone = (event for event in self.events if event["type"] == "destroyed" and event["at"]["player"] == self.foe)
        return Counter(_name(event["card"]) for event in gone)

    @property
    def moved(self) -> int:
        """The places that the opponent's fortress moved; none where another side of it is up."""
        was, now = self.before[self.foe], self.view[self.foe]
        if was["fortress"] != now["fortress"]:
            return 0
        return max(0, int(now["hand"].index(FORTRESS)) - int(was["hand"].index(FORTRESS)))

    @property
    def discarded(self) -> int:
        """The cards that the automaton's pile lost."""
        return sum(len(event["cards"]) for event in self.events if event["type"] == "pile_hit")

    @property
    def falls(self) -> str:
        """The side of the player's own fortress that the opponent's answer brings down: "bastion", "fort" or ""."""
        if self.after.status != "playing":
            return ""
        if self.answered.outcome is not None:
            return "fort" if self.answered.outcome.winner == self.foe else ""
        sides = [match.table_view(self.seat)[self.seat]["fortress"] for match in (self.after, self.answered)]
        return "bastion" if sides == ["bastion", "fort"] else ""

    def standing(self, match: Match) -> Counter[str]:
        """The player's own creatures in play, by name."""
        own: Any = match.table_view(self.seat)[self.seat]
        return Counter(_name(creature["card"]) for lane in ("top", "bottom") for creature in own[lane])


class _TurnEnds(Exception):
    """The turn has ended, and nothing has come after it."""


class _UntilTheEnd(EventLog):
    """A log that stops the rules at the end of the turn, because against the automaton they play on at once."""

    def turn_ended(self, seat: Seat) -> None:
        raise _TurnEnds


def _at_the_end_of(match: Match, action: Any) -> Position | None:
    """Return the table after the assault if this action ends the turn."""
    if match.position is None or action["type"] not in ("end_summon", "end_turn"):
        return None
    table = match.position.clone()
    try:
        play.advance(table, actions.from_json(action), _UntilTheEnd())
    except _TurnEnds:
        return table
    return None


def _turn(match: Match) -> tuple[int, Seat] | None:
    return None if match.position is None else (match.position.turn, match.position.active)


def plain_action(match: Match) -> Any:
    """Return the legal action that continues without a play."""
    kinds = {action["type"]: action for action in reversed(match.legal_actions(match.to_act[0]))}
    return next(kinds[kind] for kind in ON if kind in kinds)


def plainly(match: Match) -> Match:
    """Return the match after this turn, nothing played in what is left of it."""
    turn = _turn(match)
    while match.status == "playing" and _turn(match) == turn:
        match, _ = match.apply(match.to_act[0], plain_action(match))
    return match


def _name(card: CardNotation) -> str:
    return card_name(card_of(card))


@dataclass(slots=True)
class Judge:
    """What was really played after an advice; each rule holds a sentence against it."""

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
            if event["type"] == "played" and _name(event["card"]) == card:
                return event["onto"] if place.startswith("onto") else event["lane"] == lane
        return False

    def casts(self, card: str, whose: str, target: str) -> bool:
        """Read "Cast X on your own Y"."""
        owner = self.turn.seat if whose == "your own" else self.turn.foe
        return any(
            event["type"] == "cast"
            and _name(event["card"]) == card
            and event["target"]["player"] == owner
            and _name(event["target"]["card"]) == target
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
        taken, anyway = (
            (course.discarded if what.startswith("card") else course.moved) for course in (self.turn, self.plain)
        )
        return int(count) == (taken - anyway if more else taken)

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
        return not fell and not taken and not self.plays_nothing()

    def as_much(self) -> bool:
        """Read "An attack alone would do as much now, but this sets you up": nothing more is gained, cards are out."""
        more = self.turn.destroyed - self.plain.destroyed
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


# -- positions


def options(kind: str, seed: int) -> Options:
    """Return the options of a game."""
    name, _, edition = kind.partition("-")
    if name != "solo":
        return arena.options(kind, seed)
    weak = SoloOptions(weakened=seed % 3 == 0, per_creature=1 + seed % 2)
    return Options(seed=seed, mode="solo", edition=edition or "2022", solo=weak)


def advised(kind: str, seed: int, level: int) -> Iterator[SaidOfTurn]:
    """Yield what is said in one game, once for each turn: of a level's turn and of turns by chance in turn."""
    dice, match = random.Random(seed), Match.new(options(kind, seed))
    seated = {seat: players.player(str(dice.choice((2, 3, 4)))) for seat in ("A", "B")}
    asked: tuple[int, Seat] | None = None
    while match.status != "over":
        seat = match.to_act[0]
        is_begun = match.position is not None and match.position.phase != "order" and _turn(match) != asked
        if is_begun and dice.random() < 0.7:  # else asked later in this turn, or not at all
            asked = _turn(match)
            found = _by_chance(match, seat, dice) if dice.random() < 0.5 else _of_level(match, seat, level)
            yield said_of(match, seat, found)
        match, _ = match.apply(seat, seated[seat].action(match, seat, f"{seed}/{len(match.history.plays)}"))


def _of_level(match: Match, seat: Seat, level: int) -> Advice:
    view = match.table_view(seat)
    return advice.advise(level, seat, view, facts_of(match, seat), match.legal_actions(seat), seed="x")


def _by_chance(match: Match, seat: Seat, dice: random.Random) -> Advice:
    """Return the advice to play a turn by chance."""
    now, planned, turn = match, [], _turn(match)
    while now.status == "playing" and now.to_act == (seat,) and _turn(now) == turn:
        legal = now.legal_actions(seat)
        if legal[0]["type"] == "order":
            break
        plays = [action for action in legal if action["type"] in ("play", "champion")]
        chosen = dice.choice(plays if plays and dice.random() < 0.7 else legal)
        planned.append(actions.from_json(chosen))
        now, _ = now.apply(seat, chosen)
    return advice.advice_of(knowledge_of(match, seat), planned, None, "x")


@dataclass(slots=True)
class SentenceTally:
    """How often each sentence was said, and what was false."""

    positions: int = 0
    said: Counter[str] = field(default_factory=Counter)
    false: list[tuple[SaidOfTurn, str]] = field(default_factory=list)

    def add(self, said: SaidOfTurn) -> None:
        """Hold all that is said at a moment against a match really played."""
        judge = Judge(said)
        self.positions += 1
        for sentence in said.sentences:
            self.said[next((pattern.pattern for pattern, _ in _RULES if pattern.fullmatch(sentence)), sentence)] += 1
            if not judge.holds(sentence):
                self.false.append((said, sentence))


def tally_of(count: int, seed: int, level: int = 4) -> SentenceTally:
    """Return the figures of so many positions, as many of each format."""
    found = SentenceTally()
    for number, kind in enumerate(FORMATS, 1):
        game = seed
        while found.positions < count * number // len(FORMATS):
            for said in advised(kind, game, level):
                if found.positions < count * number // len(FORMATS):
                    found.add(said)
            game += 1
    return found


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--count", type=int, default=2000, help="positions")
    read.add_argument("--level", type=int, default=5)
    asked = read.parse_args()
    gc.disable()  # searches make no cycles
    found = tally_of(asked.count, asked.seed, asked.level)
    print(f"{found.positions} positions, {found.said.total()} sentences, {len(found.false)} of them false")
    for sentence, times in found.said.most_common():
        print(f"{times:6d}  {sentence}")
    for said, sentence in found.false:
        game = said.match.options
        print(f"false: {sentence}  ({game.edition}, {game.mode}, seed {game.seed}, {said.advice.actions})")
    sys.exit(bool(found.false))


if __name__ == "__main__":
    main()
