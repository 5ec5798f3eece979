"""The numbers of the actions stand for what the engine's legal actions are, at every step of whole matches."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import cards
from engine.errors import IllegalAction
from engine.setup.building import check_deck
from engine.setup.champions import check_champion
from tests.drills.learning.tables import tables
from tests.engine.playing import KINDS
from tests.support.cases import seeds
from tools.packages.gym import MatchTable, actions, options_of

SEEDS = seeds(2, 59)
"""With `CI=true` 1,003 matches: 59 of each of 17 kinds."""


def text(action: object) -> str:
    return json.dumps(action, sort_keys=True)


def champions(deck: tuple[str, ...]) -> set[str]:
    """Return the printed cards that the rules accept as a Champion."""
    fit = set()
    for slug in cards.ALL:
        try:
            check_champion(slug, deck)
        except IllegalAction:
            continue
        fit.add(slug)
    return fit


def expected(now: MatchTable) -> set[str]:
    """Return the legal actions by the engine's own word, spelled out where it only says how many cards to choose."""
    assert now.seat is not None
    found: set[str] = set()
    for action in now.match.legal_actions(now.seat):
        offer: Any = action
        if offer["type"] == "champion_choice" and "choose" in offer:
            deck = now.match.setup.decks.get(now.seat, ())
            found |= {text({"type": "champion_choice", "card": slug}) for slug in champions(deck)}
        else:
            found.add(text(offer))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_the_mask_agrees_with_the_legal_actions_in_whole_matches(kind: str) -> None:
    for seed in SEEDS:
        for now in tables(kind, seed):
            if now.seat is None:
                assert not now.legal
            elif now.match.legal_actions(now.seat)[0]["type"] == "deck":
                check_building(now)
            else:
                listed = [text(action) for action in now.legal.values()]
                assert set(listed) == expected(now)
                assert len(set(listed)) == len(listed)
            assert all(0 <= number < actions.SIZE for number in now.legal)
        assert now.match.status == "over"


def check_building(now: MatchTable) -> None:
    """Check that exactly the cards may be named that the rules accept, and that the last one hands the deck in."""
    rules = now.match.options.rules
    offered = {actions.CARDS[number - actions.CARD] for number in now.legal}
    assert offered == {slug for slug, card in cards.ALL.items() if card.set in rules.sets} - set(now.chosen)
    last = len(now.chosen) == rules.deck_size - 1
    assert all((action is not None) == last for action in now.legal.values())
    for action in list(now.legal.values())[:2]:
        if action is not None and action["type"] == "deck":
            assert check_deck(action["cards"], rules) == tuple(action["cards"])


def test_a_position_with_more_cards_than_the_actions_can_name_is_refused() -> None:
    start: Any = KINDS["2022-solo-position"]
    crowd = [{"card": slug} for slug in list(cards.ALL)[:30]]
    crowded = {**start["position"], "A": {**start["position"]["A"], "top": crowd}}
    with pytest.raises(ValueError, match="more than 32 cards"):
        options_of({**start, "position": crowded}, 1)
