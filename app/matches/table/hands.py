"""The hands of a table as the templates draw them, with their Champions (R1.3, R9.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import orjson

from app.cards.gallery.notation import card_of, key_of
from app.matches.table.bridges import wear_of
from app.matches.table.pieces import CACHE_SIZE, HIDDEN, NOWHERE, Forecast, ids, kept
from app.matches.table.pile import Pile, pile_of
from engine.actions import LANES
from engine.cards import Card
from engine.match import LegalAction
from engine.notation.types import ChampionNotation
from engine.seat import SEATS, Seat, Viewer
from engine.summon import PLAYABLE
from engine.view import View


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


BACKS: Final = (HandItem(""), HandItem("", standing=True))
"""Places of cards that the viewer does not know, by whether they stand."""


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


class OpenHand(NamedTuple):
    """A hand (R1.3); `hp` is the number of cards to the right of the fortress (its `side` is up). `text` is the view's,
    as JSON: it is parsed when somebody draws it, because most hands stay as they are. `means` are those of a viewer
    who is the owner and is to act."""

    seat: str
    text: bytes
    side: str
    hp: int
    legal: frozenset[int] = NOWHERE
    champion: Champion | None = None
    forecast: Forecast | None = None
    means: Means | None = None

    @property
    def items(self) -> tuple[HandItem, ...]:
        """The places of the hand from the left; those in `legal` can be played from."""
        return hand_items(self.seat, self.text, self.side, self.legal, self.means)

    @property
    def wear(self) -> int:
        """The wear of its side's bridges."""
        return wear_of(self.side, self.hp)


BothHands = Mapping[Seat, OpenHand | Pile]
NO_TEXTS: Final[Mapping[Seat, bytes]] = {}


def hands_of(
    view: View, viewer: Viewer, legal: Sequence[LegalAction] = (), texts: Mapping[Seat, bytes] = NO_TEXTS
) -> BothHands:
    """Return both hands; `legal` are the viewer's actions, `texts` those of hands that stayed as they were."""
    return {seat: _hand(seat, view, legal if seat == viewer else (), texts.get(seat)) for seat in SEATS}


def _hand(seat: Seat, view: View, legal: Sequence[LegalAction], text: bytes | None) -> OpenHand | Pile:
    side = view[seat]
    if "pile" in side:
        return pile_of(seat, view, side)
    text = kept(side["hand"]) if text is None else text
    champion = _champion(seat, view, side["champion"], legal) if side["champion"] else None
    places = frozenset([action["hand"] for action in legal if action["type"] == "play"])
    means = _means(view) if legal else None
    hp = view["stats"][seat]["hp"]
    return OpenHand(seat, text, side["fortress"], hp, places, champion, means=means)


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
    plain = _plain_items(seat, text, fortress)
    entry = min(legal, default=int(plain[0].fortress != "" and len(plain) > 1))
    items = list(plain)
    for place in {entry} if means is None else range(len(plain)):
        item, playable = plain[place], place in legal
        if item.card is not None:
            gem = _gem(item.card, means, stands=item.standing, legal=playable)
            items[place] = HandItem(item.id, item.card, "", item.standing, playable, place == entry, gem)
    return tuple(items)


@lru_cache(maxsize=CACHE_SIZE)
def _plain_items(seat: str, text: bytes, fortress: str) -> tuple[HandItem, ...]:
    """Return the places of a hand from which nothing can be played: they stay when the mana does not."""
    hand = orjson.loads(text)
    dom_ids = iter(ids(seat, [notation for notation in hand if notation not in HIDDEN]))
    items: list[HandItem] = []
    standing = 0
    for notation in hand:
        if notation == "*":
            items.append(HandItem(f"fortress-{seat}", fortress=fortress))
            continue
        stands, standing = standing < PLAYABLE, standing + 1
        if notation == "?":
            items.append(BACKS[stands])
        elif isinstance(notation, str):
            items.append(_printed_item(next(dom_ids), notation, stands))
        else:
            items.append(HandItem(next(dom_ids), card_of(notation), "", stands))
    return tuple(items)


@lru_cache(maxsize=CACHE_SIZE)
def _printed_item(identity: str, slug: str, stands: bool) -> HandItem:
    return HandItem(identity, card_of(slug), "", stands)


def _champion(seat: Seat, view: View, data: ChampionNotation, actions: Sequence[LegalAction]) -> Champion:
    legal = any(action["type"] == "champion" for action in actions)
    cost = view["stats"][seat].get("champion_cost", 0)
    identity = f"champion-{seat}-{key_of(data['card'])}"
    return Champion(identity, card_of(data["card"]), cost, data["ready"], data["in_play"], legal)
