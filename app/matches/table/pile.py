"""The automaton's pile and rules as the templates draw them (R10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from app.cards.gallery.notation import card_of
from app.matches.table.bridges import wear_of
from app.matches.table.pieces import Forecast
from engine import automaton
from engine.actions import LANES
from engine.cards import Card
from engine.seat import Seat
from engine.view import AutomatonView, View


class SoloRules(NamedTuple):
    """The automaton's rules (R10.8), by default the quick game; `just_one`: how attacks are weakened."""

    fixed: int = 6
    per_creature: int = 1
    weakened: bool = False
    just_one: bool = False
    abilities: tuple[str, ...] = ()
    last_turn: bool = False

    @property
    def richer(self) -> bool:
        """True if the automaton has more mana than in the quick game."""
        return (self.fixed, self.per_creature) != (6, 1)


QUICK_GAME: Final = SoloRules()


@dataclass(frozen=True, slots=True)
class Pile:
    """The automaton's cards (R10.1): `count` face down over its fortress, the discard open; `mana` of its next turn.

    `cache` are the known cards on top, the top one first; after the match the whole pile.
    """

    seat: str
    count: int
    side: str
    discard: tuple[Card, ...]
    mana: int
    known: tuple[Card, ...] = ()
    forecast: Forecast | None = None
    rules: SoloRules = QUICK_GAME

    @property
    def hp(self) -> int:
        """The automaton's fortress has as much HP as the pile has cards."""
        return self.count

    @property
    def wear(self) -> int:
        """The wear of its side's bridges."""
        return wear_of(self.side, self.hp)


def pile_of(seat: Seat, view: View, side: AutomatonView) -> Pile:
    """Return the pile of this side of a view."""
    pile = side["pile"]
    known = tuple(map(card_of, side["pile_known"] if isinstance(pile, int) else pile))
    count = pile if isinstance(pile, int) else len(pile)
    discard = tuple(map(card_of, side["discard"]))
    return Pile(seat, count, side["fortress"], discard, automaton_mana(view), known, rules=_solo_rules(view))


def _solo_rules(view: View) -> SoloRules:
    chosen = view["solo"]
    return SoloRules(
        chosen["fixed"],
        chosen["per_creature"],
        chosen["weakened"],
        chosen["weakened"] and view["edition"] != "2021",
        tuple(chosen["abilities"]),
        chosen["last_turn"],
    )


def automaton_mana(view: View) -> int:
    """Return the mana the automaton would have if its turn began now (R10.2, R10.8), as its panel shows it."""
    options = view["solo"]
    creatures = sum(len(view["A"][lane]) for lane in LANES)
    catalysts = sum("catalyst" in stats["abilities"] for lane in LANES for stats in view["stats"]["B"][lane])
    return automaton.mana(options["fixed"], options["per_creature"], creatures, catalysts)
