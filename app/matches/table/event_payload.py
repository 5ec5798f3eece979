"""Events as the page's animation needs them: each with its sentence, and the faces of the cards in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NotRequired, TypeAlias, TypedDict, cast

from app.base.drawing.renderer import FragmentCache
from app.base.i18n import _
from app.cards.gallery.notation import card_of, key_of
from engine.cards import CardNotation
from engine.events import Event
from engine.narration import Sentence

MAX_FACES: Final = 60
EventPayload: TypeAlias = dict[str, object]
"""An event with the further data of its animation: `SaidKeys`, `OF_TYPE` and `OF_KEY`."""


class SaidKeys(TypedDict):
    """The event's sentence, where it has one."""

    say: NotRequired[str]


class Faced(TypedDict):
    """The key under which the face of the event's card is found."""

    face: str


class OverFaced(TypedDict):
    """The key under which the face of the Symbiote on the event's card is found."""

    overFace: NotRequired[str]


class Tallied(TypedDict):
    """The mana of the automaton in words."""

    tally: str


class RevealedIn(TypedDict):
    """The lane in words, and the mana that the sum has come to (R10.3)."""

    laneName: str
    tally: str


class Faces(TypedDict):
    """The keys of the lost cards' faces."""

    faces: list[str]


OF_TYPE: Final[Mapping[str, type]] = {"revealed": RevealedIn, "mana": Tallied, "pile_hit": Faces}
OF_KEY: Final[Mapping[str, type]] = {"card": Faced, "over": OverFaced}
"""Further data, by the type of an event and by a key that it has: `tools.event_types` makes types for scripts of it."""

FACED: Final = (("card", "face"), ("over", "overFace"))
"""The keys of an event's cards, and those of their faces."""
SHOWS_A_CARD: Final = (
    "played",
    "cast",
    "revealed",
    "returned",
    "fizzled",
    "destroyed",
    "to_discard",
    "to_pile",
    "aside",
)


def event_payloads(events: Sequence[Event], sentences: Sequence[Sentence | None]) -> list[EventPayload]:
    """Return the events with their sentences (`lines`, one for each) and the keys under which their cards' faces are
    found."""
    return [_event_payload(event, sentence) for event, sentence in zip(events, sentences, strict=True)]


def _event_payload(event: Event, sentence: Sentence | None) -> EventPayload:
    payload: EventPayload = {**event}
    if event["type"] in OF_TYPE:
        payload |= _of_automaton(event) or {}
    if sentence is not None:
        payload["say"] = sentence.text
    for key, face in FACED:
        if payload.get(key) is not None:
            payload[face] = key_of(cast("CardNotation", payload[key]))
    return payload


def _of_automaton(event: Event) -> RevealedIn | Tallied | Faces | None:
    """Return what the page says of the automaton's turn."""
    if event["type"] == "revealed":
        lane = _("Mountain lane") if event["lane"] == "top" else _("Wave lane")
        return {"laneName": lane, "tally": _tally(event["spent"], event["mana"])}
    if event["type"] == "mana":
        return {"tally": _tally(0, event["amount"])}
    if event["type"] == "pile_hit":
        return {"faces": [key_of(card) for card in event["cards"]]}
    return None


def _tally(spent: int, mana: int) -> str:
    """The mana the automaton has spent; the last card may cost more than there was left (R10.3)."""
    if spent >= mana:
        return _("all %(mana)s mana spent", mana=mana)
    return _("%(spent)s of %(mana)s mana", spent=spent, mana=mana)


def card_faces(fragments: FragmentCache, events: Sequence[Event]) -> dict[str, str]:
    """Return HTML by key of the cards that the animation of these events may need and the page may lack."""
    wanted: dict[str, CardNotation] = {}
    for event in events:
        if event["type"] in SHOWS_A_CARD:
            shown = [cast("CardNotation", event.get(key)) for key, _ in FACED if event.get(key) is not None]
            wanted |= {key_of(card): card for card in shown}
        elif event["type"] == "pile_hit":
            wanted |= {key_of(card): card for card in event["cards"]}
    drawn = {key: _face(fragments, card) for key, card in list(wanted.items())[:MAX_FACES]}
    if wanted:
        drawn["back"] = fragments.fragment("matches/table/face.html", kind="back")
    felled = {event["type"] for event in events} & {"bastion_fell", "fort_turned"}
    if felled:
        drawn["fort"] = fragments.fragment("matches/table/face.html", kind="fort")
        drawn["bastion"] = fragments.fragment("matches/table/face.html", kind="bastion")
    return drawn


def _face(fragments: FragmentCache, notation: CardNotation) -> str:
    return fragments.fragment("matches/table/face.html", kind="card", shown=card_of(notation))
