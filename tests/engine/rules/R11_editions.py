"""Section 11: what differs between the editions, row by row as far as it shows in play."""

import pytest

from engine import cards, notation
from engine.editions import BY_NAME, DEFAULT
from engine.errors import BadPosition
from tests.engine.language import automaton, design, duel, refused, side, solo
from tests.support.cases import case, in_turn
from tools.rig.json import Json

STARTER = {slug for slug, card in cards.ALL.items() if card.set == "initiation"}


def test_R11_2022_is_the_default() -> None:
    assert DEFAULT == "2022" and set(BY_NAME) == {"2021", "2022"}


def test_R11_incantations_in_phases_2_and_3_or_in_phase_2() -> None:
    A, B = side("* boom brute", top="zombie"), side(top="troll")
    assert duel(A=A, B=B, edition="2021").end_summon().playable == {"boom"}
    assert duel(A=A, B=B, edition="2022").end_summon().active == "B"


def test_R11_2022_knows_no_single_steps() -> None:
    for action in ("attack", "attack_all", "end_turn"):
        with refused("wrong_edition"):
            duel(A=side(top="zombie")).do({"type": action})


def test_R11_destroyed_together_the_owner_orders_or_a_fixed_order() -> None:
    A, B = side("* cyclone brute"), side("* brute", top="zombie gnome")
    assert duel(A=A, B=B, edition="2021").cast("cyclone", "B top 0").phase == "order"
    assert duel(A=A, B=B, edition="2022").cast("cyclone", "B top 0").phase == "summon"


def test_R11_the_cards_of_2021_are_the_starter_kit() -> None:
    for slug in cards.ALL:
        if slug in STARTER:
            assert duel(A=side(f"* {slug} brute"), edition="2021").hand("A") == f"* {slug} brute"
        else:
            with case(slug), pytest.raises(BadPosition, match="2021"):
                duel(A=side(f"* {slug} brute"), edition="2021")


def test_R11_the_abilities_of_2021() -> None:
    words = {word.split(":")[0] for slug in STARTER for word in cards.ALL[slug].printed}
    expected = {"splash", "perforation", "rage", "protection", "indestructible", "berserk", "sprint", "aura"}
    assert words == expected


@in_turn("where", [{"champion": "brute ready"}, {"hand": "* zombie Own"}, {"top": "Own"}, {"bottom": "brute+spectre"}])
def test_R11_2021_has_no_champions_designs_or_symbiotes(where: Json) -> None:
    design("Own", 3, 3)
    with pytest.raises(BadPosition):
        duel(A=side(**where), edition="2021")


@in_turn(("edition", "winner"), [("2021", None), ("2022", "A")])
def test_R11_solo_pile_gone_under_the_fort(edition: str, winner: str | None) -> None:
    game = solo(A=side(top="brute"), B=automaton("zombie", fort=True), edition=edition).end_summon()
    game = game if edition == "2022" else game.attack()
    assert game.winner == winner


@in_turn(
    ("edition", "abilities", "allowed"),
    [
        ("2021", ["splash"], True), ("2021", ["splash", "rage"], False), ("2021", ["sprint"], False),
        ("2021", ["indestructible"], False),
        ("2022", ["splash", "rage", "indestructible", "sprint", "evasion", "instinct", "aerial"], True),
        ("2022", ["mercenary"], False), ("2022", ["symbiote"], False), ("2022", ["blood-price"], False),
        ("2022", ["defender"], False), ("2022", ["rage", "rage"], False), ("2022", ["nonsense"], False),
    ],
)  # fmt: skip
def test_R11_solo_abilities(edition: str, abilities: list[str], allowed: bool) -> None:
    if allowed:
        assert solo(side(), automaton("zombie"), edition=edition, abilities=abilities).phase == "summon"
    else:
        with pytest.raises(BadPosition):
            solo(side(), automaton("zombie"), edition=edition, abilities=abilities)


def test_R11_a_position_says_its_edition(edition: str) -> None:
    shown = duel(edition=edition).shown
    assert shown["edition"] == edition
    with pytest.raises(BadPosition):
        notation.from_json({**shown, "edition": "2020"})
