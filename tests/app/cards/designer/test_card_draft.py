"""The designer's table: reading the form, the sum of R9.6 in words, and the problems of a card."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.base.web.templating import ROOT
from app.cards.designer.card_draft import CardDraft, ability_choices, halves, queried_draft, signed
from app.cards.designer.comparison import comparison
from app.cards.gallery.designed_icons import ICONS, LABELS
from engine import abilities, cards
from engine.errors import IllegalAction
from tests.support.cases import in_turn


def test_a_form_is_read_leniently() -> None:
    card_draft = queried_draft(
        "  Rex\u202e ", "12", "0", ["rage", "rage", "flying", "aura:defender", "aura:sprint"], "no-such-icon"
    )
    assert (card_draft.name, card_draft.attack, card_draft.health) == ("Rex", 9, 1)
    assert card_draft.abilities == ("rage", "aura:sprint") and card_draft.icon == ICONS[0]
    assert queried_draft(attack="many", health="-3") == CardDraft(attack=0, health=1)


def test_R9_6_the_sum_term_by_term() -> None:
    card_draft = CardDraft("Rex", 3, 3, ("rage", "aura:sprint"))
    assert [(term.words, term.value) for term in card_draft.terms] == [
        ("half of attack 3", "+1½"), ("half of health 3", "+1½"), ("every creature", "−1"), ("Rage", "+1½"),
        ("Aura of Sprint", "+1½"),
    ]  # fmt: skip
    assert (card_draft.total, card_draft.rounding, card_draft.preview.cost) == ("5", "", 5)
    assert card_draft.card().cost == 5


def test_R9_6_rounding_is_explained() -> None:
    assert (CardDraft("Rex", 2, 3).total, CardDraft("Rex", 2, 3).rounding) == ("1½", "rounded up")
    low = CardDraft("Rex", 0, 1, ("defender",))
    assert (low.total, low.rounding, low.preview.cost) == ("−1½", "never below 0", 0)


def test_R9_6_vulnerability_makes_the_attack_x() -> None:
    card_draft = CardDraft("Rex", 7, 2, ("vulnerability",))
    assert card_draft.card().variable and card_draft.terms[0].words == "half of an attack X, which counts as 1"
    assert card_draft.total == "1½"


def test_a_missing_name_is_no_problem_until_it_is_saved() -> None:
    card_draft = CardDraft("", 3, 3)
    assert card_draft.problem == "" and card_draft.preview.name == "No name yet"
    with pytest.raises(IllegalAction) as caught:
        card_draft.card()
    assert caught.value.code == "design_name"


def test_too_many_abilities_are_reported_and_the_card_is_still_drawn() -> None:
    card_draft = CardDraft("Rex", 3, 3, tuple(slug for slug, _ in ability_choices())[:7])
    assert card_draft.problem == "A designed card has at most 6 abilities." and len(card_draft.preview.printed) == 6


def test_mercenary_is_not_offered_and_refused() -> None:
    assert CardDraft("Rex", 3, 3, ("mercenary",)).problem == "A Champion cannot be a Mercenary."
    assert "mercenary" not in [slug for slug, _ in ability_choices()]


def test_R9_6_what_is_offered_is_what_the_engine_takes() -> None:
    own = [slug for slug, _ in ability_choices()]
    auras = [slug for slug, _ in ability_choices(aura=True)]
    assert len(own) == len(abilities.TABLE) - 1 and len(auras) == sum(each.lendable for each in abilities.TABLE)
    for slug in own + auras:
        assert CardDraft("Rex", 3, 3, (slug,)).problem == ""
    assert dict(ability_choices())["defender"] == "−1" and dict(ability_choices(aura=True))["aura:rage"] == "+2½"


@in_turn(
    ("value", "text", "with_sign"),
    [
        ("0", "0", "+0"), ("1/2", "½", "+½"), ("-1/2", "−½", "−½"), ("5/2", "2½", "+2½"), ("-1", "−1", "−1"),
        ("3", "3", "+3"),
    ],
)  # fmt: skip
def test_halves_are_written_as_one_writes_them(value: str, text: str, with_sign: str) -> None:
    assert halves(Fraction(value)) == text and signed(Fraction(value)) == with_sign


def test_R9_6_the_printed_cards_and_the_formula() -> None:
    shown = comparison()
    assert shown.total == len(cards.ALL)
    assert {(card.slug, cost) for card, cost in shown.others} == {
        ("cursed-morsel", "1"),
        ("clan-chief", "3"),
        ("liquefaction", "10"),
    }
    assert shown.exact > 180


def test_every_icon_has_a_label_and_is_installed() -> None:
    assert len(set(LABELS.values())) == len(ICONS)
    for icon in ICONS:
        assert (ROOT / f"static/vendor/icons/{icon}.svg").exists()
