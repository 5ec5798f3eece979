"""The gain of a hinted turn: the difference to an attack without any plays, by the rules."""

from __future__ import annotations

import random

import pytest

from engine import actions
from engine.bots import advice
from engine.bots.evaluation import evaluation
from engine.knowledge import facts_of
from engine.match import Match, Options
from engine.position import OVER
from engine.seat import Seat, other
from engine.view import UNKNOWN
from tests.engine.bots.test_knowledge import moments, shuffled
from tests.engine.language import design, duel, side
from tools.bots import exhaustive, players

SEEDS = (8, 9)


def _advised(match: Match, seat: Seat) -> advice.Advice:
    view = match.view_for(seat)
    assert "turn" in view
    return advice.advise(3, seat, view, facts_of(match, seat), match.legal_actions(seat), seed="x")


def test_a_hint_knows_nothing_that_is_hidden() -> None:
    dice, asked = random.Random(3), 0
    for match, seat in moments("2022-duel-draft", 5, 1.0):
        if match.to_act == (seat,):
            assert _advised(shuffled(match, seat, dice), seat) == _advised(match, seat)
            asked += 1
    assert asked > 2


def test_nothing_is_promised_where_cards_are_ordered() -> None:
    for match, seat in moments("2022-duel-draft", 5, 1.0):
        if match.position is not None and match.position.active != seat:
            assert advice.effects(match.position, seat, [actions.END_SUMMON]) == advice.Unforeseen()
            return
    raise AssertionError("both seats look")


def test_a_turn_that_forgoes_a_bastion_is_not_praised_for_less() -> None:
    A = side("* boom brute baron", top="gnome", bottom=design("Twig", 2, 1))
    position = duel(A=A, B=side("* lich titan giant djinn")).position
    plain = advice.effects(position, "A", [actions.END_SUMMON])
    assert isinstance(plain, advice.Gains) and plain.breaks_bastion
    spared = advice.effects(position, "A", [actions.Cast(1, "A", 0, 0), actions.END_SUMMON])
    assert isinstance(spared, advice.Improvement) and spared.forgoes


def test_the_parts_that_are_better_add_up_to_what_the_evaluation_says() -> None:
    for match, seat in moments("2022-duel-draft", 4, 1.0):
        if match.position is not None and match.position.phase == "summon":
            judge = evaluation("duel")
            parts = judge.terms(match.position, seat)
            sign = 1 if match.position.active == seat else -1
            assert sum(parts.values()) + sign * judge.weights[0] == pytest.approx(judge.for_seat(match.position, seat))


def _kept(hint: advice.Advice) -> str | None:
    return hint.effects.kept if isinstance(hint.effects, advice.Gains) else None


def _holds(hint: advice.Advice) -> bool:
    return isinstance(hint.effects, advice.Gains) and hint.effects.holds


def _falls(match: Match, seat: Seat, hint: advice.Advice) -> bool:
    """True if some reply to the advised turn destroys what it keeps, by the rules' own list of actions."""
    for action in hint.actions:
        match, _ = match.apply(seat, action)
    assert match.position is not None
    after = [reply.position for reply in exhaustive.endings(match.position)]
    if _kept(hint) == "bastion":
        return any(each.sides[seat].is_fort or each.winner == other(seat) for each in after)
    return any(each.phase == OVER and each.winner == other(seat) for each in after)


def _advised_moments(options: Options) -> list[tuple[Match, Seat, advice.Advice]]:
    """Return the beginnings of turns in a duel of bots, with the expert's advice where it keeps a fortress."""
    match, found = Match.new(options), []
    seated = {"A": players.player("4"), "B": players.player("5/600")}
    while match.status != "over":
        seat = match.to_act[0]
        view = match.view_for(seat)
        if "turn" in view and view["phase"] == "summon" and not seated[seat].plan:
            hint = advice.advise(5, seat, view, facts_of(match, seat), match.legal_actions(seat), seed="x")
            if _kept(hint) is not None:
                found.append((match, seat, hint))
        match, _ = match.apply(seat, seated[seat].action(match, seat, "x"))
    return found


def test_nothing_that_is_saved_falls_whatever_the_opponent_plays() -> None:
    saved = fallen = 0
    for seed in SEEDS:
        for match, seat, hint in _advised_moments(Options(seed=seed, decks={"A": 1, "B": 3}, first="A")):
            falls = _falls(match, seat, hint)
            saved += _holds(hint)
            fallen += falls
            assert not (_holds(hint) and falls)
    assert saved > 2
    assert fallen > 2  # an attack without plays would have left them standing


def test_nothing_is_saved_for_certain_where_the_opponent_holds_hidden_cards() -> None:
    moments = _advised_moments(Options(seed=SEEDS[0], decks={"A": 1, "B": 3}, first="A"))
    hidden = [(match, seat, each) for match, seat, each in moments if _hides(match, seat)]
    assert hidden and not any(_holds(each) for _, _, each in hidden)


def _hides(match: Match, seat: Seat) -> bool:
    side = match.table_view(seat)[other(seat)]
    return "hand" in side and UNKNOWN in side["hand"]
