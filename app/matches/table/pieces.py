"""The pieces of a table as the templates draw them: hands, piles, creatures in their lanes, Champions.

Plain tuples, so that equal pieces are equal keys: drawings made once are found again at the next move, at the other
player's page and in other matches. Nothing here decides a rule; everything is built from a view.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import orjson

from app.cards.gallery.notation import card_of, key_of
from engine import automaton
from engine.actions import LANES, LaneName
from engine.cards import Card, CardNotation
from engine.match import LegalAction
from engine.notation.types import ChampionNotation, CreatureNotation
from engine.seat import SEATS, Seat, Viewer
from engine.summon import PLAYABLE
from engine.view import AutomatonView, CreatureStats, SideView, View

CACHE_SIZE: Final = 4096
HIDDEN: Final = ("*", "?")  # in a view's hand: the fortress, and a card that the viewer does not know
NOWHERE: Final[frozenset[int]] = frozenset()
NOTHING: Final = b"[]"
BATTERED_BELOW: Final = 5  # HP: below, a bridge shows it
REALMS: Final[tuple[tuple[Seat, LaneName, str], ...]] = tuple(
    (seat, lane, f"{seat}-{lane}") for seat in SEATS for lane in LANES
)
KEYS: Final = {seat: tuple(f"{seat}-{lane}" for lane in LANES) for seat in SEATS}


class HandItem(NamedTuple):
    """One place of a hand: the fortress (`fortress` is its side), a known card, or a back (`card` is None)."""

    id: str
    card: Card | None = None
    fortress: str = ""
    standing: bool = False
    legal: bool = False
    first: bool = False  # where the Tab key enters the hand
    gem: str = (
        ""  # the reason why the owner cannot play it now: "dear", or "aimless" where nothing is there to play it on
    )


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


class Forecast(NamedTuple):
    """The effect of the coming assault on a fortress: the HP after it, the side that falls ("bastion", "fort"), and
    whether a Fort turns back into a Bastion."""

    hp: int
    fell: str = ""
    turns: bool = False


class Champion(NamedTuple):
    """The Champion next to a hand (R9.2), while it is not in play."""

    id: str
    card: Card
    cost: int
    ready: bool
    in_play: bool
    legal: bool


class Means(NamedTuple):
    """The means of the player to act: the mana that is left, and whether an incantation finds a creature."""

    mana: int
    targets: bool


def wear_of(side: str, hp: int) -> int:
    """Return the wear of a side's bridges, by its fortress: 0 (whole) to 3."""
    return 2 * (side == "fort") + (hp < BATTERED_BELOW)


class OpenHand(NamedTuple):
    """A hand as a row (R1.3); `hp` is the number of cards to the right of the fortress (its `side` is up). `row` is the
    view's, as JSON: it is parsed when somebody draws it, because most hands stay as they are. `means` are those of a
    viewer who is the owner and is to act."""

    seat: str
    row: bytes
    side: str
    hp: int
    legal: frozenset[int] = NOWHERE
    champion: Champion | None = None
    forecast: Forecast | None = None
    means: Means | None = None

    @property
    def items(self) -> tuple[HandItem, ...]:
        """The places of the hand from the left; those in `legal` can be played from."""
        return hand_items(self.seat, self.row, self.side, self.legal, self.means)

    @property
    def wear(self) -> int:
        """The wear of its side's bridges."""
        return wear_of(self.side, self.hp)


class SoloRules(NamedTuple):
    """The automaton's rules (R10.8), by default the quick game; `just_one`: how attacks are weakened."""

    fixed: int = 6
    per_creature: int = 1
    weakened: bool = False
    just_one: bool = False
    abilities: tuple[str, ...] = ()
    last_turn: bool = False

    @property
    def richer(self) -> bool:
        """True if the automaton has more mana than in the quick game."""
        return (self.fixed, self.per_creature) != (6, 1)


QUICK_GAME: Final = SoloRules()


@dataclass(frozen=True, slots=True)
class Pile:
    """The automaton's cards (R10.1): `count` face down over its fortress, the discard open; `mana` of its next turn.

    `cache` are the known cards on top, the top one first; after the match the whole pile.
    """

    seat: str
    count: int
    side: str
    discard: tuple[Card, ...]
    mana: int
    known: tuple[Card, ...] = ()
    forecast: Forecast | None = None
    rules: SoloRules = QUICK_GAME

    @property
    def hp(self) -> int:
        """The automaton's fortress has as much HP as the pile has cards."""
        return self.count

    @property
    def wear(self) -> int:
        """The wear of its side's bridges."""
        return wear_of(self.side, self.hp)


def bridge_wear(near: OpenHand | Pile, far: OpenHand | Pile) -> tuple[int, int]:
    """Return the wear of the two halves of each bridge, by those who hold the islands it joins."""
    return near.wear, far.wear


class Realm(NamedTuple):
    """One lane of one player (R1.4); `row` is the view's, as JSON. The creatures at the indices `fallen` would fall.
    `before` are the cards, as JSON, after which the ids of its creatures are counted where a card is there twice."""

    seat: str
    lane: str
    row: bytes
    before: bytes = NOTHING
    fallen: frozenset[int] = NOWHERE

    @property
    def creatures(self) -> tuple[CreaturePiece, ...]:
        """The creatures of the lane, position 0 at the bridge."""
        return creatures_of(*self)


def _kept(row: object) -> bytes:
    """Return the JSON of a row, to be kept: copied, because orjson's result holds 4 KB however short it is."""
    return bytes(memoryview(orjson.dumps(row)))


BothHands = Mapping[Seat, OpenHand | Pile]


NO_ROWS: Final[Mapping[Seat, bytes]] = {}
NO_REALMS: Final[Mapping[str, Realm]] = {}


def seen_by(
    viewer: Viewer,
    view: View,
    realms: Mapping[str, Realm],
    legal: Sequence[LegalAction],
    rows: Mapping[Seat, bytes] = NO_ROWS,
    numbered: Mapping[str, Realm] = NO_REALMS,
) -> tuple[BothHands, Mapping[str, Realm]]:
    """Return both hands, with the viewer's `legal` actions marked, and the realms with the ids that it sees.

    `rows` are those of hands that stayed as they were, `numbered` the realms of sides on which nothing has moved.
    """
    return hands_of(view, viewer, legal, rows), _numbered(realms, view, numbered)


def hands_of(
    view: View, viewer: Viewer, legal: Sequence[LegalAction] = (), rows: Mapping[Seat, bytes] = NO_ROWS
) -> BothHands:
    """Return both hands; `legal` are the viewer's actions, `rows` those of hands that stayed as they were."""
    return {seat: _hand(seat, view, legal if seat == viewer else (), rows.get(seat)) for seat in SEATS}


def _hand(seat: Seat, view: View, legal: Sequence[LegalAction], row: bytes | None) -> OpenHand | Pile:
    side = view[seat]
    if "pile" in side:
        return _pile(seat, view, side)
    row = _kept(side["hand"]) if row is None else row
    champion = _champion(seat, view, side["champion"], legal) if side["champion"] else None
    places = frozenset([action["hand"] for action in legal if action["type"] == "play"])
    means = _means(view) if legal else None
    hp = view["stats"][seat]["hp"]
    return OpenHand(seat, row, side["fortress"], hp, places, champion, means=means)


def _means(view: View) -> Means:
    """The means of the player to act."""
    return Means(view["mana"], any(view[seat][lane] for seat in SEATS for lane in LANES))


def _gem(card: Card, means: Means | None, *, stands: bool, legal: bool) -> str:
    if means is None or legal:
        return ""
    if card.cost > means.mana and "blood-price" not in card.printed:
        return "dear"
    return "aimless" if stands or not (card.is_creature or means.targets) else ""


@lru_cache(maxsize=CACHE_SIZE)
def hand_items(
    seat: str, text: bytes, fortress: str, legal: frozenset[int], means: Means | None
) -> tuple[HandItem, ...]:
    """Return the places of a `OpenHand` with these fields."""
    row = orjson.loads(text)
    ids = iter(_ids(seat, [notation for notation in row if notation not in HIDDEN]))
    entry = min(legal, default=next((place for place, notation in enumerate(row) if notation != "*"), 0))
    items: list[HandItem] = []
    standing = 0
    for place, notation in enumerate(row):
        if notation == "*":
            items.append(HandItem(f"fortress-{seat}", fortress=fortress))
            continue
        stands, standing = standing < PLAYABLE, standing + 1
        if notation == "?":
            items.append(HandItem("", standing=stands))
        else:
            card, playable = card_of(notation), place in legal
            gem = _gem(card, means, stands=stands, legal=playable)
            items.append(HandItem(next(ids), card, "", stands, playable, place == entry, gem))
    return tuple(items)


def _champion(seat: Seat, view: View, data: ChampionNotation, actions: Sequence[LegalAction]) -> Champion:
    legal = any(action["type"] == "champion" for action in actions)
    cost = view["stats"][seat].get("champion_cost", 0)
    identity = f"champion-{seat}-{key_of(data['card'])}"
    return Champion(identity, card_of(data["card"]), cost, data["ready"], data["in_play"], legal)


def _ids(seat: str, notations: Sequence[CardNotation], before: Sequence[CardNotation] = ()) -> list[str]:
    """Return DOM ids that stay while a card moves between hand and realm; a second copy of a card gets a number.

    `before` are the cards of the same side that come first in the order hand, top lane, bottom lane.
    """
    seen = [key_of(notation) for notation in before]
    found: list[str] = []
    for notation in notations:
        key = key_of(notation)
        seen.append(key)
        number = seen.count(key)
        found.append(f"card-{seat}-{key}" + (f"-{number}" if number > 1 else ""))
    return found


def realms_of(view: View, untouched: Mapping[str, Realm] = NO_REALMS) -> dict[str, Realm]:
    """Return the lanes of both in a view by their names, "A-top"; they are the same in all views.

    `untouched` are those that stayed as they were.
    """
    return {
        key: untouched.get(key) or Realm(seat, lane, _kept((view[seat][lane], view["stats"][seat][lane])))
        for seat, lane, key in REALMS
    }


def _numbered(realms: Mapping[str, Realm], view: View, before: Mapping[str, Realm]) -> Mapping[str, Realm]:
    """Return these realms; where this viewer sees a card twice on one side, the ids there are numbered."""
    counted = {
        key: start
        for seat in SEATS
        for key, start in (
            zip(KEYS[seat], _counted_from(view[seat]), strict=True)
            if KEYS[seat][0] not in before
            else [(key, before[key].before) for key in KEYS[seat]]
        )
        if start is not NOTHING
    }
    return (
        {**realms, **{key: realms[key]._replace(before=start) for key, start in counted.items()}} if counted else realms
    )


def _counted_from(side: SideView) -> tuple[bytes, bytes]:
    """Return the cards, as JSON, that the ids of the top lane's creatures must count on from, and the bottom lane's.

    Nothing where no card of a side is seen twice: copies exist of designed cards only.
    """
    row: Sequence[CardNotation] = side["hand"] if "hand" in side else ()
    lanes = [[creature["card"] for creature in side[lane]] for lane in LANES]
    every = [notation for notation in (*row, *lanes[0], *lanes[1]) if notation not in HIDDEN]
    try:
        if len(set(every)) == len(every):
            return NOTHING, NOTHING
    except TypeError:  # a designed card is an object, which is no element of a set
        pass
    in_hand = [notation for notation in row if notation not in HIDDEN]
    return _kept(in_hand), _kept([*in_hand, *lanes[0]])


@lru_cache(maxsize=CACHE_SIZE)
def creatures_of(seat: str, lane: str, text: bytes, before: bytes, fallen: frozenset[int]) -> tuple[CreaturePiece, ...]:
    """Return the creatures of a `Realm` with these fields."""
    row, stats = orjson.loads(text)
    ids = _ids(seat, [data["card"] for data in row], orjson.loads(before))
    found = [_creature(seat, lane, place, *each) for place, each in enumerate(zip(row, stats, ids, strict=True))]
    return tuple(creature._replace(falls=creature.position in fallen) for creature in found)


@lru_cache(maxsize=CACHE_SIZE)
def placeless_of(seat: str, lane: str, text: bytes, before: bytes, fallen: frozenset[int]) -> tuple[Placeless, ...]:
    """Return the creatures of a `Realm` with these fields as they are drawn."""
    found = creatures_of(seat, lane, text, before, fallen)
    return tuple([Placeless(each._replace(position=0, lane=""), not each.position, each[FACE]) for each in found])


def _creature(
    seat: str, lane: str, index: int, data: CreatureNotation, stats: CreatureStats, identity: str
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
    )


def _pile(seat: Seat, view: View, side: AutomatonView) -> Pile:
    pile = side["pile"]
    known = tuple(map(card_of, side["pile_known"] if isinstance(pile, int) else pile))
    count = pile if isinstance(pile, int) else len(pile)
    discard = tuple(map(card_of, side["discard"]))
    return Pile(seat, count, side["fortress"], discard, automaton_mana(view), known, rules=_solo_rules(view))


def _solo_rules(view: View) -> SoloRules:
    chosen = view["solo"]
    return SoloRules(
        chosen["fixed"],
        chosen["per_creature"],
        chosen["weakened"],
        chosen["weakened"] and view["edition"] != "2021",
        tuple(chosen["abilities"]),
        chosen["last_turn"],
    )


def automaton_mana(view: View) -> int:
    """Return the mana the automaton would have if its turn began now (R10.2, R10.8), as its panel shows it."""
    options = view["solo"]
    creatures = sum(len(view["A"][lane]) for lane in LANES)
    catalysts = sum("catalyst" in stats["abilities"] for lane in LANES for stats in view["stats"]["B"][lane])
    return automaton.mana(options["fixed"], options["per_creature"], creatures, catalysts)
