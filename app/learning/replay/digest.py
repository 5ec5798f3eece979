"""A match in short: its heaviest blow, its best moment, both decks."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from app.cards.gallery.notation import card_of
from app.cards.gallery.wording import card_name
from app.matches.helpers.timeline import ReplayTimeline
from app.matches.table import narration
from app.matches.table.pieces import HIDDEN
from engine.events import Event
from engine.narration import GREAT, Names, Sentence
from engine.seat import SEATS
from engine.standing import standing

BASTION: Final = 6  # as much as six wounds
END: Final = "over"
PLAYED_OUT: Final = ("fort", "pile")  # reasons for an end that is to be seen on the table


@dataclass(frozen=True, slots=True)
class BestMoment:
    """The step that changed most, apart from the last: its turn, its player, and a sentence about it."""

    step: int
    turn: int
    player: str
    text: str


@dataclass(frozen=True, slots=True)
class Digest:
    """A match in short: a sentence about the heaviest blow to a fortress, its best moment, and the names of the cards
    that each player began with."""

    blow: str
    best: BestMoment | None
    decks: tuple[tuple[str, tuple[str, ...]], ...]


def digest_of(timeline: ReplayTimeline, names: Names) -> Digest:
    """Return a finished match in short, with nothing hidden."""
    counted = standing(timeline.events)
    return Digest(
        _blow(timeline, names, counted),
        _best(timeline, names, counted),
        _decks(timeline, names),
    )


def best_step(timeline: ReplayTimeline, names: Names) -> int:
    """Return the step that shows a record best: its end where a Fort or the pile falls, else its best moment."""
    result = timeline.record.result
    if result is not None and result.reason in PLAYED_OUT:
        return timeline.last
    best = _best(timeline, names, standing(timeline.events))
    return best.step if best else timeline.last


def _lines(timeline: ReplayTimeline, names: Names, step: int) -> list[tuple[Event, Sentence | None]]:
    """Return the events of a step, each with its sentence."""
    events = timeline.events_at(step, None, everything=True)
    return list(zip(events, narration.narrate(events, names), strict=True))


def _blow(timeline: ReplayTimeline, names: Names, counted: list[int]) -> str:
    """Return the sentence of the hit that took the most HP from a fortress, the first of equal ones; empty if there was
    none."""
    hits = [
        (event["lost"], step, number)
        for step in counted
        for number, event in enumerate(timeline.events[step])
        if event["type"] == "fortress_hit"
    ]
    if not hits:
        return ""
    _, step, number = max(hits, key=itemgetter(0))
    _, sentence = _lines(timeline, names, step)[number]
    return sentence.text if sentence else ""


def _weight(event: Event) -> int:
    """The weight of an event: how much it changed. A hit on the pile is its fortress' hit, which has been counted."""
    match event["type"]:
        case "fortress_hit":
            return event["lost"]
        case "bastion_fell":
            return BASTION
        case "destroyed":
            return 1
    return 0


def _best(timeline: ReplayTimeline, names: Names, counted: list[int]) -> BestMoment | None:
    """Return the best moment; None where nothing was hit before the end."""
    weights = {
        step: sum(map(_weight, timeline.events[step]))
        for step in counted
        if not any(event["type"] == END for event in timeline.events[step])
    }
    step = max(weights, key=weights.__getitem__, default=0)
    turn = timeline.turn_at(max(step - 1, 0))  # a step may end its turn
    if not weights.get(step) or turn is None:
        return None
    sentences = [(_weight(event), sentence) for event, sentence in _lines(timeline, names, step) if sentence]
    _, sentence = max(sentences, key=lambda pair: (pair[1].kind == GREAT, pair[0]))
    return BestMoment(step, turn.number, names["A" if turn.player == "A" else "B"], sentence.text)


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
