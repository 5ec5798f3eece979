"""Another match that a player could not distinguish from this one: the hidden cards are drawn again."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from engine import cards, identity
from engine.abilities import MERCENARY
from engine.cards import Card
from engine.history import History
from engine.knowledge import knowledge_of
from engine.match import Match
from engine.position import Position
from engine.seat import SEATS, Seat, other
from engine.setup.building import Building
from engine.setup.champions import Champions
from engine.setup.choices import DeckChoices
from engine.setup.draft import Draft
from engine.setup.setup import Setup, Stage
from engine.view import FORTRESS, UNKNOWN


def resampled(match: Match, seat: Seat, rng: random.Random) -> Match:
    """Return a match in which `seat` sees the same, and all that they cannot know is by chance."""
    options = replace(match.options, seed=rng.getrandbits(62))
    if match.position is None:
        return Match(options, _setup(match, seat, rng), ended=match.ended)
    position = _position(match, seat, rng)
    setup = replace(match.setup, options=options, decks=_decks(match, seat, position))
    return Match(options, setup, position, history=History(turns=(position,)))


def _position(match: Match, seat: Seat, rng: random.Random) -> Position:
    """Return a world of the player's knowledge with everything that it takes to continue from there, all of it public:
    who acts, what is interrupted, and which cards the whole table has seen."""
    original = match.position
    assert original is not None
    world = knowledge_of(match, seat).world(rng)
    world.active, world.reason = original.active, original.reason
    if world.pending is not None and original.pending is not None:
        world.pending.then, world.pending.revealed = original.pending.then, original.pending.revealed
    identity.assign(world)
    for owner in SEATS:
        _mark_seen(match, world, owner)
    return world


def _mark_seen(match: Match, world: Position, owner: Seat) -> None:
    """Mark the hidden cards of `owner` that the opponent knows, who has seen them with everybody else."""
    shown, side = match.table_view(other(owner))[owner], world.sides[owner]
    if "hand" in shown:
        seen = [card != UNKNOWN for card in shown["hand"] if card != FORTRESS]
        known = [card for card, open_ in zip(side.hand, seen, strict=True) if open_]
    else:
        known = (side.pile or [])[: len(shown["pile_known"])]
    world.seen |= identity.bits_of(known)


def _decks(match: Match, seat: Seat, position: Position) -> DeckChoices:
    """Return the decks: one that is secret consists of the cards of the world that are not of the own deck."""
    known = match.setup.known_decks(seat)
    if not any(deck is None for deck in known.values()):
        return match.setup.decks
    found = Counter(_slugs(position)) - Counter(known[seat] or ())
    return {**match.setup.decks, other(seat): tuple(sorted(found.elements()))}


def _slugs(position: Position) -> list[str]:
    """Return the cards of all zones but Champions, which come from outside the decks."""
    found: list[str] = []

    def note(card: Card) -> Card:
        if card.slug is not None and all(side.champion is not card for side in position.sides.values()):
            found.append(card.slug)
        return card

    identity.replace_cards(position.clone(), note)
    return found


def _setup(match: Match, seat: Seat, rng: random.Random) -> Setup:
    setup = match.setup
    rival = other(seat)
    decks = dict(setup.decks)
    if setup.known_decks(seat).get(rival, ()) is None:
        decks[rival] = _deck(match, rng)
    stage = _stage(match, setup.stage, seat, decks, rng)
    options = replace(setup.options, seed=rng.getrandbits(62))
    return replace(setup, options=options, decks=decks, stage=stage)


def _stage(match: Match, stage: Stage | None, seat: Seat, decks: DeckChoices, rng: random.Random) -> Stage | None:
    rival = other(seat)
    if isinstance(stage, Draft):
        return replace(stage, draw=_draw(match, stage, rng))
    if isinstance(stage, Building) and rival in stage.decks:
        return replace(stage, decks={**stage.decks, rival: _deck(match, rng)})
    if isinstance(stage, Champions):
        chosen = dict(stage.chosen)
        if rival in chosen:
            chosen[rival] = _champion(decks.get(rival, ()), stage.optional, rng)
        return replace(stage, decks=decks, chosen=chosen)
    return stage


def _draw(match: Match, draft: Draft, rng: random.Random) -> tuple[str, ...]:
    """Return another draw pile of the cards that have not been revealed."""
    gone = {*draft.revealed, *(slug for picked in draft.picks.values() for slug in picked)}
    left = [slug for slug in cards.of_sets(match.options.pool) if slug not in gone]
    return tuple(rng.sample(left, len(draft.draw)))


def _deck(match: Match, rng: random.Random) -> tuple[str, ...]:
    rules = match.options.rules
    return tuple(rng.sample(cards.of_sets(rules.sets), rules.deck_size))


def _champion(deck: tuple[str, ...], optional: bool, rng: random.Random) -> str | None:
    if optional and rng.random() < 0.5:
        return None
    fit = [slug for slug, card in cards.ALL.items() if card.is_creature and not card.flags & MERCENARY]
    return rng.choice([slug for slug in fit if slug not in deck])
