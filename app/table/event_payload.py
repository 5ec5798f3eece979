"""Events as the page's animation needs them: each with its sentence, and the faces of the cards in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.i18n import _
from app.table.pieces import card_of, key_of
from app.web.templating import FragmentCache
from engine.narration import Line

Event = Mapping[str, Any]

MAX_FACES: Final = 60
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


def event_payloads(events: Sequence[Event], lines: Sequence[Line | None]) -> list[dict[str, Any]]:
    """Return the events with their sentences (`lines`, one for each) and the keys under which their cards' faces are
    found."""
    return [_event_payload(event, line) for event, line in zip(events, lines, strict=True)]


def _event_payload(event: Event, line: Line | None) -> dict[str, Any]:
    told = dict(event)
    if line is not None:
        told["say"] = line.text
    card = event.get("card")
    if card is not None:
        told["face"] = key_of(card)
    if event.get("over"):
        told["overFace"] = key_of(event["over"])
    if event["type"] in AUTOMATON:
        told |= AUTOMATON[event["type"]](event)
    return told


def _revealed(event: Event) -> dict[str, Any]:
    """Return the chips under a card that the automaton reveals.

    Its lane, and the mana that the sum has come to (R10.3).
    """
    lane = _("Mountain lane") if event["lane"] == "top" else _("Wave lane")
    return {"laneName": lane, "tally": _tally(event["spent"], event["mana"])}


def _mana(event: Event) -> dict[str, Any]:
    return {"tally": _tally(0, event["amount"])}


def _tally(spent: int, mana: int) -> str:
    """Return how much of its mana the automaton has spent; the last card may cost more than there was left (R10.3)."""
    if spent >= mana:
        return _("all {mana} mana spent").format(mana=mana)
    return _("{spent} of {mana} mana").format(spent=spent, mana=mana)


def _pile_hit(event: Event) -> dict[str, Any]:
    return {"faces": [key_of(card) for card in event["cards"]]}


AUTOMATON: Final[Mapping[str, Callable[[Event], dict[str, Any]]]] = {
    "revealed": _revealed,
    "mana": _mana,
    "pile_hit": _pile_hit,
}
"""Further payloads of the automaton's turn."""


def card_faces(fragments: FragmentCache, events: Sequence[Event]) -> dict[str, str]:
    """Return HTML by key of the cards that the animation of these events may need and the page may not have."""
    wanted: dict[str, Any] = {}
    for event in events:
        if event["type"] in SHOWS_A_CARD:
            wanted |= {key_of(card): card for card in (event["card"], event.get("over")) if card is not None}
        elif event["type"] == "pile_hit":
            wanted |= {key_of(card): card for card in event["cards"]}
    drawn = {key: _face(fragments, card) for key, card in list(wanted.items())[:MAX_FACES]}
    if wanted:
        drawn["back"] = fragments.fragment("table/face.html", kind="back")
    felled = {event["type"] for event in events} & {"bastion_fell", "fort_turned"}
    if felled:
        drawn["fort"] = fragments.fragment("table/face.html", kind="fort")
        drawn["bastion"] = fragments.fragment("table/face.html", kind="bastion")
    return drawn


def _face(fragments: FragmentCache, notation: Any) -> str:
    return fragments.fragment("table/face.html", kind="card", shown=card_of(notation))
