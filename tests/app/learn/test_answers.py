"""The rulebook answers what players ask, and each answer is what the engine does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from starlette.testclient import TestClient

from app.cards.starters import starters
from app.main import create_app
from app.settings import Settings
from engine import cards, design
from tests.engine.language import HAND, automaton, duel, refused, side, solo
from tests.engine.language import design as designed

BOTH = pytest.mark.parametrize("edition", ["2021", "2022"])


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Provide the HTML of the rulebook."""
    with TestClient(create_app(Settings(data_dir=tmp_path_factory.mktemp("data")))) as site:
        yield site.get("/rules").text


def _said(page: str, anchor: str) -> str:
    """Return the plain text from an anchor of the page to the next rule, ability or chapter."""
    start = page.index(f'id="{anchor}"')
    stop = re.search(r'<(?:div class="rule"|section)', page[start:])
    text = re.sub(r"<[^>]+>", "", page[start : start + stop.start() if stop else len(page)])
    return " ".join(unescape(text.partition(">")[2]).split())


def test_chance_is_named_where_it_has_its_say(page: str) -> None:
    """Section 1: the draft, the deal and the coin; alone the automaton's pile and its reshuffle (R10.5)."""
    said = _said(page, "R1")
    for word in ("once the hands are dealt nothing is left to chance", "draft", "automaton", "reshuffled"):
        assert word in said
    fallen = solo(A=side(top="baron"), B=automaton("ogre", discard="lich brute")).end_summon()
    assert "a new pile of 3" in fallen.narrated("pile_reshuffled")


def test_the_four_decks_are_listed(page: str) -> None:
    """R2.2: their names, and all their cards."""
    said = _said(page, "R2.2")
    for deck in starters():
        assert f"{deck.name} – {', '.join(card.name for card in deck.cards)}" in said
    listed = [[card.slug for card in deck.cards] for deck in starters()]
    assert listed == [cards.preconstructed(number) for number in (1, 2, 3, 4)]


def test_the_exceptions_of_the_formula_are_listed(page: str) -> None:
    """R9.6: the three printed cards that cost something else, with both numbers."""
    said = _said(page, "R9.6")
    odd = [card for card in cards.ALL.values() if abs(design.design_cost(card) - card.cost) * 2 > 1]
    assert len(odd) == 3
    for card in odd:
        assert re.search(rf"{card.name} (costs )?{card.cost}\b\D*{design.design_cost(card)}\b", said)


def test_protection_of_the_indestructible(page: str) -> None:
    """An incantation is no source of wounds for an Indestructible creature: its Protection stays whole."""
    answer = "An incantation does nothing to an Indestructible creature"
    assert answer in _said(page, "protection")
    assert "does not use up the Protection" in _said(page, "indestructible")
    tank = designed("Tank", 1, 9, "protection indestructible")
    game = duel(A=side("* boom brute", top="baron"), B=side(top=tank)).cast("boom", "B top 0").end_summon()
    assert game.narrated("immune", "absorbed", "wounded") == ["Tank is immune", "Tank absorbs"]


def test_protection_against_splash_and_perforation(page: str) -> None:
    """It stops hits that are not aimed at it, too, and the other targets are still hit."""
    assert "It stops a hit by Splash or Perforation, too" in _said(page, "protection")
    tank, wave = designed("Shell", 1, 9, "protection"), designed("Torrent", 2, 3, "splash perforation")
    after = duel(A=side(top=wave), B=side(top=f"giant {tank}", bottom=tank)).end_summon()
    assert after.narrated("absorbed", "wounded") == ["giant takes 2", "Shell absorbs", "Shell absorbs"]


def test_aquatic_beside_either_bridge(page: str) -> None:
    """It is no matter of the wave lane."""
    assert "beside the bridge, in either lane" in _said(page, "aquatic")
    fish = designed("Fish", 2, 3, "aquatic")
    game = duel(A=side(top=fish, bottom=fish), B=side(top="giant", bottom="giant"))
    assert game.end_summon().narrated("wounded") == ["giant takes 4"] * 2


def test_the_last_card_may_be_an_incantation_but_a_mercenary_one_loses(page: str) -> None:
    """Q6, R6.4: a player with the fortress alone loses, in the book of 2022; that is no reading of ours."""
    assert "Only a Mercenary one does not" in _said(page, "Q6")
    assert "whoever holds nothing but the fortress loses" in _said(page, "I1")
    said = _said(page, "R6.4")
    assert said.index("I1") < said.index("and its owner loses at once")
    assert duel(A=side("* boom"), B=side(top="giant")).cast("boom", "B top 0").hand("A") == "* boom"
    assert duel(A=side("* dislocation"), B=side(top="giant")).cast("dislocation", "B top 0").winner == "B"


def test_more_creatures_fewer_hp(page: str) -> None:
    """R6.5: cards in play do not lie next to the fortress."""
    assert "the fewer HP you have" in _said(page, "R6.5")
    game = duel(A=side("* zombie lich titan"), mana=9)
    assert game.play("zombie", "top").hand("A") == "* lich titan"


def test_no_mercenary_is_a_champion_and_a_mirror_is_agreed_on(page: str) -> None:
    """R9.1 and R2.2 say it where a player looks; the engine's tests are named after them."""
    assert "It cannot be a Mercenary" in _said(page, "R9.1")
    assert "No Champion is a Mercenary" in _said(page, "mercenary")
    assert "mirror match" in _said(page, "R2.2")


def test_a_symbiote_alone_carries_none(page: str) -> None:
    """It is a creature with a Symbiote already."""
    assert "a Symbiote alone cannot carry another Symbiote" in _said(page, "symbiote")
    game = duel(A=side("* familiar lich", top="spectre"))
    with refused("not_host"):
        game.play("familiar", "top", onto=0)


def test_incantations_set_off_evasion_and_not_instinct(page: str) -> None:
    """G5: Evasion answers both, Instinct creatures only."""
    assert "Incantations set it off, too" in _said(page, "evasion")
    assert "Evasion, once its effect is over. Not Instinct" in _said(page, "Q4")
    assert "sets off Evasion, but not Instinct" in _said(page, "G5")
    assert "Incantations do not set it off" in _said(page, "instinct")
    both = designed("Both", 1, 9, "evasion instinct")
    game = duel(A=side("* boom brute"), B=side(top=f"{both} giant")).cast("boom", "B top 0")
    assert game.narrated("evaded", "attack") == ["Both evades"]


def test_a_fortress_counts_for_regeneration(page: str) -> None:
    """I10: one step, however many wounds."""
    assert "A fortress that it hits counts as a target like any creature" in _said(page, "regeneration")
    healer = designed("Healer", 3, 3, "regeneration")
    A = side("brute baron martyr * troll", top=healer)
    after = duel(A=A, B=side("* lich titan giant djinn ogre")).end_summon()
    assert after.narrated("regeneration", "fortress_hit") == ["B is hit 3", "A regenerates 1"]
    assert after.hand("A") == "brute baron * martyr troll"


def test_two_sprinters(page: str) -> None:
    """Q1, I2: the passed one still has its turn, and sprints in its turn."""
    assert "does the passed one still attack?" in _said(page, "Q1")
    assert "Yes." in _said(page, "Q1")
    first, second = designed("First", 1, 5, "sprint"), designed("Second", 1, 5, "sprint")
    after = duel(A=side(top=f"{first} {second}"), B=side(top="giant")).end_summon()
    assert after.narrated("attack", "sprint") == [
        "Second attacks giant", "Second sprints 1", "First attacks giant", "First sprints 1",
    ]  # fmt: skip


def test_one_incantation_many_times(page: str) -> None:
    """Q2: again at once with four cards next to the fortress, not with five; not without mana."""
    assert "As often as you can pay for it while it is among your four leftmost cards" in _said(page, "Q2")
    game = duel(A=side("* boom brute baron troll"), B=side(top="giant"), mana=3)
    for wounds in (1, 2, 3):
        game = game.cast("boom", "B top 0")
        assert game.lane("B top") == f"giant:{wounds}"
    with refused("not_enough_mana"):
        game.cast("boom", "B top 0")
    five = duel(A=side("* boom brute baron troll martyr"), B=side(top="giant")).cast("boom", "B top 0")
    with refused("not_leftmost"):
        five.cast("boom", "B top 0")


def test_an_incantation_at_a_creature_of_ones_own(page: str) -> None:
    """Q3: allowed, and the destroyed creature heals."""
    assert _said(page, "Q3").endswith("(R4.7, R6.5).")
    after = duel(A=side("* boom brute", top="zombie")).cast("boom", "A top 0")
    assert after.hand("A") == "* brute zombie boom"


def test_newcomers(page: str) -> None:
    """Q5: Rage lets them attack creatures, not the fortress."""
    assert "Only with Rage" in _said(page, "Q5")
    A = side(top="partisan:new baron:new", bottom="partisan:new")
    after = duel(A=A, B=side(top="giant")).end_summon()
    assert after.narrated("attack", "rested") == ["baron rests", "partisan attacks giant", "partisan rests"]


@BOTH
def test_the_last_card(page: str, edition: str) -> None:
    """I1, Q6: a creature stays in both editions; an incantation may be cast."""
    assert "The book of 2022 only says that whoever holds nothing but the fortress loses" in _said(page, "I1")
    assert "in both editions" in _said(page, "Q6")
    with refused("last_card"):
        duel(A=side("* zombie"), edition=edition).play("zombie", "top")
    game = duel(A=side("* boom"), B=side(HAND, top="zombie"), edition=edition).cast("boom", "B top 0")
    assert game.hand("A") == "* boom"


def test_readings_that_were_missing(page: str) -> None:
    """Section 12: a second attack (I9), mana in 2022 (I14), the last turn (I15); the engine answers in R12_readings."""
    assert "A second attack by the same creature in the same turn, by Berserk or Instinct" in _said(page, "I9")
    assert "Mana in 2022 is spent in the summon phase only" in _said(page, "I14")
    assert "only attacks (R10.6)" in _said(page, "I15")
    assert "(I15)" in _said(page, "R10.6")
    assert "(I14)" in _said(page, "R3.2")
