"""Section 7: how a match ends."""

from engine.match import Match, Outcome
from engine.setup.options import Options
from tests.engine.language import automaton, duel, refused, side, solo
from tests.support.cases import in_turn


@in_turn(("active", "winner"), [("A", "A"), ("B", "B")])
def test_R7_1_the_player_whose_fort_falls_loses(edition: str, active: str, winner: str) -> None:
    seat = side("* brute troll", top="zombie", fort=True)
    game = duel(A=seat | {"top": []}, B=seat, edition=edition, active="B")
    if active == "A":
        game = duel(A=seat, B=seat | {"top": []}, edition=edition)
    assert game.assault().winner == winner


@in_turn("player", ["A", "B"])
@in_turn("active", ["A", "B"])
def test_R7_1_a_player_may_resign_at_any_time(edition: str, player: str, active: str) -> None:
    after = duel(edition=edition, active=active).resign(player)
    assert (after.winner, after.phase, after.legal()) == ("B" if player == "A" else "A", "over", [])


@in_turn("player", ["A", "B"])
def test_R7_1_in_the_assault_and_while_cards_are_ordered(player: str) -> None:
    game = duel(A=side(top="revenant"), B=side(top="zombie gnome"), edition="2021").end_summon()
    for moment in (game, game.attack()):
        after = moment.resign(player)
        assert (after.winner, after.phase) == ("B" if player == "A" else "A", "over")


def test_R7_1_the_automaton_does_not_resign() -> None:
    game = solo(A=side(), B=automaton("ogre brute"))
    assert game.resign("A").winner == "B"
    with refused("cannot_resign"):
        game.resign("B")


def test_R7_1_nothing_after_the_end() -> None:
    after = duel().resign("A")
    for again in (after.end_summon, lambda: after.resign("B")):
        with refused("match_over"):
            again()


def test_R7_1_one_resigns_only_for_oneself() -> None:
    match = Match.new(Options(seed=1, decks={"A": 1, "B": 2}, first="A"))
    with refused("cannot_resign"):
        match.apply("A", {"type": "resign", "player": "B"})
    ended, _ = match.apply("B", {"type": "resign", "player": "B"})
    assert ended.outcome == Outcome("A", "resignation")


def test_R7_2_the_match_is_a_draw_when_turn_200_would_begin(edition: str) -> None:
    after = duel(edition=edition, turn=199).assault()
    assert (after.winner, after.phase, after.turn) == ("draw", "over", 199)
    assert after.narrated("over") == ["draw wins by turn_limit"]


def test_R7_2_turn_199_is_still_played(edition: str) -> None:
    after = duel(edition=edition, turn=198).assault()
    assert (after.winner, after.turn) == (None, 199)


def test_R7_2_a_fort_that_falls_in_turn_199_counts() -> None:
    assert duel(A=side(top="titan"), B=side("* lich", fort=True), turn=199).assault().winner == "A"


def test_R7_2_the_automatons_turns_count() -> None:
    after = solo(A=side(), B=automaton("titan ogre"), turn=199).end_summon()
    assert after.winner == "draw" and after.narrated("revealed") == []
    after = solo(A=side(), B=automaton("titan ogre"), turn=198).end_summon()
    assert (after.winner, after.narrated("revealed")) == ("draw", ["titan revealed top"])
