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
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from engine import actions
from engine.bots import advice
from engine.bots.advice import Advice
from engine.knowledge import facts_of, knowledge_of
from engine.match import Match, Options
from engine.seat import Seat
from engine.setup.solo import SoloOptions
from tools.bots import arena, players
from tools.bots.course import turn_of
from tools.bots.sentences import Judge, SaidOfTurn, form_of, said_of

FORMATS: Final = ("preconstructed", "champions", "preconstructed-2021", "draft-2021", "solo", "solo-2021")


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
        is_begun = match.position is not None and match.position.phase != "order" and turn_of(match) != asked
        if is_begun and dice.random() < 0.7:  # else asked later in this turn, or not at all
            asked = turn_of(match)
            found = _by_chance(match, seat, dice) if dice.random() < 0.5 else _of_level(match, seat, level)
            yield said_of(match, seat, found)
        match, _ = match.apply(seat, seated[seat].action(match, seat, f"{seed}/{len(match.history.plays)}"))


def _of_level(match: Match, seat: Seat, level: int) -> Advice:
    view = match.table_view(seat)
    return advice.advise(level, seat, view, facts_of(match, seat), match.legal_actions(seat), seed="x")


def _by_chance(match: Match, seat: Seat, dice: random.Random) -> Advice:
    """Return the advice to play a turn by chance."""
    now, planned, turn = match, [], turn_of(match)
    while now.status == "playing" and now.to_act == (seat,) and turn_of(now) == turn:
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
    """The number of times that each sentence was said, and the false ones."""

    positions: int = 0
    said: Counter[str] = field(default_factory=Counter)
    false: list[tuple[SaidOfTurn, str]] = field(default_factory=list)

    def add(self, said: SaidOfTurn) -> None:
        """Hold all that is said at a moment against a match really played."""
        judge = Judge(said)
        self.positions += 1
        for sentence in said.sentences:
            self.said[form_of(sentence)] += 1
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
