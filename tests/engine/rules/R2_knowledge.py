"""R2.5a in play: what an attentive opponent knows of a hand, and what nobody knows."""

from __future__ import annotations

from typing import Any

from engine.seat import Seat, Viewer
from engine.view import view_for
from tests.engine.language import Game, automaton, duel, side, solo
from tests.support.cases import in_turn


def seen(game: Game, viewer: Viewer, seat: Seat) -> str:
    """Return the hand of `seat` as `viewer` sees it."""
    half: Any = view_for(game.position, viewer)[seat]
    return " ".join(half["hand"])


def test_R2_5a_ones_own_hand_and_of_the_others_the_fortress() -> None:
    game = duel(A=side("zombie * lich titan"), B=side("giant djinn * treant", fort=True))
    assert (seen(game, "A", "A"), seen(game, "A", "B")) == ("zombie * lich titan", "? ? * ?")
    assert (seen(game, "B", "A"), seen(game, "B", "B")) == ("? * ? ?", "giant djinn * treant")
    assert (seen(game, None, "A"), seen(game, None, "B")) == ("? * ? ?", "? ? * ?")
    assert view_for(game.position, "A")["B"]["fortress"] == "fort"


def test_R2_5a_a_card_that_returns_is_seen() -> None:
    after = duel(A=side(top="baron"), B=side("* lich titan", top="zombie")).end_summon()
    assert seen(after, "A", "B") == "* ? ? zombie"


def test_R2_5a_an_incantation_that_moves_to_the_far_right_is_seen() -> None:
    game = duel(A=side("* boom lich titan"), B=side(top="giant")).cast("boom", "B top 0")
    assert seen(game, "B", "A") == "* ? ? boom"


@in_turn(("played", "left"), [("lich", "* ? zombie boom"), ("treant", "* ? zombie boom"), ("zombie", "* ? ? boom")])
def test_R2_5a_its_place_stays_known_when_others_are_played(played: str, left: str) -> None:
    # The zombie returns, then the boom: two unknown and two known cards in B's hand.
    start = duel(A=side(top="baron"), B=side("* boom lich treant", top="zombie"))
    game = start.end_summon().cast("boom", "A top 0")
    assert game.hand("B") == "* lich treant zombie boom" and seen(game, "A", "B") == "* ? ? zombie boom"
    assert seen(game.play(played, "top"), "A", "B") == left


def test_R2_5a_the_fortress_moves_past_known_cards() -> None:
    game = duel(A=side(top="baron", bottom="lanternfish"), B=side("* lich titan", top="zombie")).end_summon()
    assert seen(game, "A", "B") == "? ? * zombie"


def test_R2_5a_a_known_card_played_and_returned_is_known_again() -> None:
    A, B = side("* boom lich"), side("* boom titan", top="giant")
    assert seen(duel(A=A, B=B).cast("boom", "B top 0").cast("boom", "B top 0"), "B", "A") == "* ? boom"


def test_R2_5a_a_mercenary_is_seen_where_it_arrives() -> None:
    after = duel(A=side("* lich titan", top="zombie"), B=side(top="rascal")).end_summon()
    assert seen(after, "B", "A") == "* ? ? rascal"


def test_R2_5a_an_incantation_is_known_while_an_order_is_awaited() -> None:
    A = side("* boom combustion brute")
    game = duel(A=A, B=side("* baron", top="zombie", bottom="gnome"), edition="2021").cast("combustion", "B top 0")
    assert game.phase == "order" and seen(game, "B", "A") == "* ? combustion ?"


def test_R2_5a_everything_in_play_and_what_is_pending_is_public() -> None:
    game = duel(
        A=side("* combustion brute", top="brute:new"), B=side("* baron", top="zombie", bottom="gnome"), edition="2021"
    )
    asked = game.cast("combustion", "B top 0")
    for viewer in ("A", "B", None):
        view = view_for(asked.position, viewer)
        assert [creature["card"] for creature in view["A"]["top"]] == ["brute"]
        assert view["pending"] == {"owner": "B", "cards": ["zombie", "gnome"]}


def test_R2_5a_the_automatons_discard_and_the_number_of_its_pile() -> None:
    game = solo(A=side(), B=automaton("ogre titan lich", discard="zombie boom"), seed=123456)
    for viewer in ("A", None):
        view: Any = view_for(game.position, viewer)
        assert (view["B"]["pile"], view["B"]["discard"]) == (3, ["zombie", "boom"]) and "seed" not in view["solo"]
        assert "123456" not in str(view)


def test_R2_5a_after_the_match_everything_is_shown() -> None:
    game = duel(A=side("zombie * lich titan"), B=side("giant djinn * treant")).resign("A")
    for viewer in ("A", "B", None):
        assert (seen(game, viewer, "A"), seen(game, viewer, "B")) == ("zombie * lich titan", "giant djinn * treant")
