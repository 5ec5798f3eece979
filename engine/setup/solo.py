"""The options of a custom solo game, their points and the level they add up to (R10.8, R10.9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from engine import abilities, json_fields
from engine.editions import Edition
from engine.errors import BadPosition, Term, brief

CHAMPION_POINTS = -2
MANA = range(6, 11)
MANA_PER_CREATURE = (1, 2)


class SoloOptionsNotation(TypedDict):
    """`SoloOptions` in the notation."""

    fixed: int
    per_creature: int
    automaton_starts: bool
    weakened: bool
    abilities: list[str]
    no_bastion: bool
    level: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloOptions:
    """The strength of the automaton; the defaults are the quick game, level 0.

    `fixed` (6-10) and `per_creature` (1 or 2) make its mana (R10.2); `abilities` are slugs given to all its creatures;
    `level`, where given, is the sum that the options must have.
    """

    fixed: int = 6
    per_creature: int = 1
    automaton_starts: bool = False
    weakened: bool = False
    abilities: tuple[str, ...] = ()
    no_bastion: bool = False
    level: int | None = None

    def points(self, champion: bool = False) -> list[tuple[str, int]]:
        """Return the difficulty points of R10.8, option by option, those that count 0 left out."""
        counted = [
            ("per_creature", 2 * (self.per_creature - 1)),
            ("fixed", self.fixed - MANA.start),
            ("automaton_starts", int(self.automaton_starts)),
            ("weakened", 2 * self.weakened),
            ("abilities", len(self.abilities)),
            ("no_bastion", -int(self.no_bastion)),
            ("champion", CHAMPION_POINTS if champion else 0),
        ]
        return [(option, points) for option, points in counted if points]

    def worth(self, champion: bool = False) -> int:
        """Return the sum of the options: the level of the game (R10.9)."""
        return sum(points for _, points in self.points(champion))

    def check(self, edition: Edition, champion: bool) -> None:
        """Raise BadPosition, with a code for the reason, unless the options fit the edition and each other."""
        if self.fixed not in MANA:
            raise BadPosition("solo_mana", least=MANA.start, most=MANA.stop - 1)
        if self.per_creature not in MANA_PER_CREATURE:
            raise BadPosition("solo_per_creature")
        self._check_abilities(edition)
        if self.no_bastion and not edition.no_bastion_option:
            raise BadPosition("solo_no_bastion", edition=edition.name)
        self._check_level(edition, champion)

    def _check_abilities(self, edition: Edition) -> None:
        for slug in self.abilities:
            ability = abilities.BY_SLUG.get(slug)
            if ability is None:
                raise BadPosition("solo_unknown_ability", ability=brief(slug))
            if slug not in edition.solo_abilities:
                named = Term("ability", slug, ability.name)
                raise BadPosition("solo_ability", ability=named, edition=edition.name)
        if len(set(self.abilities)) < len(self.abilities):
            raise BadPosition("solo_repeated")
        if len(self.abilities) > edition.max_solo_abilities:
            raise BadPosition("solo_abilities", most=edition.max_solo_abilities, edition=edition.name)

    def _check_level(self, edition: Edition, champion: bool) -> None:
        worth = self.worth(champion)
        if not 0 <= worth <= edition.max_level:
            raise BadPosition("solo_level_range", worth=worth, most=edition.max_level)
        if self.level is not None and self.level != worth:
            raise BadPosition("solo_level", level=brief(self.level), worth=worth)

    def to_json(self) -> SoloOptionsNotation:
        """Return all options by name."""
        return {
            "fixed": self.fixed,
            "per_creature": self.per_creature,
            "automaton_starts": self.automaton_starts,
            "weakened": self.weakened,
            "abilities": list(self.abilities),
            "no_bastion": self.no_bastion,
            "level": self.level,
        }

    @classmethod
    def from_json(cls, data: object) -> SoloOptions:
        """Return the options of an object that names those that differ from the quick game; raises BadPosition."""
        read = json_fields.Fields(data, "solo")
        options = cls(
            fixed=read.integer("fixed", 6),
            per_creature=read.integer("per_creature", 1),
            automaton_starts=read.boolean("automaton_starts"),
            weakened=read.boolean("weakened"),
            abilities=read.words("abilities", ()),
            no_bastion=read.boolean("no_bastion"),
            level=read.optional_integer("level"),
        )
        read.done()
        return options
