"""Knowledge of hidden cards (R2.5a), through undo and takeback: all that was shown, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine import notation
from engine.events import Event
from engine.history import History
from engine.identity import members, number, numbers, set_of
from engine.match import Match
from engine.position import Position
from engine.record import ReplayStep
from engine.seat import Viewer
from tests.engine.properties.disguise import gets, side_by_side
from tests.engine.properties.ledger import Ledger
from tests.engine.properties.wandering import ALL, wander
from tests.support.cases import in_turn, seeds

SEEDS = seeds(2, 6)
every_match = in_turn(("kind", "seed"), [(kind, seed) for kind in ALL for seed in SEEDS])


def stored(kind: str, seed: int) -> Iterator[tuple[ReplayStep, Ledger]]:
    """Yield each step in play, and the book of an observer of everything up to it."""
    ledger = Ledger()
    begun = False
    for step in wander(kind, seed):
        match = step.match
        if match.status == "over":
            return
        if match.options.format == "position" and not begun:
            ledger.see(match.table_view(None))
        else:
            ledger.observe(match.events_for(step.events, None))
        begun = True
        if match.position is not None:
            yield step, ledger


@every_match
def test_everybody_knows_what_was_shown_and_nothing_else(kind: str, seed: int) -> None:
    for step, ledger in stored(kind, seed):
        views: Any = {viewer: step.match.view_for(viewer) for viewer in ("A", "B", None)}
        if step.match.options.solo is not None or "solo" in views["A"]:
            for view in views.values():
                assert view["B"]["pile"] == len(ledger.now.pile) and view["B"]["pile_known"] == ledger.pile
                assert view["B"]["discard"] == [card.face for card in ledger.now.discard]
            continue
        assert views["A"]["B"]["hand"] == ledger.hand("B") and views["B"]["A"]["hand"] == ledger.hand("A")
        for seat in ("A", "B"):
            assert views[None][seat]["hand"] == ["*" if card == "*" else "?" for card in ledger.hand(seat)]
            own = views[seat][seat]["hand"]
            assert all(card in ("?", own[place]) for place, card in enumerate(ledger.hand(seat)))


@every_match
def test_knowledge_shrinks_in_a_reshuffle_only(kind: str, seed: int) -> None:
    before = 0
    for step in wander(kind, seed):
        position = step.match.position
        if position is None:
            continue
        assert any(event["type"] == "pile_reshuffled" for event in step.events) or before & ~position.seen == 0
        before = position.seen


SIGHTS = {
    "undo of a play", "undo of a cast", "undo of a Champion", "undo of a Symbiote laid on another", "takeback",
    "takeback while cards wait for their order", "Champion equal to a card of the other hand", "designed Champion",
    "declined Champion", "equal cards in both hands", "Mercenary changes sides", "card known on the pile",
    "undo of what went onto the pile", "reshuffle", "Blood Price",
}  # fmt: skip


def sights(kind: str, seed: int) -> Iterator[str]:
    """The SIGHTS that occur in a match."""
    waiting = False
    narrated: list[list[Event]] = []
    for step in wander(kind, seed):
        kinds = {event["type"] for event in step.events}
        if "undone" in kinds:
            yield from _what_was_undone(narrated.pop())
        elif step.events and step.events[0]["type"] in ("played", "cast"):
            narrated.append(step.events)
        if "taken_back" in kinds:
            yield "takeback while cards wait for their order" if waiting else "takeback"
        if "pile_reshuffled" in kinds:
            yield "reshuffle"
        if "blood_price" in kinds:
            yield "Blood Price"
        yield from _in_events(step.events)
        yield from _on_the_table(step.match)
        waiting = step.match.position is not None and step.match.position.pending is not None


def _what_was_undone(events: list[Event]) -> Iterator[str]:
    first = events[0]
    yield "undo of a cast" if first["type"] == "cast" else "undo of a play"
    if first.get("champion"):
        yield "undo of a Champion"
    if first.get("onto"):
        yield "undo of a Symbiote laid on another"
    if any(event["type"] == "to_pile" for event in events):
        yield "undo of what went onto the pile"


def _in_events(events: list[Event]) -> Iterator[str]:
    fell = {event["at"]["player"] for event in events if event["type"] == "destroyed"}
    for event in events:
        if event["type"] == "returned" and fell == {"B" if event["player"] == "A" else "A"}:
            yield "Mercenary changes sides"
        if event["type"] == "champion_chosen" and event["card"] is None:
            yield "declined Champion"


def _on_the_table(match: Match) -> Iterator[str]:
    position = match.position
    if position is None or match.status == "over":
        return
    first, second = position.sides.values()
    if second.pile is not None:
        if match.table_view("A")["B"].get("pile_known"):
            yield "card known on the pile"
        return
    keys = [{card.key for card in side.hand} for side in position.sides.values()]
    if keys[0] & keys[1]:
        yield "equal cards in both hands"
    for seat, side in enumerate((first, second)):
        if side.champion is not None:
            if side.champion.slug is None:
                yield "designed Champion"
            if side.champion.key in keys[1 - seat]:
                yield "Champion equal to a card of the other hand"


def test_the_matches_have_all_that_could_be_mixed_up() -> None:
    seen: set[str] = set()
    for kind in ALL:
        for seed in range(3):
            seen |= set(sights(kind, seed))
    assert seen == SIGHTS


@every_match
@in_turn("viewer", ["A", "B", None])
def test_other_cards_that_were_never_shown_change_no_byte(kind: str, seed: int, viewer: Viewer) -> None:
    """The whole way through, undo and takeback included."""
    for one, two in side_by_side(kind, seed, viewer):
        assert gets(one.match, viewer, one.events) == gets(two.match, viewer, two.events)
        assert one.match.preview() == two.match.preview()


@in_turn("kind", ALL)
def test_nothing_depends_on_the_identities(kind: str) -> None:
    """With other numbers for its cards a match is the same to everybody, and so are its records and positions."""
    played = [step for step in wander(kind, 1) if step.match.position is not None]
    match = played[0].match
    other = _renumbered(match, random.Random(kind))
    for step in played[1:]:
        assert step.move is not None
        match, events = match.apply(step.move.by, step.move.action)
        other, same_events = other.apply(step.move.by, step.move.action)
        assert events == same_events and match.position is not None and other.position is not None
        assert notation.to_json(match.position) == notation.to_json(other.position)
        assert numbers(match.position) != numbers(other.position)
        for viewer in ("A", "B", None):
            assert gets(match, viewer, events) == gets(other, viewer, same_events)


def _renumbered(match: Match, dice: random.Random) -> Match:
    position = match.position
    assert position is not None
    new = dict(zip(numbers(position), dice.sample(range(100), len(numbers(position))), strict=True))

    def renumbered(original: Position) -> Position:
        copy = original.clone()
        number(copy, [new[old] for old in numbers(original)])
        copy.seen = set_of(new[old] for old in members(original.seen))
        return copy

    return replace(match, position=renumbered(position), history=History(turns=(renumbered(position),)))
