"""A table arranged as zones: those of both sides, and those that belong to neither.

Shared by the live board, replays and lessons.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.base.drawing.renderer import FragmentCache
from app.matches.core.reader_role import part_in
from app.matches.table import board, draft
from app.matches.table.bridges import bridge_wear
from app.matches.table.clocks import ClockFace
from app.matches.table.hands import OpenHand
from app.matches.table.match_summary import AT_HAND, Person
from app.matches.table.pile import Pile
from app.matches.table.zones import (
    BarZone,
    BridgeZone,
    DrawnZone,
    HandZone,
    OrderZone,
    PileZone,
    RealmZone,
    StatusZone,
    Zones,
)
from engine.actions import LANES
from engine.seat import BySeat, Seat

NO_CLOCKS: Final[Mapping[Seat, ClockFace]] = {}


def shared_zones(people: Mapping[Seat, Person], model: board.Board) -> Zones:
    """Return the zones of a table that belong to neither side; `people` by seat."""
    line = model.status_line
    named = _named_player(people, line, model.public.turn)
    active = people[line.active]
    return {
        "status": StatusZone(line, named, active.presence == "bot", active.is_stuck),
        "order": OrderZone(model.returning),
    }


def _named_player(people: Mapping[Seat, Person], line: board.StatusText, turn: int) -> str:
    """Return the name of the player the status line is about; "" where it states a draw, or addresses the viewer,
    unless several people share the device or the side."""
    seat = line.winner if line.phase == "over" else line.returning.owner if line.returning else line.active
    if seat is None or seat == "draw":
        return ""
    if line.can_act and not people[seat].members and people[seat].presence != AT_HAND:
        return ""
    return people[seat].named_in(turn if seat == line.active and line.phase != "over" else 0)


def side_zones(
    people: Mapping[Seat, Person], model: board.Board, clocks: Mapping[Seat, ClockFace] = NO_CLOCKS
) -> Zones:
    """Return the zones of both players (`people` and `clocks` by seat) of a table."""
    zones: Zones = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        who, hand, own = people[seat], model.hands[seat], seat == model.viewer
        zones[f"bar-{seat}"] = _bar(who, hand, model, side, clocks.get(seat))
        if isinstance(hand, Pile):
            zones[f"hand-{seat}"] = PileZone(hand)
        else:
            zones[f"hand-{seat}"] = HandZone(hand, own, "" if own else who.name)
        for lane in LANES:
            key = f"{seat}-{lane}"
            zones[f"realm-{key}"] = RealmZone(model.realms[key], side, own, who.name)
    near, far = bridge_wear(model.hands[model.near], model.hands[model.far])
    for lane in LANES:
        zones[f"bridge-{lane}"] = BridgeZone(lane, near, far)
    return zones


def _bar(who: Person, hand: OpenHand | Pile, model: board.Board, side: str, clock: ClockFace | None) -> BarZone:
    public = model.public
    active = public.active == hand.seat and public.phase != "over"
    gems, mana = (public.gems, public.mana) if active else (0, 0)
    next_mana = hand.mana if isinstance(hand, Pile) and not active else None
    own, acting = hand.seat == model.viewer, part_in(public.turn) if active and who.members else None
    return BarZone(
        hand.seat, side, who, active, hand.side, hand.hp, hand.forecast, gems, mana, next_mana, clock, own, acting
    )


def draft_zones(
    fragments: FragmentCache, context: Mapping[str, object], people: BySeat[Person], model: draft.DraftBoard
) -> Zones:
    """Return the zones of both players of a draft; in `context` `d` is the model."""
    zones: Zones = {}
    for seat, side in ((model.near, "near"), (model.far, "far")):
        shown = {**context, "seat": seat, "side": side, "who": people[seat]}
        zones[f"deck-{seat}"] = DrawnZone(fragments.fresh("matches/table/draft/deck.html", **shown))
    return zones


def table_zones(
    people: Mapping[Seat, Person], model: board.Board, clocks: Mapping[Seat, ClockFace] = NO_CLOCKS
) -> Zones:
    """Return all zones of a table in play or over; `people` and `clocks` by seat."""
    return shared_zones(people, model) | side_zones(people, model, clocks)
