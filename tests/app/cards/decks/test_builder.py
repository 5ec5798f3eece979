"""The builder's state: read from an address, changed card by card, written back into an address."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from app.cards.decks.builder import Builder, BuilderQuery, builder_query, cards_of, text_of
from app.cards.decks.models import MAX_CARDS, in_order
from app.cards.gallery.catalogue import CardFilter
from engine import cards

STARTER = tuple(cards.of_sets(("initiation",)))


def change(deck: tuple[str, ...] = (), card_filter: CardFilter | None = None, **more: str) -> Builder:
    """Return the builder after one request."""
    return builder_query(card_filter or CardFilter(), text_of(deck), **more).builder()


def test_cards_go_in_and_out() -> None:
    one = change(toggle="ogre")
    two = change(one.slugs, toggle="boom")
    assert two.slugs == ("boom", "ogre")  # as the catalogue orders them
    assert [card.slug for card in two.cards] == ["boom", "ogre"]  # by cost
    assert change(two.slugs, toggle="boom").slugs == ("ogre",)


def test_what_does_not_exist_is_left_out() -> None:
    assert change(toggle="unicorn").slugs == () and cards_of("ogre.unicorn.ogre..boom") == ("boom", "ogre")
    assert len(cards_of(text_of(tuple(cards.ALL)))) <= MAX_CARDS


def test_a_full_deck_says_so() -> None:
    full = STARTER[:MAX_CARDS]
    more = change(full, toggle="naga")
    assert more.slugs == full and str(MAX_CARDS) in more.note


def test_filling_by_chance_keeps_what_is_there_and_heeds_filters_and_pool() -> None:
    card_filter = CardFilter(types=frozenset({"incantation"}))
    filled = change(("ogre",), card_filter, fill="8")
    assert len(filled.slugs) == 8 and "ogre" in filled.slugs
    assert all(not card.is_creature for card in filled.cards if card.slug != "ogre")
    small = builder_query(CardFilter(), "ogre", fill="10").builder(pool=("initiation",), editions=("2021",))
    assert len(small.slugs) == 10 and {card.set for card in small.cards} == {"initiation"}
    assert change(("ogre",), fill="many").slugs == ("ogre",)


def test_emptying() -> None:
    assert change(("ogre", "boom"), clear="1").slugs == ()


def test_the_target_size_grows_with_the_deck() -> None:
    assert [change(STARTER[:n]).size for n in (0, 8, 9, 10, 12)] == [8, 8, 10, 10, 10]
    assert builder_query(CardFilter(), None).builder(editions=("2021",)).size == 10


def test_a_saved_deck_is_where_a_form_without_one_begins() -> None:
    assert builder_query(CardFilter(), None, toggle="boom").builder(("ogre",), "Mine").slugs == ("boom", "ogre")
    emptied = builder_query(CardFilter(), "").builder(("ogre",), "Mine")
    assert (emptied.slugs, emptied.name) == ((), "Mine")


def test_the_address_gives_the_same_state_again() -> None:
    card_filter = CardFilter(
        frozenset({"elusive"}), frozenset({"creature"}), frozenset({3, 4}), frozenset({"rage"}), "a b", "cost"
    )
    before = BuilderQuery(("boom", "ogre"), "", 0, False, "Tides & Teeth", card_filter).builder()
    query = parse_qs(urlsplit(before.address("/decks/new")).query)
    assert query == {
        "deck": ["boom.ogre"], "name": ["Tides & Teeth"], "q": ["a b"], "sort": ["cost"], "set": ["elusive"],
        "type": ["creature"], "cost": ["3", "4"], "ability": ["rage"],
    }  # fmt: skip
    assert cards_of(query["deck"][0]) == before.slugs == in_order(before.slugs)


def test_the_pool_limits_what_is_on_offer() -> None:
    builder = builder_query(CardFilter(), None).builder(pool=("initiation",), editions=("2021",))
    assert builder.total == len(builder.found) == 32
