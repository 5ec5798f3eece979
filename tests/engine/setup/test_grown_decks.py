"""A preconstructed duel that begins with a deck of its player's own, of which cards may have grown (H13)."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from engine import bots, cards
from engine.bots.evaluation import card_values, evaluation
from engine.cards import from_text, text_of
from engine.errors import BadPosition
from engine.knowledge import Facts, Knowledge, facts_of, knowledge_of
from engine.legacy import Road
from engine.match import Match, Options
from engine.record import MatchRecord, Move
from engine.seat import SEATS, Viewer
from engine.setup.setup import Setup
from tests.support.cases import in_turn
from tools.bots import players

BRUTE = cards.ALL["brute"]
GROWN: cards.DesignedCard = {
    "name": "Brute",
    "type": "creature",
    "cost": 4,
    "attack": 4,
    "health": 5,
    "abilities": ["sprint"],
    "origin": "brute",
}
DECK: list[cards.CardNotation] = [GROWN if slug == "brute" else slug for slug in cards.preconstructed(1)]


def options(**more: object) -> Options:
    """Return the options of a duel of DECK against the starter deck 2."""
    return Options.from_json({"seed": 5, "decks": {"B": 2}, "settled": {"A": DECK}, "first": "A", **more})


def played(match: Match, turns: int = 200) -> tuple[Match, list[Move]]:
    """Return a match that computers have played, and their moves."""
    seated = {seat: players.player("1") for seat in SEATS}
    moves: list[Move] = []
    while match.status == "playing" and match.position is not None and match.position.turn <= turns:
        (seat,) = match.to_act
        action = seated[seat].action(match, seat, str(len(moves)))
        match, _ = match.apply(seat, action)
        moves.append(Move(seat, action, float(len(moves))))
    return match, moves


def test_H13_the_deck_takes_the_place_of_a_starter_deck_and_is_public() -> None:
    match = Match.new(options())
    assert match.position is not None
    held = [card.notation for card in match.position.sides["A"].hand]
    assert sorted(map(text_of, held)) == sorted(map(text_of, DECK)) and GROWN in held
    for viewer in (*SEATS, None):
        known = match.setup.known_decks(viewer)
        assert known["A"] == sorted(map(text_of, DECK)) and known["B"] == sorted(cards.preconstructed(2))
    assert "settled" not in match.options.public()


def test_H13_a_record_of_it_replays_and_what_is_stored_comes_back() -> None:
    begun = options()
    match, moves = played(Match.new(begun))
    assert match.outcome is not None
    record = MatchRecord(begun, {"A": "Ann", "B": "Pip"}, moves, match.outcome)
    read = MatchRecord.from_json(json.loads(json.dumps(record.to_json())))
    assert read.options == begun and read.check().position is not None
    middle, _ = played(Match.new(begun), 6)
    assert Match.from_json(json.loads(json.dumps(middle.to_json()))).to_json() == middle.to_json()
    assert record.to_json()["setup"]["settled"] == {"A": DECK}


def test_H13_what_was_recorded_before_reads_as_it_did() -> None:
    plain = Options(seed=5, decks={"A": 1, "B": 2}, first="A")
    assert "settled" not in plain.to_json() and Options.from_json(plain.to_json()) == plain
    before, after = Setup.new(plain)[0].deal(), Setup.new(Options.from_json(plain.to_json()))[0].deal()
    assert before == after and set(before.hands["A"]) == set(cards.preconstructed(1))


@in_turn("viewer", [*SEATS, None])
def test_R2_5a_H13_hidden_cards_that_have_grown_change_no_byte_of_a_view(viewer: Viewer) -> None:
    """Permute the hidden cards of each hand, the grown one among them, and demand the same view and events."""
    match, _ = played(Match.new(options(settled={"A": DECK, "B": _grown_deck(2)}, decks={})), 5)
    assert match.position is not None
    shown = json.dumps(match.view_for(viewer))
    assert any(isinstance(card.notation, dict) for seat in SEATS for card in match.position.sides[seat].hand)
    for seed in range(8):
        other = replace(match, position=match.position.clone())
        assert other.position is not None
        for seat in SEATS:
            side = other.position.sides[seat]
            hidden = [n for n, card in enumerate(side.hand) if seat != viewer and not other.position.seen & card.bit]
            order = random.Random(seed).sample(hidden, len(hidden))
            moved = {place: side.hand[source] for place, source in zip(hidden, order, strict=True)}
            side.hand = [moved.get(n, card) for n, card in enumerate(side.hand)]
        assert json.dumps(other.view_for(viewer)) == shown


def _grown_deck(number: int) -> list[cards.CardNotation]:
    """Return a starter deck of which some cards have grown."""
    road = Road.begin(3, number)
    for rival in (1, 3, 4):
        won = road.after({"outcome": "won"})
        road = road.after({"outcome": "won", "choice": won.offers(rival)[0]})
    return [from_text(text).notation for text in road.deck]


def test_H13_a_computer_draws_hidden_cards_from_what_they_have_become() -> None:
    match, _ = played(Match.new(options()), 4)
    known = knowledge_of(match, "B")
    hidden = match.position.sides["A"].hand if match.position else []
    unseen = [card for card in hidden if match.position and not match.position.seen & card.bit]
    assert sorted(text_of(card.notation) for card in unseen) == known.candidates
    worlds = [known.world(random.Random(seed)) for seed in range(30)]
    for world in worlds:
        drawn = [card for lane in world.sides["A"].lanes for creature in lane for card in (creature.card,)]
        assert {card.origin for card in (*world.sides["A"].hand, *drawn)} <= set(cards.preconstructed(1))
    assert Knowledge("B", match.table_view("B"), json.loads(json.dumps(facts_of(match, "B")))).candidates


def test_H13_a_computer_values_a_card_as_what_it_has_grown_from_with_what_has_changed() -> None:
    grown = cards.from_notation({**GROWN, "attack": BRUTE.attack, "abilities": list(BRUTE.printed)})
    stranger = cards.from_notation({key: value for key, value in grown_notation(grown).items() if key != "origin"})
    assert card_values().of(grown) == card_values().of(BRUTE) != card_values().of(stranger)
    assert card_values().of(cards.from_notation(GROWN)) != card_values().of(BRUTE)
    same, printed, other = (
        Match.new(options(settled={"A": [one, *[card for card in DECK if card != GROWN]]})).position
        for one in (grown.notation, "brute", stranger.notation)
    )
    assert same is not None and printed is not None and other is not None
    judge = evaluation("duel")
    assert judge.logit(same) == judge.logit(printed) != judge.logit(other)
    match = Match.new(options())
    facts: Facts = facts_of(match, "A")
    asked = bots.choose(2, "A", match.view_for("A"), facts, match.legal_actions("A"), seed=1)
    assert asked.actions[0] in match.legal_actions("A")


def grown_notation(card: cards.Card) -> dict[str, object]:
    """Return the notation of a designed card as an object."""
    assert isinstance(card.notation, dict)
    return {**card.notation}


@in_turn(
    "what",
    [
        {"settled": {"A": DECK[:7]}},
        {"settled": {"A": [*DECK, "ogre"]}},
        {"settled": {"A": [*DECK[:7], DECK[0]]}},
        {"settled": {"A": [*[card for card in DECK if card != "troll"], "brute"]}},
        {"settled": {"A": [1, *DECK[1:]]}},
        {"settled": {"C": DECK}},
        {"decks": {"A": 1, "B": 2}},
        {"mirror": True, "decks": {}},
        {"edition": "2021"},
        {"edition": "2021", "settled": {"A": cards.of_sets(("treachery",))[:8]}},
    ],
)
def test_H13_what_does_not_fit_is_refused(what: dict[str, object]) -> None:
    with pytest.raises(BadPosition) as caught:
        options(**what)
    assert caught.value.code == "settled_starter"


@in_turn("change", [{"origin": "nobody"}, {"origin": 3}, {"origin": ""}, {"attack": 12}, {"grown": True}])
def test_H13_a_card_that_is_none_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(BadPosition) as caught:
        options(settled={"A": [{**GROWN, **change}, *[card for card in DECK if card != GROWN]]})
    assert caught.value.code == "bad_position"
