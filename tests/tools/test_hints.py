"""Hints, analyses and mistakes are true: what they say happens when the turn is really played."""

from __future__ import annotations

from dataclasses import replace

from engine.bots.advice import Advice, Gains
from tests.support.cases import FULL
from tools.bots import hints
from tools.bots.sentences import Judge, SaidOfTurn, said_of

POSITIONS = 500 if FULL else 150


def test_every_sentence_comes_true() -> None:
    found = hints.tally_of(POSITIONS, seed=1)
    for said in hints.advised("preconstructed", 16, 4):  # the rarest one is said here
        found.add(said)
    assert not [(sentence, said.match.options, said.advice.actions) for said, sentence in found.false]
    assert found.positions > POSITIONS and len(found.said) > 12
    assert any("It saves your" in sentence for sentence in found.said)


def _wins(said: SaidOfTurn) -> bool:
    return isinstance(said.advice.effects, Gains) and said.advice.effects.wins


def _claims(said: SaidOfTurn) -> list[str]:
    """Return sentences about the same turn that claim more, or something else, than what is so."""
    effects = said.advice.effects
    gains = effects if isinstance(effects, Gains) else Gains()
    more = replace(gains, damage=gains.damage + 1, felled=("gnome", *gains.felled))
    lying = Advice(said.advice.turn, None, replace(more, wins=False, kept="fort", holds=True))
    sentences = said_of(said.match, said.seat, lying).sentences
    return [each for each in sentences if each not in said.sentences]


def test_a_sentence_that_is_not_so_is_found() -> None:
    for kind in ("preconstructed", "draft-2021", "solo"):
        said = next(each for each in hints.advised(kind, 1, 3) if not _wins(each))
        judge = Judge(said)
        claims = _claims(said)
        assert len(claims) >= 2 and not any(judge.holds(claim) for claim in claims)
    assert judge.holds("It rains.") is None
