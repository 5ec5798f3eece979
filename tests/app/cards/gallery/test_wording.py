"""Abilities, sets and cards in words."""

from app.cards.gallery import wording
from app.cards.gallery.abilities import PAGES
from engine import abilities, cards
from tests.support.cases import case, in_turn


@in_turn("slug", abilities.NAMES)
def test_every_ability_is_explained(slug: str) -> None:
    words = wording.ability(slug)
    assert words.name and words.text.endswith(".") and PAGES[slug]().notes


def test_ability_names_are_the_engine_s() -> None:
    assert {slug: wording.ability_name(slug) for slug in abilities.BY_SLUG} == {
        slug: known.name for slug, known in abilities.BY_SLUG.items()
    }


def test_an_aura_says_what_it_lends() -> None:
    words = wording.ability("aura:rage")
    assert words.name == "Aura of Rage" and "have Rage" in words.text and words.in_2021
    assert not wording.ability("aura:aquatic").in_2021


def test_every_ability_a_card_can_show_is_explained_for_the_board() -> None:
    explained = {words.slug for words in wording.explained_abilities()}
    assert {slug for card in cards.ALL.values() for slug in card.printed} <= explained


def test_every_card_has_one_sentence_that_mentions_each_ability() -> None:
    for slug, card in cards.ALL.items():
        with case(slug):
            sentence = wording.sentence(card)
            assert sentence.endswith(".") and sentence.count(". ") == 0 and "{" not in sentence
            assert all(clause in sentence for clause in wording.clauses(card))
            assert len(wording.clauses(card)) == len(card.printed)


@in_turn(
    ("slug", "sentence"),
    [
        ("ogre", "Hits for 4, falls to 4 damage: each creature it destroys buys it another attack."),
        (
            "machine",
            "Falls to a single point of damage and hits nobody: its neighbours have Protection; incantations leave it "
            "cold.",
        ),
        ("boom", "Deals 1 damage to any creature."),
        ("meteorite", "Deals 4 damage to any creature: the creature behind the target takes the same."),
        ("sheepify", "Aim it at any creature: the target is left with 1 health."),
        ("titan", "An honest 8 to give and 8 to take; no tricks."),
        ("lich", "Hits for 6 before anyone notices that 2 damage would do; no tricks."),
        ("maya-fetish", "Takes 6 damage to bring down and hits for 2; no tricks."),
    ],
)
def test_sentences(slug: str, sentence: str) -> None:
    assert wording.sentence(cards.ALL[slug]) == sentence
