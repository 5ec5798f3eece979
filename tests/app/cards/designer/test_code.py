"""Designed cards as text codes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.base.errors import AppError
from app.cards.designer.card_draft import CardDraft, ability_choices
from app.cards.designer.code import card_in, code_of
from app.cards.gallery import codes
from app.cards.gallery.designed_icons import ICONS
from tests.support.cases import in_turn

SLUGS = [slug for aura in (False, True) for slug, _ in ability_choices(aura=aura)]
REX = CardDraft("Rex", 3, 3, ("rage", "aura:sprint"), "duck")

sketches = st.builds(
    CardDraft,
    name=st.sampled_from(["Rex", "Sir Quackalot III", "Ö", "Großer Wolf", "דרקון", "竜", "x" * 24]),
    attack=st.integers(0, 9),
    health=st.integers(1, 9),
    abilities=st.lists(st.sampled_from(SLUGS), max_size=6, unique=True).map(tuple),
    icon=st.sampled_from(ICONS),
)


@given(sketches)
def test_cards_come_back(card_draft: CardDraft) -> None:
    card = card_draft.card()
    assert card_in(f"my Champion: {code_of(card)} – beat that").notation == card.notation
    assert card.icon == card_draft.icon


def test_a_code_keeps_its_meaning() -> None:
    assert code_of(REX.card()) == "CARD1-6CT0-43CG-A9JQ-GMXG"


@in_turn(
    ("payload", "code"),
    [
        (b"\x33", "code_wrong"),  # cut short
        (b"\x33\x00\x00", "code_wrong"),  # no name
        (b"\xf3\x00\x00Rex", "code_wrong"),  # attack 15
        (b"\x30\x00\x00Rex", "code_wrong"),  # health 0
        (b"\x33\x00\x02\x0d\x0dRex", "code_wrong"),  # an ability twice
        (b"\x33\x00\x01\x09Rex", "code_wrong"),  # Mercenary
        (b"\x33\x00\x01\x85Rex", "code_wrong"),  # an Aura of Defender
        (b"\xa3\x00\x00Rex", "code_wrong"),  # X without Vulnerability
        (b"\x33\x00\x01\x7fRex", "code_newer"),  # an ability nobody knows yet
        (b"\x33\x00\x00\xff\xfe", "code_wrong"),  # a name that is no text
    ],
)
def test_a_code_of_no_card_is_refused(payload: bytes, code: str) -> None:
    with pytest.raises(AppError) as caught:
        card_in(codes.pack(codes.CARD, payload))
    assert caught.value.code == code


@given(st.binary(min_size=1, max_size=40))
def test_any_payload_is_a_card_or_a_refusal(payload: bytes) -> None:
    try:
        card = card_in(codes.pack(codes.CARD, payload))
    except AppError as error:
        assert error.status == 422  # noqa: PT017 # hypothesis tries both ways
    else:
        assert card_in(code_of(card)).notation == card.notation


def test_an_icon_of_a_newer_version_becomes_the_plain_one() -> None:
    card = card_in(codes.pack(codes.CARD, b"\x33\xff\x00Rex"))
    assert (card.name, card.icon) == ("Rex", ICONS[0])
