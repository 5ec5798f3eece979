"""The creatures in their lanes as the templates draw them (R1.4)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import orjson

from app.cards.gallery.notation import card_of
from app.matches.table.pieces import CACHE_SIZE, HIDDEN, NOWHERE, ids, kept
from engine.actions import LANES, LaneName
from engine.cards import Card, CardNotation
from engine.notation.types import CreatureNotation
from engine.seat import SEATS, Seat
from engine.view import CreatureStats, SideView, View

NOTHING: Final = b"[]"
REALMS: Final[tuple[tuple[Seat, LaneName, str], ...]] = tuple(
    (seat, lane, f"{seat}-{lane}") for seat in SEATS for lane in LANES
)
EVERY_REALM: Final = frozenset([key for _, _, key in REALMS])
KEYS: Final = {seat: tuple(f"{seat}-{lane}" for lane in LANES) for seat in SEATS}


class CreaturePiece(NamedTuple):
    """A creature in play with the numbers it has now (`view["stats"]`)."""

    seat: str
    lane: str
    position: int  # 0 at the bridge
    id: str
    card: Card
    over: Card | None
    attack: int | str
    health: int
    left: int
    abilities: tuple[str, ...]
    lent: tuple[str, ...]
    resting: bool
    done: bool
    hit: bool
    sprint: int
    champion: bool
    falls: bool = False  # in the coming assault, as the table stands


FACE: Final = slice(CreaturePiece._fields.index("id"), CreaturePiece._fields.index("falls"))
"""The fields of a creature's piece that its face depends on; the later ones are drawn next to it."""


class Placeless(NamedTuple):
    """A creature as it is drawn, alike at all places but the `first` of a lane, and what its `face` depends on."""

    piece: CreaturePiece
    first: bool
    face: Hashable


class Realm(NamedTuple):
    """One lane of one player (R1.4); `text` is the view's, as JSON. The creatures at the indices `fallen` would fall.
    `before` are the cards, as JSON, after which the ids of its creatures are counted where a card is there twice."""

    seat: str
    lane: str
    text: bytes
    before: bytes = NOTHING
    fallen: frozenset[int] = NOWHERE

    @property
    def creatures(self) -> tuple[CreaturePiece, ...]:
        """The creatures of the lane, position 0 at the bridge."""
        return creatures_of(*self)


NO_REALMS: Final[Mapping[str, Realm]] = {}


def realms_of(
    view: View, before: Mapping[str, Realm] = NO_REALMS, touched: frozenset[str] = EVERY_REALM
) -> dict[str, Realm]:
    """Return the lanes of both in a view by their names, "A-top"; they are the same in all views.

    Those that are not `touched` have stayed as they were `before`.
    """
    stats = view["stats"]
    return {
        key: Realm(seat, lane, kept((view[seat][lane], stats[seat][lane]))) if key in touched else before[key]
        for seat, lane, key in REALMS
    }


def numbered_for(
    view: View, realms: Mapping[str, Realm], before: Mapping[str, Realm] = NO_REALMS
) -> Mapping[str, Realm]:
    """Return these realms; where this viewer sees a card twice on one side, the ids there are numbered."""
    counted = dict[str, bytes]()
    for seat, keys in KEYS.items():
        starts = [before[key].before for key in keys] if keys[0] in before else _counted_from(view[seat])
        if starts[0] is not NOTHING or starts[1] is not NOTHING:
            counted.update(zip(keys, starts, strict=True))
    if not counted:
        return realms
    return {**realms, **{key: realms[key]._replace(before=start) for key, start in counted.items()}}


def _counted_from(side: SideView) -> tuple[bytes, bytes]:
    """Return the cards, as JSON, that the ids of the top lane's creatures must count on from, and the bottom lane's.

    Nothing where no card of a side is seen twice: copies exist of designed cards only.
    """
    hand: Sequence[CardNotation] = side["hand"] if "hand" in side else ()
    lanes = [[creature["card"] for creature in side[lane]] for lane in LANES]
    every = [notation for notation in (*hand, *lanes[0], *lanes[1]) if notation not in HIDDEN]
    try:
        if len(set(every)) == len(every):
            return NOTHING, NOTHING
    except TypeError:  # a designed card is an object, which is no element of a set
        pass
    in_hand = [notation for notation in hand if notation not in HIDDEN]
    return kept(in_hand), kept([*in_hand, *lanes[0]])


@lru_cache(maxsize=CACHE_SIZE)
def creatures_of(seat: str, lane: str, text: bytes, before: bytes, fallen: frozenset[int]) -> tuple[CreaturePiece, ...]:
    """Return the creatures of a `Realm` with these fields."""
    creatures, stats = orjson.loads(text)
    dom_ids = ids(seat, [data["card"] for data in creatures], () if before is NOTHING else orjson.loads(before))
    return tuple(
        [
            _creature(seat, lane, index, *each, falls=index in fallen)
            for index, each in enumerate(zip(creatures, stats, dom_ids, strict=True))
        ]
    )


@lru_cache(maxsize=CACHE_SIZE)
def placeless_of(seat: str, lane: str, text: bytes, before: bytes, fallen: frozenset[int]) -> tuple[Placeless, ...]:
    """Return the creatures of a `Realm` with these fields as they are drawn."""
    found = creatures_of(seat, "", text, before, fallen)
    return tuple([Placeless(each._replace(position=0), not each.position, each[FACE]) for each in found])


def _creature(
    seat: str,
    lane: str,
    index: int,
    data: CreatureNotation,
    stats: CreatureStats,
    identity: str,
    *,
    falls: bool,
) -> CreaturePiece:
    over = data["over"]
    return CreaturePiece(
        seat=seat,
        lane=lane,
        position=index,
        id=identity,
        card=card_of(data["card"]),
        over=card_of(over) if over else None,
        attack=stats["attack"],
        health=stats["health"],
        left=stats["left"],
        abilities=tuple(stats["abilities"]),
        lent=tuple(stats["lent"]),
        resting=data["new"] and "rage" not in stats["abilities"],
        done=data["done"],
        hit=data["hit"],
        sprint=data["sprint"],
        champion=data["champion"],
        falls=falls,
    )
