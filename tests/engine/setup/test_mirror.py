"""A mirror match (H9): both play the same preconstructed deck, each their own copy, and nothing else is different."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from engine import bots, cards, identity
from engine.knowledge import facts_of, knowledge_of
from engine.match import Match, Options
from engine.position import Position
from engine.record import MatchRecord, Move
from tests.engine.setup.acting import bad_options
from tests.support.cases import in_turn

EDITIONS = ("2021", "2022")


def _played(options: Options, dice: random.Random) -> MatchRecord:
    """Return a match of two players by chance; each moment is what a player of either seat could know of it."""
    match, moves = Match.new(options), list[Move]()
    while match.outcome is None:
        seat = dice.choice(match.to_act)
        action = dice.choice([action for action in match.legal_actions(seat) if action["type"] != "resign"])
        if match.position is not None and dice.random() < 0.1:
            _check_identities(match.position)
            assert _held(knowledge_of(match, seat).world(dice)) == _held(match.position)
        match, _ = match.apply(seat, action)
        moves.append(Move(seat, action, len(moves)))
    return MatchRecord(options, {"A": "Ann", "B": "Bob"}, tuple(moves), match.outcome)


def _held(position: Position) -> Counter[str]:
    found = [card for side in position.sides.values() for card in side.hand]
    for side in position.sides.values():
        for creature in (creature for lane in side.lanes for creature in lane):
            found += [creature.card] if creature.over is None else [creature.card, creature.over]
    found += position.pending.cards if position.pending is not None else ()
    return Counter(str(card.slug) for card in found)


def _check_identities(position: Position) -> None:
    numbers = identity.numbers(position)
    assert len(set(numbers)) == len(numbers), "two cards are taken for one"


@in_turn(("edition", "deck"), [*product(EDITIONS, range(1, 5))])
def test_H9_both_play_one_deck_to_the_end_and_the_record_replays(edition: str, deck: int) -> None:
    options = Options(seed=deck, edition=edition, decks={"A": deck}, mirror=True)
    match = Match.new(options)
    assert match.setup.decks["A"] == match.setup.decks["B"] == tuple(cards.preconstructed(deck))
    record = _played(options, random.Random(deck))
    again = MatchRecord.from_json(record.to_json())
    assert again.options == options and again.check().outcome == record.result


@in_turn("edition", EDITIONS)
def test_H9_a_match_is_stored_in_the_middle_and_a_bot_plays_it(edition: str) -> None:
    match = Match.new(Options(seed=3, edition=edition, mirror=True))
    for number in range(12):
        if match.outcome is not None:
            break
        seat = match.to_act[0]
        choice = bots.choose(4, seat, match.view_for(seat), facts_of(match, seat), match.legal_actions(seat), seed=1)
        match, _ = match.apply(seat, choice.actions[0])
        stored = Match.from_json(match.to_json())
        assert [stored.view_for(seat) for seat in ("A", "B")] == [match.view_for(seat) for seat in ("A", "B")], number


def test_H9_without_a_choice_both_get_one_deck_by_chance() -> None:
    decks = [Match.new(Options(seed=seed, mirror=True)).setup.decks for seed in range(20)]
    assert all(pair["A"] == pair["B"] for pair in decks) and len({pair["A"] for pair in decks}) == 4
    shuffled = Match.new(Options(seed=1, mirror=True)).position
    assert shuffled is not None and shuffled.sides["A"].hand != shuffled.sides["B"].hand


def test_H9_is_for_duels_with_preconstructed_decks() -> None:
    assert bad_options(mirror=True, mode="solo") == "mirror_format"
    assert bad_options(mirror=True, format="draft") == "mirror_format"
    assert bad_options(mirror=True, decks={"A": 1, "B": 2}) == "mirror_decks"
    assert Options(seed=1, mirror=True, decks={"A": 1, "B": 1}).public()["mirror"] is True
    assert "mirror" not in Options(seed=1).to_json()
