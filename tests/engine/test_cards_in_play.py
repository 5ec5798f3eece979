"""Every one of the 224 cards in play; results are worked out from the data file by a few formulas of this file."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from engine import cards
from engine.seat import Seat
from tests.engine.language import Game, design, duel, side
from tests.support.cases import case

FAT = 9
LONG = 30


@dataclass(frozen=True)
class Row:
    """A line of the data file."""

    slug: str
    set: str
    creature: bool
    cost: int
    attack: int | None
    health: int
    abilities: frozenset[str]

    def wounds(self, left: int) -> int:
        """Return the wounds of one blow at the bridge on a target with so much left (R5.4, Vulnerability, Aquatic)."""
        value = left - 1 if self.attack is None else self.attack
        return value * (2 if "aquatic" in self.abilities else 1)


def _read() -> list[Row]:
    path = Path(cards.__file__).parent / "data" / "cards.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        return [
            Row(
                row["slug"],
                row["set"],
                row["type"] == "creature",
                int(row["cost"]),
                None if row["attack"] == "X" else int(row["attack"]),
                int(row["health"] or 0),
                frozenset(row["abilities"].split()),
            )
            for row in csv.DictReader(lines)
        ]


ROWS = _read()
CREATURES = [row for row in ROWS if row.creature]
INCANTATIONS = [row for row in ROWS if not row.creature]
SYMBIOTES = [row for row in CREATURES if "symbiote" in row.abilities]


def each(rows: list[Row]) -> Callable[[Callable[[Row], None]], Callable[[], None]]:
    """Return a decorator that makes one test of a check of a card: it checks them all."""

    def decorate(check: Callable[[Row], None]) -> Callable[[], None]:
        def test() -> None:
            for row in rows:
                with case(row.slug):
                    check(row)

        return test

    return decorate


def wall(health: int = FAT) -> str:
    """Return a creature that does nothing."""
    return design(f"Wall of {health}".replace(" ", "-"), 0, health)


def test_every_card_is_played_here() -> None:
    assert len(ROWS) == 224 and {row.slug for row in CREATURES + INCANTATIONS} == set(cards.ALL)


@each(CREATURES)
def test_creature_enters(row: Row) -> None:
    editions = ("2021", "2022") if row.set == "initiation" else ("2022",)
    for edition, lane in product(editions, ("top", "bottom")):
        game = duel(A=side(f"* {row.slug} brute baron"), mana=row.cost, edition=edition).play(row.slug, lane)
        assert (game.lane(f"A {lane}"), game.mana, game.hand("A")) == (row.slug, 0, "* brute baron")


@each(CREATURES)
def test_creature_costs(row: Row) -> None:
    if not row.cost:
        return
    game = duel(A=side(f"* {row.slug} brute baron"), mana=row.cost - 1)
    assert (row.slug in game.playable) is ("blood-price" in row.abilities)


@each(CREATURES)
def test_creature_on_the_turn_it_enters(row: Row) -> None:
    game = duel(A=side(f"* {row.slug} brute baron"), B=side(top=wall())).play(row.slug, "top").end_summon()
    assert bool(game.narrated("attack")) is ("rage" in row.abilities and "aerial" not in row.abilities)


@each(CREATURES)
def test_creature_against_the_fortress(row: Row) -> None:
    game = duel(A=side(top=row.slug), B=side("* " + "brute " * LONG)).end_summon()
    wounds = 0 if "defender" in row.abilities else row.wounds(LONG)
    assert game.narrated("fortress_hit") == ([f"B is hit {wounds}"] if wounds else [])
    assert game.hand("B").split().index("*") == (wounds if wounds < LONG else 0)
    assert game.fortress("B") == ("bastion" if wounds < LONG else "fort")


def _battlefield() -> Game:
    """Return four walls: the target, the ones behind and next to it, and one that is never hit."""
    wide = f"{wall()} {wall(8)}"
    return duel(B=side("* " + "brute " * LONG, bottom=wide, top=f"{wall(7)} {wall(6)}"))


def _expected(row: Row, healths: tuple[int, int, int]) -> list[str]:
    """Return the wounds of one blow on the target, the creature behind it, and the one next to it."""
    hit = [True, "perforation" in row.abilities, "splash" in row.abilities]
    struck = [(health, row.wounds(health)) for health, there in zip(healths, hit, strict=True) if there]
    return [f"Wall-of-{health} takes {wounds}" for health, wounds in struck if wounds]


@each(CREATURES)
def test_creature_against_creatures(row: Row) -> None:
    # In the bottom lane, where Aerial does nothing.
    start = _battlefield().shown
    start["A"] = side(bottom=row.slug)
    game = Game.of(start).end_summon()
    first = game.narrated("attack", "wounded")[1:]
    if any("attacks" in line for line in first):
        first = first[: next(place for place, line in enumerate(first) if "attacks" in line)]
    assert first == _expected(row, (9, 8, 7))
    destroyed = row.wounds(9) >= 9
    again = destroyed and "berserk" in row.abilities
    assert (len(game.narrated("attack")) > 1) is again
    excess = sum(row.wounds(health) - health for health in (9,) if destroyed)
    sharp = excess if "sharpening" in row.abilities else 0
    assert sum(int(line.split()[-1]) for line in game.narrated("fortress_hit")) == sharp


@each(CREATURES)
def test_creature_destroyed(row: Row) -> None:
    # 18 wounds at the bridge, past every creature's health: Protection absorbs the first source, not a second.
    flood = design("Flood", 9, 9, "aquatic")
    first = duel(A=side(top=flood), B=side(top=row.slug)).end_summon()
    assert (first.lane("B top") == row.slug) is ("protection" in row.abilities)
    second = duel(A=side("* brute", top=flood), B=side("* baron", top=f"{row.slug}:hit")).end_summon()
    mercenary = "mercenary" in row.abilities
    assert second.hand("A") == (f"* brute {row.slug}" if mercenary else "* brute")
    assert second.hand("B") == ("* baron" if mercenary else f"* baron {row.slug}")


@each(SYMBIOTES)
def test_symbiote_on_a_creature(row: Row) -> None:
    host = wall(5)
    game = duel(A=side(f"* {row.slug} brute", top=f"{host}:4"), B=side(bottom=wall())).play(row.slug, "top", onto=0)
    pair = game.creature("A top 0")
    assert (pair["over"], pair["wounds"], pair["new"]) == (row.slug, 4, False)
    # Its health is 5 and the Symbiote's, of which 4 are gone: one wound less than what is left does not destroy it.
    left = 1 + row.health
    blow = design(f"Blow-{left - 1}", left - 1, 9)
    attacked = duel(A=side(top=blow), B=side("* titan", top=f"{host}+{row.slug}:4:hit")).end_summon()
    assert attacked.lane("B top") == f"{host}+{row.slug}"
    blow = design(f"Blow-{left}", left, 9)
    destroyed = duel(A=side(top=blow), B=side("* titan", top=f"{host}+{row.slug}:4:hit")).end_summon()
    assert destroyed.lane("B top") == ""


@each(INCANTATIONS)
def test_incantation_on_own_creatures(row: Row) -> None:
    _cast(row, "A")


@each(INCANTATIONS)
def test_incantation_on_creatures_of_the_opponent(row: Row) -> None:
    _cast(row, "B")


def _cast(row: Row, seat: str) -> None:
    held = {"A": f"{row.slug} brute baron * djinn", "B": "* " + "titan " * LONG}
    sides = {name: side(hand) for name, hand in held.items()}
    sides[seat] = side(held[seat], top=f"{wall(5)} {wall(4)}", bottom=f"{wall(3)} {wall(2)}")
    game = duel(A=sides["A"], B=sides["B"], mana=row.cost).cast(row.slug, f"{seat} top 0")
    assert game.mana == 0 and game.narrated("wounded") == _expected(row, (5, 4, 3))
    hit = [5] + [4] * ("perforation" in row.abilities) + [3] * ("splash" in row.abilities)
    fallen = [health for health in hit if row.wounds(health) >= health]
    assert len(game.narrated("destroyed")) == len(fallen)
    excess = sum(row.wounds(health) - health for health in fallen) if "sharpening" in row.abilities else 0
    assert game.narrated("fortress_hit") == ([f"B is hit {excess}"] if excess else [])
    regenerated = [f"A regenerates {len(hit)}"] if "regeneration" in row.abilities else []
    assert game.narrated("regeneration") == regenerated
    goes_to: Seat = "B" if "mercenary" in row.abilities else "A"
    assert game.hand(goes_to).endswith(f" {row.slug}")


@each(INCANTATIONS)
def test_incantation_without_a_target(row: Row) -> None:
    assert row.slug not in duel(A=side(f"* {row.slug} brute")).playable
