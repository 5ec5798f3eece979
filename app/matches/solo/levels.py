"""The levels of a custom solo game (R10.8, R10.9): a suggestion for each, and the names and points of the options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from app.base.i18n import _, formats
from app.cards.gallery.wording import ability_name
from engine.editions import BY_NAME
from engine.setup.solo import SoloOptions

_DOUBLE: Final = SoloOptions(per_creature=2)
_STARTS: Final = replace(_DOUBLE, automaton_starts=True)
_WEAKENED: Final = replace(_STARTS, weakened=True)

SUGGESTED: Final[Mapping[int, SoloOptions]] = {
    0: SoloOptions(),
    1: SoloOptions(fixed=7),
    2: _DOUBLE,
    3: _STARTS,
    4: replace(_STARTS, fixed=7),
    5: replace(_STARTS, fixed=8),
    6: replace(_WEAKENED, fixed=7),
    7: replace(_WEAKENED, fixed=8),
    8: replace(_WEAKENED, fixed=9),
    9: replace(_WEAKENED, fixed=9, abilities=("rage",)),
    10: replace(_WEAKENED, fixed=10, abilities=("protection",)),
}
"""One way to each level, in both editions as far as they go; players choose others."""


def highest(edition: str) -> int:
    """Return the top level of an edition (R10.9)."""
    return BY_NAME[edition].max_level


def name(level: int, edition: str) -> str:
    """Return the name of a level: 2021 has names, 2022 numbers."""
    if level == 0:
        return _("Quick game")
    if edition == "2021":
        # Translators: the five levels of the solo game of 2021, from easy to mythic.
        names = (_("Easy"), _("Medium"), _("Hard"), _("Heroic"), _("Mythic"))
        return _("Level %(level)s, %(name)s", level=level, name=names[level - 1])
    return _("Level %(level)s", level=level)


def terms(options: SoloOptions, champion: bool) -> list[tuple[str, int]]:
    """Return the options that count, in words, with their points; their sum is the level."""
    words = {
        "per_creature": _("2 mana for each of your creatures"),
        "fixed": _("Fixed mana %(mana)s", mana=options.fixed),
        "automaton_starts": _("The automaton starts"),
        "weakened": _("Weakened attacks on its pile"),
        "abilities": formats.series(ability_name(slug) for slug in options.abilities),
        "no_bastion": _("No Bastion"),
        "champion": _("Your Champion"),
    }
    return [(words[option], points) for option, points in options.points(champion)]
