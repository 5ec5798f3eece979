"""The present values of creatures (section 8) that every view shows, so that no reader computes a rule."""

from __future__ import annotations

from typing import Any

from engine import view
from tests.engine.language import Game, automaton, duel, side, solo


def values(game: Game, seat: str, lane: str) -> list[tuple[Any, ...]]:
    """Return attack, Sprint's bonus, health and what is left of it, and the abilities: own and lent, lent, given, to
    lend."""
    shown: Any = view.view_for(game.position, None)["stats"]
    keys = ("attack", "bonus", "health", "left", "abilities", "lent", "given", "auras")
    return [tuple(creature[key] for key in keys) for creature in shown[seat][lane]]


def test_a_creature_shows_its_present_attack_what_health_is_left_and_whence_its_abilities_come() -> None:
    game = duel(A=side(top="carnivore:2:sprint=2 shaman ogre:1", bottom="toxic-flailer:1"))
    assert values(game, "A", "top") == [
        (4, 2, 6, 4, ["rage", "splash", "sprint"], [], [], []),  # Rage of its own is not lent
        (1, 0, 2, 2, [], [], [], ["rage"]),
        (4, 0, 4, 3, ["berserk", "rage"], ["rage"], [], []),
    ]
    assert values(game, "A", "bottom") == [("X", 0, 3, 2, ["rage", "sprint", "vulnerability"], [], [], [])]


def test_R10_8_what_the_automaton_is_given_counts_as_given_unless_it_is_printed() -> None:
    shown = automaton("ogre", top="gnome shaman")
    game = solo(side(), shown, abilities=["protection", "rage"])
    assert values(game, "B", "top") == [
        (2, 0, 1, 1, ["berserk", "protection", "rage"], [], ["protection"], []),
        (1, 0, 2, 2, ["protection", "rage"], [], ["protection", "rage"], ["rage"]),
    ]
