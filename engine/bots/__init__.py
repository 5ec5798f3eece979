"""Computer opponents of seven levels (`levels.py`). `choose` is the entry point.

A bot gets what its player may see and nothing else: the view, the facts of the match (`knowledge.facts_of`), and what
is legal, all as JSON. The same input gives the same answer in every process.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import actions
from engine.actions import ActionNotation
from engine.bots.levels import LEVELS, Level, level_of
from engine.knowledge import Facts, Knowledge
from engine.match import LegalAction
from engine.seat import Seat
from engine.setup.choices import SetupAction
from engine.setup.views import MatchView

if TYPE_CHECKING:
    from engine.bots.brain import Candidate

__all__ = ["LEVELS", "Choice", "Level", "choose", "level_of"]

BotAction = ActionNotation | SetupAction


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's choice: `actions` in the notation, one after the other, the last one usually ending the turn.

    The plan holds until an action in it is not legal or the player's turn was changed from outside (an undo): then ask
    again. `chance` is the probability of winning that the bot sees, None in the set-up; `turns` are the best turns it
    considered, with their chances, the chosen one first; `positions` is how many it judged; `fingerprint` goes into the
    `fingerprints` of later choices in the same match, so that the bot does not repeat itself forever.
    """

    actions: list[BotAction]
    chance: float | None
    turns: list[tuple[list[BotAction], float]]
    positions: int
    fingerprint: int


def choose(
    level: int | str,
    seat: Seat,
    view: MatchView,
    facts: Facts,
    legal: Sequence[LegalAction],
    *,
    seed: int | str,
    fingerprints: list[int] | None = None,
    positions: int | None = None,
    enough: Callable[[], bool] | None = None,
) -> Choice:
    """Return the choice of a level (0 to 6, or its name) at `seat`.

    `seed` is the source of all its chance. `positions` is how many positions it may judge, the level's own number if
    None; when `enough` says so, it stops early and takes the best turn so far. Raises KeyError for an unknown level,
    ValueError without a legal action.
    """
    from engine.bots import choosing  # here: who only names the levels need not load what thinks
    from engine.bots.brain import Brain
    from engine.bots.search import SearchBudget

    chosen = level_of(level)
    if not legal:
        raise ValueError("there is nothing to choose from")
    if "turn" not in view:
        action = choosing.choose(chosen, seat, view, legal, random.Random(f"{seed}"))
        return Choice([action], None, [], 0, 0)
    budget = SearchBudget(chosen.positions if positions is None else positions, enough)
    found = Brain(chosen, Knowledge(seat, view, facts), f"{seed}", budget, fingerprints or []).candidates()
    turns = [(_notation(candidate), candidate.chance) for candidate in found]
    return Choice(turns[0][0], found[0].chance, turns, budget.spent, found[0].fingerprint)


def _notation(candidate: Candidate) -> list[BotAction]:
    return [actions.to_json(action) for action in candidate.actions]
