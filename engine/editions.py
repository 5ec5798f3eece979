"""The differences between the editions (section 11) as data."""

from __future__ import annotations

from dataclasses import dataclass

from engine import abilities, cards


@dataclass(frozen=True, slots=True)
class Edition:
    """One column of the table of section 11.

    `assault_pauses`: the assault is a phase of its own with incantations in between (R4.8); `owner_orders`: the owner
    orders cards destroyed together (R5.8); `last_turn`: a pile gone under the Fort gives the automaton one last turn
    (R10.6); `weakened_by_one`: R10.8's weakened attacks inflict 1 less (else just 1).
    """

    name: str
    assault_pauses: bool
    owner_orders: bool
    deck_size: int
    bans: bool
    sets: tuple[str, ...]
    champions: bool
    last_turn: bool
    max_level: int
    solo_abilities: frozenset[str]
    max_solo_abilities: int
    no_bastion_option: bool
    weakened_by_one: bool


BY_NAME: dict[str, Edition] = {
    "2021": Edition(
        name="2021",
        assault_pauses=True,
        owner_orders=True,
        deck_size=10,
        bans=True,
        sets=("initiation",),
        champions=False,
        last_turn=True,
        max_level=5,
        solo_abilities=frozenset(a.slug for a in abilities.TABLE if a.solo_2021),
        max_solo_abilities=1,
        no_bastion_option=True,
        weakened_by_one=True,
    ),
    "2022": Edition(
        name="2022",
        assault_pauses=False,
        owner_orders=False,
        deck_size=8,
        bans=False,
        sets=cards.SETS,
        champions=True,
        last_turn=False,
        max_level=10,
        solo_abilities=frozenset(a.slug for a in abilities.TABLE if a.solo_2022),
        max_solo_abilities=len(abilities.TABLE),
        no_bastion_option=False,
        weakened_by_one=False,
    ),
}
DEFAULT = "2022"
