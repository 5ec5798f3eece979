"""Pictures of cards differ in more than their icons."""

from collections import Counter

from app.cards.gallery import looks
from engine.cards import ALL, designed

DUCK = {"name": "Duck", "type": "creature", "cost": 3, "attack": 2, "health": 2, "abilities": ["rage", "aura:sprint"]}


def test_the_accent_is_that_of_the_rarest_ability_an_auras_included() -> None:
    assert looks.accent(ALL["aberration"]) == "berserk" and looks.accent(ALL["shaman"]) == "rage"
    assert looks.accent(designed(DUCK)) == "sprint" and looks.accent(ALL["baron"]) == looks.PLAIN


def test_cards_of_one_set_look_different() -> None:
    """Of the 32 cards of a set at most three share accent and sky."""
    shared = Counter((card.set, looks.accent(card), looks.sky(card)) for card in ALL.values())
    assert max(shared.values()) <= 3, shared.most_common(3)
