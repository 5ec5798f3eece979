"""The levels, from 0, as data: how each thinks, and how many positions it may judge for one turn."""

from __future__ import annotations

from dataclasses import dataclass, field

LEFTMOST, GREEDY, AHEAD, BEAM, REPLY, TREE = "leftmost", "greedy", "ahead", "beam", "reply", "tree"


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
    """One level. `number` from 0; `method` one of the above; `evaluation` the name of its weights.

    `positions`: the most positions it judges for a turn; `width`: its beam's; `replies`: how many of the best turns are
    judged by the opponent's best reply; `noise`: the spread of errors added to what it judges, in log odds; `worlds`:
    in how many orders of the automaton's pile its best turns are tried; `forgets`: the chance before each play that it
    ends its turn instead.
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
    forgets: float = 0.0
    shape: Shape = field(default_factory=Shape)


LEVELS: tuple[Level, ...] = (
    Level(0, "beginner", LEFTMOST, "simple", 200, forgets=0.3),
    Level(1, "novice", GREEDY, "simple", 200, noise=0.7),
    Level(2, "easy", GREEDY, "simple", 400),
    Level(3, "medium", AHEAD, "duel", 400),
    Level(4, "hard", BEAM, "duel", 500, width=6, worlds=6),
    Level(5, "expert", REPLY, "duel", 2_500, width=12, replies=10, worlds=24),
    Level(6, "master", TREE, "duel", 20_000, width=24, replies=20, worlds=60),
)
"""By number."""
_BY_NAME = {level.name: level for level in LEVELS}


def level_of(word: int | str) -> Level:
    """Return the level of a number or name; raises KeyError for any other."""
    if isinstance(word, int):
        if not 0 <= word < len(LEVELS):
            raise KeyError(word)
        return LEVELS[word]
    return _BY_NAME[word]
