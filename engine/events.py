"""Events in the order in which they happen: a closed set of kinds, each with its keys and its audience.

An event is a JSON object with a `type`. Players are "A" and "B"; a creature is told by where it stood at that moment
(`at`: player, lane, index from the bridge) and its `card`; `place` counts in a hand with the fortress.
"""

from __future__ import annotations

from typing import Any

from engine.actions import LANES, SEATS

Event = dict[str, Any]
Log = list[Event] | None
"""The list that events go to; None when nobody listens (searches)."""

KINDS: dict[str, tuple[str, ...]] = {
    # the turn
    "turn_began": ("player", "turn"),
    "mana": ("player", "amount"),
    "assault_began": ("player",),
    "turn_ended": ("player",),
    "over": ("winner", "reason"),
    "undone": ("player",),
    "taken_back": ("player", "turn"),
    # plays
    "played": ("player", "card", "place", "cost", "lane", "index", "onto", "champion"),
    "cast": ("player", "card", "place", "cost", "target"),
    "blood_price": ("player", "wounds"),
    "champion_ready": ("player", "card"),
    # attacks
    "rested": ("at", "card", "reason"),
    "attack": ("at", "card", "target", "cause"),
    "sprint": ("at", "card", "to", "bonus"),
    "wounded": ("at", "card", "amount", "left"),
    "absorbed": ("at", "card"),
    "immune": ("at", "card"),
    "evaded": ("at", "card", "to"),
    "destroyed": ("at", "card", "over"),
    "returned": ("player", "card", "place"),
    "aside": ("player", "card"),
    "order_asked": ("player", "cards"),
    # fortresses
    "fortress_hit": ("player", "amount", "by"),
    "fortress_moved": ("player", "from", "to", "hp"),
    "regeneration": ("player", "steps"),
    "bastion_fell": ("player",),
    "fort_turned": ("player", "to", "hp"),
    "fort_fell": ("player",),
    # the automaton
    "revealed": ("card", "lane", "spent", "mana"),
    "fizzled": ("card", "lane"),
    "to_discard": ("card",),
    "to_pile": ("card",),
    "pile_hit": ("amount", "cards", "left"),
    "pile_reshuffled": ("count",),
    "last_turn": (),
    # before the first turn
    "coin": ("first",),
    "draft_revealed": ("cards", "first"),
    "picked": ("player", "card"),
    "banned": ("player", "by", "card"),
    "deck_chosen": ("player",),
    "decks_revealed": ("A", "B"),
    "champion_chosen": ("player",),
    "champions_revealed": ("A", "B"),
    "dealt": ("A", "B"),
}
"""Each kind's public keys: nothing else of an event leaves the engine for anybody."""

OWNERS_KEYS: dict[str, tuple[str, ...]] = {"deck_chosen": ("cards",), "champion_chosen": ("card",)}
"""Keys that only the event's own `player` (and, after the match, everybody) may see."""


def at(seat: int, lane: int, index: int) -> dict[str, Any]:
    """Return the place of a creature in the notation."""
    return {"player": SEATS[seat], "lane": LANES[lane], "index": index}


_PUBLIC: dict[str, frozenset[str]] = {kind: frozenset(("type", *keys)) for kind, keys in KINDS.items()}


def are_public(events: list[Event]) -> bool:
    """Return whether everybody sees the same of these events."""
    return not any(event["type"] in OWNERS_KEYS for event in events)


def events_for(events: list[Event], viewer: str | None, *, over: bool = False) -> list[Event]:
    """Return the events as `viewer` ("A", "B" or None for a spectator) may see them, key by key."""
    return [event if event.keys() <= _PUBLIC[event["type"]] else _visible(event, viewer, over) for event in events]


def _visible(event: Event, viewer: str | None, over: bool) -> Event:
    kind = event["type"]
    seen = {"type": kind} | {key: event[key] for key in KINDS[kind] if key in event}
    if kind in OWNERS_KEYS and (over or event["player"] == viewer):
        seen |= {key: event[key] for key in OWNERS_KEYS[kind] if key in event}
    return seen
