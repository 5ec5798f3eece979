"""The six levels as data: how each thinks, and how many positions it may judge for one turn."""

from __future__ import annotations

from dataclasses import dataclass, field

GREEDY, AHEAD, BEAM, REPLY, TREE = "greedy", "ahead", "beam", "reply", "tree"


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of the tree: the beams of nodes (`width`, at most `most` turns), the children kept, how far chance
    differences count in the prior (`heat`, in log odds), and how much is explored."""

    width: int = 6
    most: int = 90
    keep: int = 12
    heat: float = 0.7
    explore: float = 0.9
    before: float = 0.5


@dataclass(frozen=True, slots=True)
class Level:
    """One level. `number` from 1; `method` one of the above; `evaluation` the name of its weights.

    `positions`: the most positions it judges for a turn; `width`: its beam's; `replies`: how many of the best turns are
    judged by the opponent's best reply; `noise`: the spread of errors added to what it judges, in log odds; `worlds`:
    in how many orders of the automaton's pile its best turns are tried.
    """

    number: int
    name: str
    method: str
    evaluation: str
    positions: int
    width: int = 1
    replies: int = 0
    noise: float = 0.0
    worlds: int = 0
    shape: Shape = field(default_factory=Shape)


LEVELS: tuple[Level, ...] = (
    Level(1, "novice", GREEDY, "simple", 200, noise=0.7),
    Level(2, "easy", GREEDY, "simple", 400),
    Level(3, "medium", AHEAD, "duel", 400),
    Level(4, "hard", BEAM, "duel", 500, width=6, worlds=6),
    Level(5, "expert", REPLY, "duel", 2_500, width=12, replies=10, worlds=24),
    Level(6, "master", TREE, "duel", 20_000, width=24, replies=20, worlds=60),
)
_BY_NAME = {level.name: level for level in LEVELS}


def level_of(word: int | str) -> Level:
    """Return the level of a number or name; raises KeyError for any other."""
    if isinstance(word, int):
        if not 1 <= word <= len(LEVELS):
            raise KeyError(word)
        return LEVELS[word - 1]
    return _BY_NAME[word]
