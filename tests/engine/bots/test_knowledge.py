"""Worlds look to the player exactly as the match does, and hold the cards that it holds."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

from engine.actions import LANES
from engine.cards import Card
from engine.knowledge import Knowledge, facts_of, knowledge_of
from engine.match import Match
from engine.notation import realm_to_json
from engine.position import Position
from engine.seat import SEATS, Seat, other
from engine.view import FORTRESS, UNKNOWN
from tests.engine.playing import KINDS, steps
from tests.support.cases import in_turn

SETTLED = [kind for kind in KINDS if "constructed" not in kind and "position" not in kind]


def moments(kind: str, seed: int, share: float = 0.2) -> list[tuple[Match, Seat]]:
    """Moments of a match by chance, each with a seat whose view is taken."""
    dice = random.Random(seed)
    found = []
    for step in steps(kind, seed):
        if step.match.status == "playing" and dice.random() < share:
            found.append((step.match, "A" if "solo" in kind else dice.choice(SEATS)))
    return found


def _held(position: Position) -> Counter[Any]:
    """Return every card of a position but the Champions that are aside, by its print."""
    found: list[Card] = []
    for side in position.sides.values():
        found += [*side.hand, *(side.pile or []), *side.discard]
        for creature in (creature for lane in side.lanes for creature in lane):
            found += [creature.card] if creature.over is None else [creature.card, creature.over]
    if position.pending is not None:
        found += position.pending.cards
    return Counter(str(card.key) for card in found)


def _fits(view: Any, world: Position) -> None:
    """The world is what the view shows, wherever the view shows something."""
    assert (world.turn, world.phase, world.mana, world.edition.name) == (
        view["turn"], view["phase"], view["mana"], view["edition"],
    )  # fmt: skip
    for seat, side in world.sides.items():
        shown = view[seat]
        realm = realm_to_json(side)
        assert realm == {key: shown[key] for key in realm}
        if side.pile is not None:
            assert len(side.pile) == shown["pile"] and [card.notation for card in side.discard] == shown["discard"]
            continue
        row = [card.notation for card in side.hand]
        row.insert(side.fort_at, FORTRESS)
        assert len(row) == len(shown["hand"])
        assert all(seen in (UNKNOWN, held) for seen, held in zip(shown["hand"], row, strict=True))


@in_turn("kind", KINDS)
def test_a_world_is_what_the_player_sees(kind: str) -> None:
    looked = 0
    for seed in range(3):
        for match, seat in moments(kind, seed):
            view = match.table_view(seat)
            known = Knowledge(seat, view, facts_of(match, seat))
            for number in range(2):
                _fits(view, known.world(random.Random(number)))
            looked += 1
    assert looked > 2


@in_turn("kind", SETTLED)
def test_a_world_holds_the_cards_of_the_match_where_the_decks_are_known(kind: str) -> None:
    for match, seat in moments(kind, 5, 0.4):
        assert match.position is not None
        if match.position.pending is not None and "revealed" in match.position.pending.then:
            continue
        assert _held(knowledge_of(match, seat).world(random.Random(1))) == _held(match.position)


def test_a_secret_deck_is_guessed_without_what_it_has_shown() -> None:
    for match, seat in moments("2022-duel-constructed", 3, 0.5):
        world = knowledge_of(match, seat).world(random.Random(2))
        foe = other(seat)
        theirs = world.sides[foe]
        shown = [card["card"] for lane in LANES for card in match.table_view(seat)[foe][lane]]
        hidden = [card.slug for card in theirs.hand]
        mercenaries = {card.slug for card in theirs.hand if "mercenary" in card.printed}
        assert len(set(hidden) - mercenaries) == len([slug for slug in hidden if slug not in mercenaries])
        assert not set(shown) & (set(hidden) - mercenaries) or "mercenary" in str(match.table_view(seat))


def shuffled(match: Match, seat: Seat, dice: random.Random) -> Match:
    """Return the match with the cards that `seat` does not know in other places."""
    assert match.position is not None
    position = match.position.clone()
    side = position.sides[other(seat)]
    if side.pile is not None:
        dice.shuffle(side.pile)
    theirs = match.table_view(seat)[other(seat)]
    row = [card for card in theirs["hand"] if card != FORTRESS] if "hand" in theirs else []
    places = [place for place, card in enumerate(row) if card == UNKNOWN]
    drawn = [side.hand[place] for place in places]
    dice.shuffle(drawn)
    for place, card in zip(places, drawn, strict=True):
        side.hand[place] = card
    return replace(match, position=position)


@in_turn("kind", ["2022-duel-draft", "2021-duel-preconstructed", "2022-solo-draft"])
def test_hidden_cards_in_other_places_change_nothing_that_a_bot_gets(kind: str) -> None:
    for match, seat in moments(kind, 7):
        if "pile_known" in str(match.table_view(seat)) and match.table_view(seat)["B"].get("pile_known"):
            continue
        again = shuffled(match, seat, random.Random(1))
        assert again.table_view(seat) == match.table_view(seat) and facts_of(again, seat) == facts_of(match, seat)
        assert again.legal_actions(seat) == match.legal_actions(seat)
