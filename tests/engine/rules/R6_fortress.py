"""Section 6: wounds to the fortress, its falls, its healing."""

from tests.engine.language import duel, side
from tests.support.cases import in_turn


@in_turn("fort", [False, True])
def test_R6_1_wounds_move_the_fortress_right(edition: str, fort: bool) -> None:
    B = side("brute * troll ogre martyr alpha", fort=fort)
    after = duel(A=side(top="zombie"), B=B, edition=edition).assault()
    assert after.hand("B") == "brute troll ogre martyr * alpha"
    assert after.fortress("B") == ("fort" if fort else "bastion")


@in_turn("hand", ["* brute troll ogre", "brute * troll ogre", "brute troll * ogre"])
def test_R6_2_a_bastion_at_the_far_right_turns_to_fort_at_the_far_left(edition: str, hand: str) -> None:
    # Three wounds; those left over are lost.
    after = duel(A=side(top="zombie"), B=side(hand), edition=edition).assault()
    assert (after.hand("B"), after.fortress("B"), after.winner) == ("* brute troll ogre", "fort", None)


def test_R6_3_a_fort_at_the_far_right_loses(edition: str) -> None:
    after = duel(A=side(top="zombie"), B=side("brute * troll ogre alpha", fort=True), edition=edition).assault()
    assert (after.winner, after.phase) == ("A", "over")


def test_R6_3_not_before(edition: str) -> None:
    after = duel(A=side(top="zombie"), B=side("* brute troll ogre alpha", fort=True), edition=edition).assault()
    assert (after.winner, after.hand("B")) == (None, "brute troll ogre * alpha")


def test_R6_4_a_card_played_from_the_right_of_the_bastion(edition: str) -> None:
    game = duel(A=side("brute zombie * grrr"), edition=edition).play("grrr", "top")
    assert (game.hand("A"), game.fortress("A")) == ("* brute zombie", "fort")


def test_R6_4_a_card_played_from_the_right_of_the_fort(edition: str) -> None:
    game = duel(A=side("brute zombie * grrr", fort=True), edition=edition).play("grrr", "top")
    assert (game.winner, game.phase) == ("B", "over")


def test_R6_4_a_card_lost() -> None:
    # The only card to the right of the Bastion is a Mercenary incantation: it goes to the opponent.
    game = duel(A=side("brute * cursed-morsel"), B=side("* lich", top="giant")).cast("cursed-morsel", "B top 0")
    assert (game.hand("A"), game.fortress("A")) == ("* brute", "fort")


def test_R6_4_a_bastion_alone_in_the_hand_loses() -> None:
    game = duel(A=side("* cursed-morsel"), B=side("* lich", top="giant")).cast("cursed-morsel", "B top 0")
    assert game.winner == "B"
    assert game.narrated("bastion_fell", "fort_fell") == ["A's Bastion falls", "A's Fort falls"]


def test_R6_4_an_incantation_that_comes_back_leaves_the_fortress_alone() -> None:
    game = duel(A=side("brute * boom", fort=True), B=side(top="giant")).cast("boom", "B top 0")
    assert (game.hand("A"), game.winner) == ("brute * boom", None)


def test_R6_5_cards_returning_raise_hp(edition: str) -> None:
    # The destroyed gnome returns first: the three wounds leave the Bastion standing.
    B = side("* brute troll ogre", top="gnome")
    after = duel(A=side(top="brute", bottom="zombie"), B=B, edition=edition).assault()
    assert (after.hand("B"), after.fortress("B")) == ("brute troll ogre * gnome", "bastion")
