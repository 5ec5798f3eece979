"""Bounds on what a position can hold (docs/notation.md, "Bounds"): each number derived from the rules.

Two things hold for all of them: a position that play has reached is within them, and so is every position that play
reaches from one within them.
"""

from __future__ import annotations

from typing import Final

from engine.cards import MAX_COST, MAX_VALUE
from engine.turn import LAST_TURN

_DEALT: Final = 8 + 24
"""No format deals more cards: a deck of 8 against the automaton's 24 (R2.2, R2.4, R10.1)."""
MAX_CARDS: Final = 2 * _DEALT
"""In all zones together, Champions apart. Twice what is dealt, so that examples made by hand need not count."""
MAX_LANE: Final = MAX_CARDS + 1
"""Creatures in a lane: all cards, and the side's Champion."""
MAX_TURN: Final = LAST_TURN - 1
"""The last turn that begins (R7.2); a match that ends by this rule still shows it."""
MAX_MANA: Final = 1 + 1 + 2 * MAX_CARDS
"""R3.1: the fortress, one card at its right, and all others and the Champion in play with Catalyst."""
MAX_PASSED: Final = MAX_CARDS
"""Creatures that an attack passes by Sprint."""
MAX_SERIES: Final = 2 * MAX_VALUE
"""The attacks of a creature in an assault: once itself, and by Instinct for each wounding that it survives; a pair
has up to 18 health (R9.6, I11)."""
MAX_FIXED: Final = 10
"""The automaton's fixed mana (R10.8); less than R10.2's 6 in examples only."""
MAX_PER_CREATURE: Final = 2
"""The automaton's mana for each creature of the player (R10.8)."""
MAX_AUTOMATON_MANA: Final = MAX_FIXED + MAX_PER_CREATURE * MAX_CARDS
"""All cards the player's creatures (R10.2); it counts in 2021 only, which has no Catalyst."""
MAX_SPENT: Final = MAX_AUTOMATON_MANA + MAX_COST
"""The total cost of the automaton's revealed cards: the last one may exceed its mana (R10.3)."""
MAX_SHUFFLES: Final = MAX_TURN
"""A pile is reshuffled when the Bastion falls (R10.5), so once; more in examples only."""
MAX_SEED: Final = 2**128
MAX_SEED_TEXT: Final = 64


def max_sprint(*, done: bool, over: bool) -> int:
    """Return the most that Sprint's bonus can be for a creature that has been `done` with its activation or not.

    Where play can stop, in an assault of 2021, it has attacked once at most; examples may begin with as much. Only a
    match that is `over` shows what an assault with Instinct came to.
    """
    return MAX_PASSED * (2 + MAX_SERIES if over else 2 if done else 1)
