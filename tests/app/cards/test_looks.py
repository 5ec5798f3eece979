"""Pictures of cards differ in more than their icons."""

from collections import Counter
from pathlib import Path

from app.cards import looks
from engine.cards import ALL, designed

STYLES = Path(__file__).resolve().parents[3] / "static" / "css" / "tokens_cards.css"
DUCK = {"name": "Duck", "type": "creature", "cost": 3, "attack": 2, "health": 2, "abilities": ["rage", "aura:sprint"]}


def test_the_accent_is_that_of_the_rarest_ability_an_auras_included() -> None:
    assert looks.accent(ALL["aberration"]) == "berserk" and looks.accent(ALL["shaman"]) == "rage"
    assert looks.accent(designed(DUCK)) == "sprint" and looks.accent(ALL["baron"]) == looks.PLAIN


def test_every_accent_and_every_sky_is_drawn() -> None:
    styles = STYLES.read_text("utf-8")
    for name in {f".accent-{looks.accent(card)} {{" for card in ALL.values()} | {
        f".sky-{n} {{" for n in range(looks.SKIES)
    }:
        assert name in styles, name


def test_cards_of_one_set_look_different() -> None:
    """Of the 32 cards of a set at most three share accent and sky."""
    shared = Counter((card.set, looks.accent(card), looks.sky(card)) for card in ALL.values())
    assert max(shared.values()) <= 3, shared.most_common(3)
