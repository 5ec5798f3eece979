"""A match in short: both fortresses at the end, its heaviest blow, its best moment, both decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.cards.notation import card_of
from app.cards.wording import card_name
from app.helpers.timeline import ReplayTimeline
from app.table import board, narration
from app.table.pieces import HIDDEN
from engine.events import Event
from engine.narration import GREAT, Names
from engine.seat import SEATS

BASTION: Final = 6  # as much as six wounds
END: Final = "over"


@dataclass(frozen=True, slots=True)
class BestMoment:
    """The step that changed most, apart from the last: its turn, its player, and a sentence about it."""

    step: int
    turn: int
    player: str
    text: str


@dataclass(frozen=True, slots=True)
class EndedFortress:
    """A player's fortress at the end: the side that is up, and its HP."""

    player: str
    side: str
    hp: int


@dataclass(frozen=True, slots=True)
class Digest:
    """A match in short: the fortresses at its end, a sentence about the heaviest blow to one, its best moment, and the
    names of the cards that each player began with."""

    fortresses: tuple[EndedFortress, ...]
    blow: str
    best: BestMoment | None
    decks: tuple[tuple[str, tuple[str, ...]], ...]


def digest_of(timeline: ReplayTimeline, names: Names) -> Digest:
    """Return a finished match in short, with nothing hidden."""
    return Digest(_fortresses(timeline, names), _blow(timeline, names), _best(timeline, names), _decks(timeline, names))


def _fortresses(timeline: ReplayTimeline, names: Names) -> tuple[EndedFortress, ...]:
    if timeline.end.position is None:
        return ()
    hands = board.build(timeline.end, None).hands
    return tuple(EndedFortress(names[seat], hands[seat].side, hands[seat].hp) for seat in SEATS)


def _blow(timeline: ReplayTimeline, names: Names) -> str:
    """Return the sentence of the hit that took the most HP from a fortress; empty if there was none."""
    hits = [
        (event["amount"], step)
        for step, events in enumerate(timeline.events)
        for event in events
        if event["type"] in ("fortress_hit", "pile_hit")
    ]
    if not hits:
        return ""
    amount, step = max(hits, key=lambda hit: (hit[0], -hit[1]))
    events = timeline.events_at(step, None, everything=True)
    for event, line in zip(events, narration.narrate(events, names), strict=True):
        if line and event["type"] in ("fortress_hit", "pile_hit") and event["amount"] == amount:
            return line.text
    return ""


def _weight(event: Event) -> int:
    """The weight of an event: how much it changed."""
    match event["type"]:
        case "fortress_hit" | "pile_hit":
            return event["amount"]
        case "bastion_fell":
            return BASTION
        case "destroyed":
            return 1
    return 0


def _best(timeline: ReplayTimeline, names: Names) -> BestMoment | None:
    """Return the best moment; None where nothing was hit before the end."""
    weights = [
        0 if any(event["type"] == END for event in events) else sum(map(_weight, events)) for events in timeline.events
    ]
    step = max(range(len(weights)), key=weights.__getitem__)
    turn = timeline.turn_at(max(step - 1, 0))  # a step may end its turn
    if not weights[step] or turn is None:
        return None
    events = timeline.events_at(step, None, everything=True)
    turns = [
        (_weight(event), line) for event, line in zip(events, narration.narrate(events, names), strict=True) if line
    ]
    _, line = max(turns, key=lambda pair: (pair[1].kind == GREAT, pair[0]))
    return BestMoment(step, turn.number, names["A" if turn.player == "A" else "B"], line.text)


def _decks(timeline: ReplayTimeline, names: Names) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the players' cards as they were dealt, the automaton's pile left out."""
    dealt = next((at for at in range(timeline.last + 1) if timeline.at(at).position is not None), None)
    if dealt is None:
        return ()
    view = timeline.at(dealt).view_for(None, everything=True)
    assert "turn" in view
    found = []
    for seat in SEATS:
        side = view[seat]
        if "hand" in side:
            cards = [card_of(card) for card in side["hand"] if card not in HIDDEN]
            in_order = sorted(cards, key=lambda card: card.cost)
            found.append((names[seat], tuple(card_name(card) for card in in_order)))
    return tuple(found)
