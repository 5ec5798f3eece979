"""The audience of an event (R2.5a): its public keys, and those that only its owner sees. Nothing else leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args, get_type_hints

from engine.events import Event
from engine.seat import Viewer

OWNERS_KEYS: dict[str, tuple[str, ...]] = {"deck_chosen": ("cards",), "champion_chosen": ("card",)}
"""Keys that only the event's own `player` (and, after the match, everybody) may see."""


def _keys(event: type[object]) -> tuple[str, tuple[str, ...]]:
    """Return the kind of a type of event, and the keys that it declares but for its owner's."""
    hints = get_type_hints(event)
    (kind,) = get_args(hints.pop("type"))
    return kind, tuple(key for key in hints if key not in OWNERS_KEYS.get(kind, ()))


KINDS: dict[str, tuple[str, ...]] = dict(_keys(event) for event in get_args(Event))
"""Each kind's public keys: nothing else of an event leaves the engine for anybody."""

_PUBLIC: dict[str, frozenset[str]] = {kind: frozenset(("type", *keys)) for kind, keys in KINDS.items()}


def are_public(events: Sequence[Event]) -> bool:
    """True if all viewers see the same events."""
    return OWNERS_KEYS.keys().isdisjoint([event["type"] for event in events])


def events_for(events: Sequence[Event], viewer: Viewer, *, over: bool = False) -> list[Event]:
    """Return the events as `viewer` may see them, key by key; all of them when the match is `over`."""
    return [event if event.keys() <= _PUBLIC[event["type"]] else _visible(event, viewer, over) for event in events]


def _visible(event: Event, viewer: Viewer, over: bool) -> Event:
    kind = event["type"]
    allowed = ["type", *KINDS[kind]]
    if over or event.get("player") == viewer:
        allowed += OWNERS_KEYS.get(kind, ())
    return cast(Event, {key: event.get(key) for key in allowed if key in event})
