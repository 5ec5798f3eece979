"""Every sentence and number of the log, its animation and the result against the tables: `make bots ARE=log`.

Games are played by chance, some by the weakest levels. Of each action the table is kept before it, at each event and
after it; each sentence is read and compared with these, and so are the numbers that the animation shows. Of each game
the heaviest blow and the best moment are found again from the tables. Prints how often each kind of sentence was said,
and what was false.
"""

from __future__ import annotations

import argparse
import gc
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from app.learning.replay.digest import BASTION, digest_of
from app.matches.helpers.timeline import ReplayTimeline
from engine import actions, cards, play
from engine.events import Event
from engine.log import EventLog
from engine.match import Match, Options
from engine.narration import narrate
from engine.position import Position
from engine.record import MatchRecord, Move
from tools.bots import hints, players
from tools.bots.log_sentences import holds, is_shown_as_it_is
from tools.bots.logged_step import NAMES, LoggedStep

FORMATS: Final = ("sets", "champions", "draft-2021", "solo", "preconstructed-2021", "preconstructed", "solo-2021")
PLAYS: Final = ("play", "champion")
BOLD: Final = 0.85
"""The chance that a player by chance plays a card that can be played."""
LEVELS: Final = ("1", "2")
BY_LEVELS: Final = 8
"""Each so manieth game is played by levels."""


def options(kind: str, seed: int) -> Options:
    """Return the options of a game; alone in 2022, of all sets and, where that is hard enough, with a Champion."""
    found = hints.options(kind, seed)
    if kind != "solo" or found.solo is None:
        return found
    return replace(found, format="draft", sets=cards.SETS, champions=found.solo.per_creature == 2)


class _Watched(list[Event]):
    """Events, and the table as it was when each was logged."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position
        self.tables: list[Position] = []

    def append(self, event: Event) -> None:
        super().append(event)
        self.tables.append(self.position.clone())


def logged_step(before: Position, action: object) -> LoggedStep:
    """Return an action in play with its events, sentences and tables."""
    table = before.clone()
    events = _Watched(table)
    play.advance(table, actions.from_json(action), EventLog(events))
    return LoggedStep(before, events, events.tables, table, narrate(events, NAMES))


@dataclass(slots=True)
class LoggedGame:
    """A finished game: its record, and its actions in play by step."""

    record: MatchRecord
    steps: dict[int, LoggedStep]


def game(kind: str, seed: int) -> LoggedGame:
    """Play a game by chance, each so manieth by levels; random games and their seeds are the same everywhere."""
    dice, match = random.Random(f"{kind}/{seed}"), Match.new(options(kind, seed))
    by_level = seed % BY_LEVELS == 0
    seated = {seat: players.player(dice.choice(LEVELS) if by_level else "random") for seat in ("A", "B")}
    moves: list[Move] = []
    steps: dict[int, LoggedStep] = {}
    while match.status != "over":
        seat = match.to_act[0]
        if match.position is None or by_level:
            action = seated[seat].action(match, seat, f"{seed}/{len(moves)}")
        else:
            legal = match.legal_actions(seat)
            bold = [each for each in legal if each["type"] in PLAYS]
            action = dice.choice(bold if bold and dice.random() < BOLD else legal)
        moves.append(Move(seat, action, 0.0))
        if match.position is not None:
            steps[len(moves)] = logged_step(match.position, action)
        match, _ = match.apply(seat, action)
    return LoggedGame(MatchRecord(match.options, NAMES, tuple(moves), match.outcome), steps)


@dataclass(slots=True)
class LogTally:
    """The number of times that each kind of sentence was said, and the false ones, each with its game."""

    games: int = 0
    said: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)

    def add(self, kind: str, seed: int) -> None:
        """Hold all that is said of a game against its tables."""
        played = game(kind, seed)
        self.games += 1
        for number, step in played.steps.items():
            for index, event in enumerate(step.events):
                line = step.lines[index]
                if line is not None:
                    self.said[event["type"]] += 1
                    if not holds(step, index):
                        self.false.append(f"{kind}, seed {seed}, step {number}: {line.text}")
                if not is_shown_as_it_is(step, index):
                    self.false.append(f"{kind}, seed {seed}, step {number}: {event}")
        self.false += [f"{kind}, seed {seed}, digest: {what}" for what in _false_of_digest(played)]
        self.said["digest"] += 1


def _false_of_digest(played: LoggedGame) -> Iterator[str]:
    """Yield what the digest says and the tables do not."""
    digest = digest_of(ReplayTimeline(played.record), NAMES)
    hits = [lost for step in played.steps.values() for lost in _hits(step)]
    number = re.search(r"takes (\d+) damage", digest.blow)
    if (int(number[1]) if number else 0) != max(hits, default=0):
        yield f"{digest.blow!r}, but the most is {max(hits, default=0)}"
    weights = {number: weight_of(step) for number, step in played.steps.items() if step.after.winner is None}
    heaviest = max(weights.values(), default=0)
    if (weights[digest.best.step] if digest.best else 0) != heaviest:
        yield f"{digest.best}, but {max(weights, key=weights.__getitem__)} weighs {heaviest}"


def _hits(step: LoggedStep) -> list[int]:
    hits = [(index, event) for index, event in enumerate(step.events) if event["type"] == "fortress_hit"]
    return [step.lost_by(index, event["player"]) for index, event in hits]


def weight_of(step: LoggedStep) -> int:
    """Return how much an action changed: HP that blows took, creatures that fell, and Bastions."""
    tables = [step.before, *step.tables, step.after]
    falls = [
        seat for was, now in pairwise(tables) for seat in NAMES if was.sides[seat].is_fort < now.sides[seat].is_fort
    ]
    fallen = [event for event in step.events if event["type"] == "destroyed"]
    return sum(_hits(step)) + BASTION * len(falls) + len(fallen)


def tally_of(games: int, seed: int) -> LogTally:
    """Return the figures of so many games, the formats in turn."""
    found = LogTally()
    for number in range(games):
        found.add(FORMATS[number % len(FORMATS)], seed + number // len(FORMATS))
    return found


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--games", type=int, default=2000)
    asked = read.parse_args()
    gc.disable()  # searches make no cycles
    found = tally_of(asked.games, asked.seed)
    print(f"{found.games} games, {found.said.total()} sentences, {len(found.false)} of them false")
    for kind, times in found.said.most_common():
        print(f"{times:8d}  {kind}")
    for line in found.false:
        print(f"false: {line}")
    sys.exit(bool(found.false))


if __name__ == "__main__":
    main()
