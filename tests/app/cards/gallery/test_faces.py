"""Faces: what a card shows, printed and in play; and how the templates draw it."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.base.web.assets import Assets
from app.base.web.templating import Templates
from app.cards.gallery import faces
from app.cards.gallery.drawing import HELPERS
from engine import cards
from engine.cards import Card
from tests.support.cases import case, in_turn
from tools.rig.json import Json


@dataclass(frozen=True)
class Creature:
    """A creature in play as the board describes it."""

    card: Card
    attack: int | str
    health: int
    left: int
    abilities: tuple[str, ...] = ()
    lent: tuple[str, ...] = ()
    over: Card | None = None
    hit: bool = False
    resting: bool = False
    done: bool = False
    champion: bool = False


def in_play(slug: str, **changed: object) -> Creature:
    """Return a creature as printed, but for what is `changed`."""
    card = cards.ALL[slug]
    own = tuple(ability for ability in card.printed if not ability.startswith("aura:"))
    attack = "X" if "vulnerability" in own else card.attack
    start: Json = {"attack": attack, "health": card.health, "left": card.health, "abilities": own}
    return Creature(card, **{**start, **changed})


@pytest.fixture(scope="module")
def templates() -> Templates:
    """Provide the site's templates."""
    return Templates(Assets(Path("static"), dev=True), helpers=HELPERS)


def draw(templates: Templates, call: str, **context: object) -> str:
    """Return the HTML of a macro call of cards/card.html."""
    source = '{% import "cards/gallery/card.html" as k %}{{ k.' + call + " }}"
    return templates.env.from_string(source).render(context)


def test_a_printed_face() -> None:
    face = faces.face(cards.ALL["machine"])
    assert (face.name, face.set, face.cost, face.attack, face.health) == ("Machine", "initiation", 3, "0", "1")
    assert [(mark.name, mark.aura) for mark in face.tokens] == [("Aura of Protection", True), ("Indestructible", False)]
    assert face.label == "Machine, creature, cost 3, attack 0, health 1, Aura of Protection, Indestructible"
    assert face.reaches


def test_an_incantation_has_wounds_and_no_health() -> None:
    face = faces.face(cards.ALL["sheepify"])
    assert (face.kind, face.attack, face.health) == ("incantation", "X", "")
    assert face.label == "Sheepify, incantation, cost 2, damage X, Vulnerability"


@in_turn(("left", "cracks"), [(8, 0), (7, 1), (6, 1), (5, 2), (3, 2), (2, 3), (1, 3)])
def test_wounds_show_as_a_number_and_as_cracks(left: int, cracks: int) -> None:
    face = faces.creature_face(in_play("titan", left=left))
    assert (face.health, face.wounds, face.cracks) == (str(left), 8 - left, cracks)


def test_changed_numbers_have_a_direction() -> None:
    stronger = faces.creature_face(in_play("gnome", attack=4))
    weaker = faces.creature_face(in_play("brute", attack=3))
    lent_x = faces.creature_face(in_play("brute", attack="X", abilities=("vulnerability",), lent=("vulnerability",)))
    assert [face.attack_change for face in (stronger, weaker, lent_x)] == [1, -1, -1]
    assert faces.creature_face(in_play("creepshroom")).attack_change == 0


def test_lent_abilities_are_marked() -> None:
    face = faces.creature_face(in_play("gnome", abilities=("rage", "berserk", "sprint"), lent=("sprint",)))
    assert [(mark.slug, mark.lent) for mark in face.tokens] == [("rage", False), ("berserk", False), ("sprint", True)]
    assert "Sprint (from an Aura)" in face.label


def test_protection_is_unused_then_used() -> None:
    fresh, used = (faces.creature_face(in_play("martyr", hit=hit)) for hit in (False, True))
    assert fresh.protected and not used.protected and [mark.spent for mark in used.tokens] == [True]
    assert "Protection (used this turn)" in used.label


def test_a_pair_adds_up_and_names_both() -> None:
    pair = in_play(
        "brute", over=cards.ALL["spectre"], attack=7, health=6, left=4, abilities=("symbiote", "indestructible")
    )
    face = faces.creature_face(pair)
    assert (face.name, face.attack, face.health, face.wounds, face.attack_change) == ("Spectre", "7", "4", 2, 0)
    assert face.label.startswith("Brute carrying Spectre, attack 7, health 4, 2 damage")


def test_an_aura_under_a_symbiote_still_reaches() -> None:
    alone = faces.creature_face(in_play("machine"))
    pair = faces.creature_face(in_play("machine", over=cards.ALL["bodyguard"], attack=3, health=2, left=2))
    assert alone.reaches and pair.reaches and alone.tokens == faces.face(cards.ALL["machine"]).tokens


def test_names_are_escaped(templates: Templates) -> None:
    name = '<img src=x onerror="alert(1)">'
    evil = cards.designed({"name": name, "type": "creature", "cost": 1, "attack": 1, "health": 1, "abilities": []})
    html = draw(templates, "card(card)", card=evil)
    assert "<img" not in html and html.count("&lt;img src=x") == 2


def test_attributes_are_escaped(templates: Templates) -> None:
    assert "<b>" not in draw(templates, "card(card, tag='a', attrs={'href': '\"><b>'})", card=cards.ALL["ogre"])


def test_every_card_is_drawn(templates: Templates) -> None:
    for slug, card in cards.ALL.items():
        with case(slug):
            html = draw(templates, "card(card)", card=card)
            assert f'data-card="{slug}"' in html and f"card-{card.kind} set-{card.set}" in html
            assert html.count("data-ability=") == len(card.printed) and ("card-health" in html) == card.is_creature


def test_a_drawing_has_no_inline_style_or_script(templates: Templates) -> None:
    html = "".join(
        [
            draw(templates, "creature(c, state=['hit'])", c=in_play("titan", left=2, champion=True, resting=True)),
            draw(templates, "creature(c)", c=in_play("brute", over=cards.ALL["spectre"], attack=7, health=6, left=6)),
            draw(templates, "fortress('fort', 3)"), draw(templates, "card_back()"), draw(templates, "ability_tips()"),
        ]
    )  # fmt: skip
    assert not re.search(r"style=|<script|\son\w+=", html)


def test_states_of_a_creature_in_play_are_drawn(templates: Templates) -> None:
    html = draw(templates, "creature(c)", c=in_play("shaman", left=1, resting=True, champion=True))
    for sign in ("is-resting", "is-champion", "card-sleep", "card-laurel", "card-cracks", "card-reaches", "−1"):
        assert sign in html
    assert "cannot attack yet" in html


def test_both_cards_of_a_pair_are_drawn(templates: Templates) -> None:
    html = draw(templates, "creature(c)", c=in_play("brute", over=cards.ALL["spectre"], attack=7, health=6, left=6))
    assert 'data-card="spectre" data-under="brute"' in html and "card-lower set-initiation" in html
    assert "card-upper set-treachery" in html


def test_fortress_and_back(templates: Templates) -> None:
    assert "Bastion, 8 HP" in draw(templates, "fortress('bastion', 8)")
    assert "fortress-fort" in draw(templates, "fortress('fort', 3)")
    assert "Hidden card" in draw(templates, "card_back()")
