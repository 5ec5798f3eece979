"""The shelves of the gallery: filters, search, sorting, neighbours."""

from app.base.i18n.comparing import plain
from app.base.i18n.current import use_language
from app.cards.gallery import catalogue
from app.cards.gallery.catalogue import CardFilter
from engine import cards
from tests.support.cases import in_turn
from tools.rig.json import Json


def slugs(**card_filter: object) -> list[str]:
    """Return the slugs that fit."""
    return [str(card.slug) for card in catalogue.find(CardFilter(**card_filter))]  # type: ignore[arg-type] # fields of CardFilter


@in_turn("name", cards.SETS)
def test_sets(name: str) -> None:
    assert slugs(sets=frozenset({name})) == cards.of_sets((name,))


def test_filters_of_one_kind_add_up_and_of_different_kinds_narrow_down() -> None:
    found = catalogue.find(CardFilter(sets=frozenset({"elusive", "breaching"}), costs=frozenset({6, 7})))
    assert {card.set for card in found} == {"elusive", "breaching"} and {card.cost for card in found} == {6, 7}
    assert len(found) == len([c for c in cards.ALL.values() if c.set in ("elusive", "breaching") and c.cost in (6, 7)])


def test_abilities_are_all_wanted_and_auras_count() -> None:
    assert slugs(abilities=frozenset({"rage", "berserk", "splash"})) == ["parasite"]
    assert "shaman" in slugs(abilities=frozenset({"rage"}))
    assert set(slugs(abilities=frozenset({"aura"}))) == {str(c.slug) for c in cards.ALL.values() if c.auras}


@in_turn(
    ("text", "slug"),
    [
        ("OGRE", "ogre"), ("oeuf phoenix", "phoenix-egg"), ("requinotaure", "sharkotaur"), ("barón", "baron"),
        ("demoniaque garde", "demonic-guard"), ("CAT’PTAIN", "hydrophobic-catptain"), ("blood price moon", ""),
    ],
)  # fmt: skip
def test_search_in_all_languages_without_accents(text: str, slug: str) -> None:
    found = slugs(text=text)
    assert (slug in found) if slug else found == []


def test_search_finds_abilities_and_types() -> None:
    assert slugs(text="symbiote aerial") == ["demonic-parasite"]
    assert set(slugs(text="incantation elusive")) == set(
        slugs(types=frozenset({"incantation"}), sets=frozenset({"elusive"}))
    )


@in_turn(
    ("word", "chosen"),
    [
        ("evasion", {"abilities": frozenset({"evasion"})}), ("VANISH", {"abilities": frozenset({"evasion"})}),
        ("breaching in", {"sets": frozenset({"breaching"})}), ("starter kit", {"sets": frozenset({"initiation"})}),
    ],
)  # fmt: skip
def test_search_finds_slugs_and_printed_words_in_every_language(word: str, chosen: Json) -> None:
    for language in ("en", "sv"):
        with use_language(language):
            assert slugs(text=word) == slugs(**chosen) != []


def test_sorting() -> None:
    every = cards.ALL
    by_cost = [every[slug].cost for slug in slugs(sort="cost")]
    by_name = [every[slug].name for slug in slugs(sort="name")]
    by_health = [every[slug].health for slug in slugs(sort="health")]
    assert by_cost == sorted(by_cost) and by_name == sorted(by_name, key=plain)
    assert by_health == sorted(by_health, reverse=True)
    assert all("vulnerability" in every[slug].printed for slug in slugs(sort="attack")[:8])


def test_neighbours_go_round_the_set() -> None:
    first, last = cards.of_sets(("elusive",))[0], cards.of_sets(("elusive",))[-1]
    before, after = catalogue.neighbours(cards.ALL[first])
    assert before.slug == last and catalogue.neighbours(after)[0].slug == first


def test_deck_mates() -> None:
    assert [card.slug for card in catalogue.deck_mates(cards.ALL["ogre"])] == cards.preconstructed(2)
    assert catalogue.deck_mates(cards.ALL["titan"]) == []


def test_with_ability_lists_owners_before_lenders() -> None:
    found = [str(card.slug) for card in catalogue.with_ability("indestructible")]
    assert found.count("peaceful-druid") == 1 and found.index("ghoul") < len(found)
    rage = [str(card.slug) for card in catalogue.with_ability("rage")]
    assert rage[-1] == "shaman"
