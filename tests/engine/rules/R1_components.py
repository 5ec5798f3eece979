"""Section 1: cards, the fortress, the hand, the lanes."""

from engine import cards
from tests.engine.language import duel, refused, side
from tests.support.cases import in_turn


def test_R1_1_there_are_224_cards_in_seven_sets_of_32() -> None:
    sets = [card.set for card in cards.ALL.values()]
    assert len(sets) == 224
    named = ["initiation", "treachery", "submersion", "breaching", "deliquescence", "elusive", "resistance"]
    assert list(cards.SETS) == named and [sets.count(one) for one in named] == [32] * 7


@in_turn(
    ("slug", "cost", "attack", "health", "abilities"),
    [
        ("aberration", 7, 2, 4, "sprint rage berserk perforation indestructible"),
        ("shaman", 3, 1, 2, "aura:rage"),
        ("peaceful-druid", 2, 1, 1, "indestructible aura:indestructible"),
        ("liquefaction", 9, 8, 0, "blood-price sharpening mercenary"),
    ],
)
def test_R1_1_a_card_has_what_is_printed_on_its_face(
    slug: str, cost: int, attack: int, health: int, abilities: str
) -> None:
    card = cards.ALL[slug]
    assert (card.cost, card.attack, card.health, " ".join(card.printed)) == (cost, attack, health, abilities)
    assert card.is_creature == (health > 0)


@in_turn("deck", [1, 2, 3, 4])
def test_R1_1_a_preconstructed_deck_is_eight_cards_of_the_starter_kit(deck: int) -> None:
    slugs = cards.preconstructed(deck)
    assert len(slugs) == 8 and {cards.ALL[slug].set for slug in slugs} == {"initiation"}


def test_R1_2_the_fortress_lives_in_the_hand_and_is_not_played() -> None:
    game = duel(A=side("zombie * brute"))
    with refused("is_fortress"):
        game.do({"type": "play", "hand": 1, "lane": "top"})


def test_R1_2_the_fortress_has_two_sides() -> None:
    three_wounds = side(top="zombie")
    assert duel(A=three_wounds, B=side("* lich giant treant")).end_summon().fortress("B") == "fort"
    assert duel(A=three_wounds, B=side("* lich giant treant", fort=True)).end_summon().winner == "A"


@in_turn(("hand", "falls"), [("* lich giant", True), ("titan * lich giant djinn", False)])
def test_R1_3_the_hp_of_a_fortress_are_the_cards_to_its_right(hand: str, falls: bool) -> None:
    assert (duel(A=side(top="land-snout"), B=side(hand)).end_summon().fortress("B") == "fort") is falls


def test_R1_3_the_hand_is_an_ordered_row() -> None:
    assert duel(A=side("zombie treant * brute baron")).play("treant", "top").hand("A") == "zombie * brute baron"


def test_R1_4_position_0_touches_the_bridge() -> None:
    after = duel(A=side(top="brute zombie:done"), B=side(top="gnome giant")).end_summon()
    assert after.narrated("attack")[0] == "brute attacks gnome"


def test_R1_4_a_realm_has_two_lanes() -> None:
    game = duel(A=side("* zombie treant brute")).play("zombie", "top").play("treant", "bottom")
    assert (game.lane("A top"), game.lane("A bottom")) == ("zombie", "treant")


def test_R1_4_a_lane_has_no_limit() -> None:
    full = " ".join(["treant"] * 30)
    assert duel(A=side("* zombie brute", top=full)).play("zombie", "top").lane("A top") == f"{full} zombie"
