"""The figures of the rulebook: positions (docs/notation.md), the part shown, and the caption."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.cards.gallery.abilities import PAGES
from app.cards.gallery.abilities.figure import (
    ATTACK,
    FAR_HAND,
    FIGHT,
    ORDER,
    Figure,
    fight,
    hand,
    position,
    side,
    under_attack,
)

FIGURES: Final[dict[str, Figure]] = {
    **{slug: figure for slug, page in PAGES.items() if (figure := page().figure)},
    "hand-row": Figure(hand("baron boom * partisan carapace revenant"), ("hand-A",)),
    "opening": Figure(hand("* baron partisan carapace revenant brute boom annihilation troll"), ("hand-A",)),
    "lanes": Figure(fight(("brute baron", "partisan"), ("ogre", "lieutenant scribe")), ("top", "bottom")),
    "playable": Figure(hand("brute * boom baron zombie troll partisan", mana=4, top="grrr"), ("hand-A",)),
    "rear": Figure(
        position(side("brute * boom baron", "partisan carapace", ""), side(FAR_HAND, "", ""), mana=4),
        ("top",), {"type": "play", "hand": 0, "lane": "top"}, after=True,
    ),
    "last-card": Figure(hand("* zombie", mana=3), ("hand-A",)),
    "incantation": Figure(
        position(side("boom carapace * baron", "", "brute"), side(FAR_HAND, "", "microctopus lieutenant"), mana=1),
        ("bottom", "hand-A"),
        {"type": "play", "hand": 0, "target": {"player": "B", "lane": "bottom", "index": 0}},
        after=True, kinds=FIGHT,
    ),
    "order": Figure(
        fight(("brute baron zombie", "partisan grrr"), ("troll", "martyr")), ("top", "bottom"), ATTACK,
        kinds=frozenset({ORDER}),
    ),
    "target": Figure(
        fight(("brute", "zombie"), ("troll lieutenant", "")), ("top", "bottom"), ATTACK, kinds=FIGHT
    ),
    "destroyed": Figure(fight(("brute", ""), ("ogre troll", "")), ("top",), ATTACK, after=True, kinds=FIGHT),
    "slide": Figure(
        under_attack("* baron boom partisan carapace revenant", "", "zombie"), ("hand-A",), ATTACK, "B", after=True
    ),
    "bastion-falls": Figure(
        under_attack("baron boom * partisan", "", "zombie"), ("hand-A",), ATTACK, "B", after=True
    ),
    "healing": Figure(
        under_attack("baron boom * partisan", "zombie", "scribe"), ("top", "hand-A"), ATTACK, "B", after=True,
        kinds=FIGHT,
    ),
}  # fmt: skip


def caption(slug: str) -> str:
    """Return the caption of a figure; KeyError for an unknown one."""
    return _captions()[slug]


def _captions() -> dict[str, str]:
    return {
        **{slug: page().caption for slug, page in PAGES.items()},
        "cards": _("A creature, an incantation, and the two sides of a Stronghold."),
        "hand-row": _("A hand of five cards. Three of them lie to the right of the Bastion: 3 HP."),
        "opening": _("The hand at the start: 8 HP. The first four cards stand up, because they can be played."),
        "lanes": _("Your realm on the left, the opponent's on the right; in each lane the bridge between them."),
        "playable": _("With 4 mana: Brute, Boom!, Baron and Zombie are the four leftmost. Troll has to wait."),
        "rear": _("Brute is played into the mountain lane and goes to the rear."),
        "last-card": _("Zombie is the last card beside the Stronghold and a creature: it stays."),
        "incantation": _("Boom! on Microctopus: 1 damage destroys it, and Boom! goes to the far right of the hand."),
        "order": _("The order in which these five attack."),
        "target": _("Brute meets Troll. Zombie meets nobody, and hits the Stronghold."),
        "destroyed": _("Brute destroys Ogre; Troll moves up. The fifth point of damage is lost."),
        "slide": _("Zombie hits the Stronghold for 3: from 5 HP to 2."),
        "bastion-falls": _(
            "1 HP and 3 damage: the first point brings the Bastion down, the rest is lost. The Fort begins with 3 HP."
        ),
        "healing": _("Zombie is destroyed and comes back to the right end: from 1 HP to 2."),
    }
