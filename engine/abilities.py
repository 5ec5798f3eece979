"""The twenty special abilities (R8) as data: one flag each, and the facts that other modules need.

What an ability does is written where it hooks in: `summon.py` (Blood Price, Symbiote), `turn.py` (Catalyst),
`strike.py` (the attack's own: Aerial, Aquatic, Defender, Perforation, Protection, Sharpening, Splash, Sprint …),
`assault.py` (Rage, Berserk, and the queue of Vanish and Instinct), `leave.py` (Mercenary), `realm.py` (Aura).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Ability:
    """One special ability: its flag, and its place in editions, Auras, solo options and card design.

    `creature_cost` and `incantation_cost` are R9.6's terms (None: such a card cannot have it); `lendable`: an Aura may
    give it; `in_2021`: the 2021 rulebook knows it; `solo_2021`: it may be the one ability of R10.8 in 2021;
    `solo_2022`: it may be one of them in 2022.
    """

    slug: str
    name: str
    flag: int
    creature_cost: Fraction
    incantation_cost: Fraction | None = None
    in_2021: bool = False
    solo_2021: bool = False
    lendable: bool = True
    solo_2022: bool = True


AERIAL: Final = 1 << 0
SHARPENING: Final = 1 << 1
AQUATIC: Final = 1 << 2
BERSERK: Final = 1 << 3
CATALYST: Final = 1 << 4
DEFENDER: Final = 1 << 5
EVASION: Final = 1 << 6
INDESTRUCTIBLE: Final = 1 << 7
INSTINCT: Final = 1 << 8
MERCENARY: Final = 1 << 9
PERFORATION: Final = 1 << 10
BLOOD_PRICE: Final = 1 << 11
PROTECTION: Final = 1 << 12
RAGE: Final = 1 << 13
REGENERATION: Final = 1 << 14
SPLASH: Final = 1 << 15
SPRINT: Final = 1 << 16
SYMBIOTE: Final = 1 << 17
VULNERABILITY: Final = 1 << 18

_half = Fraction(1, 2)
_F = Fraction

TABLE: tuple[Ability, ...] = (
    Ability("aerial", "Aerial", AERIAL, _half),
    Ability("sharpening", "Sharpening", SHARPENING, _F(2), _F(3)),
    Ability("aquatic", "Aquatic", AQUATIC, _F(1)),
    Ability("berserk", "Berserk", BERSERK, _F(1), in_2021=True, solo_2021=True),
    Ability("catalyst", "Catalyst", CATALYST, _F(1)),
    Ability("defender", "Defender", DEFENDER, _F(-1), lendable=False, solo_2022=False),
    Ability("evasion", "Vanish", EVASION, _half),
    Ability("indestructible", "Indestructible", INDESTRUCTIBLE, _half, in_2021=True),
    Ability("instinct", "Instinct", INSTINCT, _F(1)),
    Ability("mercenary", "Mercenary", MERCENARY, _F(-1), _F(-1), lendable=False, solo_2022=False),
    Ability("perforation", "Perforation", PERFORATION, _F(1), _F(2), in_2021=True, solo_2021=True),
    Ability("blood-price", "Blood Price", BLOOD_PRICE, _F(2), _F(3), lendable=False, solo_2022=False),
    Ability("protection", "Protection", PROTECTION, _F(2), in_2021=True, solo_2021=True),
    Ability("rage", "Rage", RAGE, _F(3, 2), in_2021=True, solo_2021=True),
    Ability("regeneration", "Regeneration", REGENERATION, _F(1), _F(1)),
    Ability("splash", "Splash", SPLASH, _F(1), _F(1), in_2021=True, solo_2021=True),
    Ability("sprint", "Sprint", SPRINT, _half, in_2021=True),
    Ability("symbiote", "Symbiote", SYMBIOTE, _F(2), lendable=False, solo_2022=False),
    Ability("vulnerability", "Vulnerability", VULNERABILITY, _F(1), _F(1)),
)

BY_SLUG: dict[str, Ability] = {ability.slug: ability for ability in TABLE}
CATALYST_MANA: Final = 2
"""The mana that a creature with Catalyst adds to its player's turn."""
AURA = "aura"
"""The twentieth: `aura:rage` on a card lends Rage to its neighbours, so it carries another ability's slug."""

NAMES: tuple[str, ...] = (*BY_SLUG, AURA)


def parse(slugs: Iterable[str]) -> tuple[int, int]:
    """Return flags and lent (Aura) flags of printed ability slugs such as `rage` or `aura:sprint`.

    Raises KeyError for an unknown slug, ValueError for an Aura that cannot be lent or a repeated ability (G2).
    """
    flags = auras = 0
    for slug in slugs:
        lent = slug.startswith("aura:")
        ability = BY_SLUG[slug[5:] if lent else slug]
        if lent and not ability.lendable:
            raise ValueError(slug)
        if (auras if lent else flags) & ability.flag:
            raise ValueError(slug)
        if lent:
            auras |= ability.flag
        else:
            flags |= ability.flag
    return flags, auras


def slugs_of(flags: int) -> list[str]:
    """Return the slugs of the abilities in `flags`, in the table's order."""
    return [*_slugs_of(flags)] if flags else []


@lru_cache(maxsize=4096)
def _slugs_of(flags: int) -> tuple[str, ...]:
    return tuple(ability.slug for ability in TABLE if flags & ability.flag)
