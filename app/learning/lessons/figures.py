"""The figures of the rulebook: positions (docs/notation.md), the part shown, and the caption."""

from __future__ import annotations

from typing import Final

from app.base.i18n import _
from app.learning.lessons.diagrams import BLOCKED, BONUS, FALL, MOVE, ORDER, REST, WOUND, Figure
from app.learning.lessons.short_position import ShortPosition

FigureRow = list[str | dict[str, object]]

ATTACK: Final = {"type": "end_summon"}
_FAR_HAND: Final = "* ogre alpha scribe shaman"
_NEAR_HAND: Final = "* baron boom partisan carapace revenant"
_FIGHT: Final = frozenset({WOUND, BLOCKED, FALL, MOVE, BONUS})


def _realm(row: str | FigureRow) -> list[dict[str, object]]:
    slugs = row.split() if isinstance(row, str) else row
    return [{"card": slug} if isinstance(slug, str) else slug for slug in slugs]


def _side(hand: str, top: str | FigureRow, bottom: str | FigureRow, fortress: str = "bastion") -> dict[str, object]:
    return {"hand": hand.split(), "fortress": fortress, "top": _realm(top), "bottom": _realm(bottom)}


def _position(near: dict[str, object], far: dict[str, object], mana: int = 0, active: str = "A") -> ShortPosition:
    return {
        "edition": "2022", "mode": "duel", "turn": 3, "active": active, "phase": "summon", "mana": mana,
        "A": near, "B": far,
    }  # fmt: skip


def _hand(row: str, mana: int = 0, top: str | FigureRow = "", bottom: str | FigureRow = "") -> ShortPosition:
    """Return a position in which only the own hand matters."""
    return _position(_side(row, top, bottom), _side(_FAR_HAND, "", ""), mana)


def _fight(
    near: tuple[str | FigureRow, str | FigureRow], far: tuple[str | FigureRow, str | FigureRow]
) -> ShortPosition:
    """Return a position of which only the lanes matter: (top, bottom) of each side."""
    return _position(_side(_NEAR_HAND, *near), _side(_FAR_HAND, *far))


def _under_attack(hand: str, top: str | FigureRow, far_top: str | FigureRow) -> ShortPosition:
    """Return a position in which the opponent is about to attack in the mountain lane."""
    return _position(_side(hand, top, ""), _side(_FAR_HAND, far_top, ""), active="B")


def _new(slug: str) -> dict[str, object]:
    return {"card": slug, "new": True}


FIGURES: Final[dict[str, Figure]] = {
    "hand-row": Figure(_hand("baron boom * partisan carapace revenant"), ("hand-A",)),
    "opening": Figure(_hand("* baron partisan carapace revenant brute boom annihilation troll"), ("hand-A",)),
    "lanes": Figure(_fight(("brute baron", "partisan"), ("ogre", "lieutenant scribe")), ("top", "bottom")),
    "playable": Figure(_hand("brute * boom baron zombie troll partisan", mana=4, top="grrr"), ("hand-A",)),
    "rear": Figure(
        _position(_side("brute * boom baron", "partisan carapace", ""), _side(_FAR_HAND, "", ""), mana=4),
        ("top",), {"type": "play", "hand": 0, "lane": "top"}, after=True,
    ),
    "last-card": Figure(_hand("* zombie", mana=3), ("hand-A",)),
    "incantation": Figure(
        _position(_side("boom carapace * baron", "", "brute"), _side(_FAR_HAND, "", "microctopus lieutenant"), mana=1),
        ("bottom", "hand-A"),
        {"type": "play", "hand": 0, "target": {"player": "B", "lane": "bottom", "index": 0}},
        after=True, kinds=_FIGHT,
    ),
    "order": Figure(
        _fight(("brute baron zombie", "partisan grrr"), ("troll", "martyr")), ("top", "bottom"), ATTACK,
        kinds=frozenset({ORDER}),
    ),
    "target": Figure(
        _fight(("brute", "zombie"), ("troll lieutenant", "")), ("top", "bottom"), ATTACK, kinds=_FIGHT
    ),
    "destroyed": Figure(_fight(("brute", ""), ("ogre troll", "")), ("top",), ATTACK, after=True, kinds=_FIGHT),
    "slide": Figure(
        _under_attack("* baron boom partisan carapace revenant", "", "zombie"), ("hand-A",), ATTACK, "B", after=True
    ),
    "bastion-falls": Figure(
        _under_attack("baron boom * partisan", "", "zombie"), ("hand-A",), ATTACK, "B", after=True
    ),
    "healing": Figure(
        _under_attack("baron boom * partisan", "zombie", "scribe"), ("top", "hand-A"), ATTACK, "B", after=True,
        kinds=_FIGHT,
    ),
    "aerial": Figure(_fight(("harasser", "harasser"), ("ogre", "troll")), ("top", "bottom"), ATTACK, kinds=_FIGHT),
    "sharpening": Figure(_fight(("abyssal-grrr", ""), ("zombie", "")), ("top",), ATTACK, kinds=_FIGHT),
    "aquatic": Figure(
        _fight(("abyssal-warrior abyssal-warrior", ""), ("djinn", "")), ("top",), ATTACK,
        kinds=frozenset({ORDER, WOUND}),
    ),
    "aura": Figure(_fight(("brute blacksmith baron zombie", ""), ("", "")), ("top",)),
    "berserk": Figure(_fight(("ogre", ""), ("zombie microctopus", "")), ("top",), ATTACK, kinds=_FIGHT),
    "evasion": Figure(
        _fight(("partisan", ""), ("growler zombie", "")), ("top",), ATTACK, after=True, kinds=_FIGHT
    ),
    "instinct": Figure(_fight(("lanternfish", ""), ("untamed-mount", "")), ("top",), ATTACK, kinds=_FIGHT),
    "perforation": Figure(_fight(("turbo-gunner", ""), ("ogre giant baron", "")), ("top",), ATTACK, kinds=_FIGHT),
    "blood-price": Figure(
        _hand("gargoyle * boom partisan carapace", mana=2), ("hand-A",), {"type": "play", "hand": 0, "lane": "top"},
        after=True,
    ),
    "protection": Figure(
        _fight(("brute baron", ""), ("carapace", "")), ("top",), ATTACK, kinds=_FIGHT | {ORDER}
    ),
    "rage": Figure(
        _fight(([_new("partisan")], [_new("baron")]), ("ogre", "zombie")), ("top", "bottom"), ATTACK,
        kinds=_FIGHT | {REST},
    ),
    "regeneration": Figure(
        _position(_side("boom baron * partisan", "dryad", ""), _side(_FAR_HAND, "troll", "")), ("top", "hand-A"),
        ATTACK, after=True, kinds=_FIGHT,
    ),
    "splash": Figure(
        _fight(("reaper", ""), ("giant scribe", "troll baron")), ("top", "bottom"), ATTACK, kinds=_FIGHT
    ),
    "sprint": Figure(
        _fight(([_new("baron"), _new("brute"), "summit-hound"], ""), ("giant", "")), ("top",), ATTACK, after=True,
        kinds=_FIGHT,
    ),
    "symbiote": Figure(
        _position(_side("familiar * boom baron", "ogre", ""), _side(_FAR_HAND, "", ""), mana=2), ("top",),
        {"type": "play", "hand": 0, "lane": "top", "onto": 0}, after=True,
    ),
    "vulnerability": Figure(_fight(("plague-bearer", ""), ("giant", "")), ("top",), ATTACK, kinds=_FIGHT),
}  # fmt: skip


def caption(slug: str) -> str:
    """Return the caption of a figure; KeyError for an unknown one."""
    return _captions()[slug]


def _captions() -> dict[str, str]:
    return {
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
        "aerial": _(
            "The same creature in both lanes: in the mountain lane it flies past Ogre, in the wave lane it fights."
        ),
        "sharpening": _("3 damage, of which 1 was enough: the other 2 hit the Stronghold."),
        "aquatic": _("The first attacker, at the rear, inflicts 3; the second, beside the bridge, 6."),
        "aura": _("Brute and Baron, its neighbours, have Splash now. Zombie stands too far away."),
        "berserk": _("Ogre destroys one, then the next, and then hits the Stronghold: three attacks in one turn."),
        "evasion": _("Growler takes 3 damage, lives, and slips to the rear."),
        "instinct": _("The mount takes 2 damage, lives, and answers with 3."),
        "perforation": _("The target and the creature right behind it, no farther."),
        "blood-price": _("It costs 4 and you have 2 mana: the Stronghold pays the other 2."),
        "protection": _("Baron's attack bounces off. Brute's is the second one this turn, and goes through."),
        "rage": _("Both arrived this turn: Partisan has Rage and attacks, Baron rests."),
        "regeneration": _("One target damaged: the Stronghold moves one place to the left, from 1 HP to 2."),
        "splash": _("The target in the mountain lane, and the same place in the wave lane."),
        "sprint": _("It overtakes two, gains 2 attack, and deals 4 damage from beside the bridge."),
        "symbiote": _("Familiar rides on Ogre: attack 4 + 1, health 4 + 1, and the abilities of both."),
        "vulnerability": _("A giant with 8 health takes 7 damage: 1 is left."),
    }
