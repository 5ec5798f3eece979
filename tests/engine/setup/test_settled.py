"""A match of a series that begins with the drafted or built decks of an earlier one (H11)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import cards
from engine.errors import BadPosition
from engine.match import Match, Options
from engine.record import MatchRecord
from engine.seat import SEATS
from tests.support.cases import in_turn

INITIATION, TREACHERY = cards.of_sets(("initiation",)), cards.of_sets(("treachery",))


def drafted(seed: int = 3) -> Match:
    """Return a match whose decks have been drafted by chance."""
    match, dice = Match.new(Options(seed=seed, format="draft", first="A")), random.Random(seed)
    while match.position is None:
        seat = match.to_act[0]
        match, _ = match.apply(seat, dice.choice(match.legal_actions(seat)))
    return match


def test_H11_the_decks_are_kept_and_shuffled_again_without_a_draft() -> None:
    before = drafted()
    options = replace(before.options, seed=4, first="B", settled=before.setup.decks)
    after, events = Match.start(options)
    assert after.status == "playing" and after.to_act == ("B",) and {event["type"] for event in events} >= {"dealt"}
    position = after.position
    assert position is not None
    for seat in SEATS:
        dealt = [card.slug for card in position.sides[seat].hand if card.slug]
        assert sorted(dealt) == sorted(before.setup.decks[seat]) and dealt != list(before.setup.decks[seat])


def test_H11_a_record_says_the_decks_and_replays() -> None:
    before = drafted()
    options = replace(before.options, settled=before.setup.decks)
    assert Options.from_json(options.to_json()) == options and "settled" not in options.public()
    assert "settled" not in before.options.to_json()
    record = MatchRecord(options, {"A": "Ann", "B": "Bob"}, (), None)
    assert MatchRecord.from_json(record.to_json()).options == options


def test_H11_built_decks_stay_secret() -> None:
    decks = drafted().setup.decks
    match = Match.new(Options(seed=1, format="constructed", settled=decks))
    assert match.setup.known_decks("A") == {"A": sorted(decks["A"]), "B": None}
    assert match.setup.known_decks(None) == {"A": None, "B": None}


def test_R2_6_H11_built_decks_may_share_cards_of_any_set() -> None:
    Options.from_json({"seed": 1, "format": "constructed", "settled": {"A": TREACHERY[:8], "B": TREACHERY[:8]}})


def test_H11_a_draft_of_several_sets_keeps_decks_of_all_of_them() -> None:
    decks = {"A": TREACHERY[:4] + INITIATION[:4], "B": TREACHERY[4:8] + INITIATION[4:8]}
    Options.from_json({"seed": 1, "format": "draft", "sets": ["initiation", "treachery"], "settled": decks})


def test_H11_champions_are_chosen_again() -> None:
    match = Match.new(Options(seed=1, format="draft", champions=True, settled=drafted().setup.decks))
    assert match.setup.phase == "champion"


@in_turn(
    ("what", "code"),
    [
        ({"mode": "solo"}, "settled_format"),
        ({"settled": {"A": ["ogre"] * 8, "B": ["ogre"] * 8}}, "settled_decks"),
        ({"settled": {"A": []}}, "settled_decks"),
        ({"settled": "ogre"}, "option_object"),
        ({"settled": {"A": [1] * 8, "B": [2] * 8}}, "settled_decks"),
        ({"settled": {"A": INITIATION[:8], "B": INITIATION[7:15]}}, "settled_draft"),
        ({"sets": ["treachery"]}, "settled_draft"),
        ({"sets": ["treachery"], "settled": {"A": INITIATION[:8], "B": TREACHERY[:8]}}, "settled_draft"),
    ],
)
def test_what_does_not_fit_is_refused(what: dict[str, object], code: str) -> None:
    decks = {seat: list(deck) for seat, deck in drafted().setup.decks.items()}
    with pytest.raises(BadPosition) as caught:
        Options.from_json({"seed": 1, "format": "draft", "settled": decks, **what})
    assert caught.value.code == code
