"""What the templates of a match draw: the engine's view, legal actions and outcome, arranged as one viewer sees them.

Pure functions. Nothing here decides a rule: what may be played is `legal_actions`, what a play would bring down is
found by playing it on a copy. Hidden cards cannot leak, because everything is built from `view_for(viewer)`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zlib import crc32

from engine import cards
from engine.cards import Card
from engine.errors import EngineError
from engine.match import Match

LANES = ("top", "bottom")
STANDING = 4
"""How many cards of a hand stand up: the leftmost, the fortress not counted (R4.1)."""


@lru_cache(maxsize=512)
def _designed(text: str) -> Card:
    return cards.designed(json.loads(text))


def card_of(notation: Any) -> Card:
    """The card of a slug or designed-card object of a view; the same object again for an equal design."""
    if isinstance(notation, str):
        return cards.ALL[notation]
    return _designed(json.dumps(notation, sort_keys=True))


def key_of(notation: Any) -> str:
    """What stands for a card in a DOM id: its slug, or `design` and a checksum for a designed card."""
    return notation if isinstance(notation, str) else f"design-{crc32(repr(card_of(notation).key).encode()):x}"


@dataclass(frozen=True, slots=True)
class HandItem:
    """One place of a hand: the fortress (`fortress` is its side), a known card, or a back (`card` is None)."""

    place: int
    id: str
    card: Card | None = None
    fortress: str = ""
    standing: bool = False
    legal: bool = False
    first: bool = False  # where the Tab key enters the hand


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature in play with the numbers it has now (`view["stats"]`), position 0 at the bridge (R1.4)."""

    seat: str
    lane: str
    index: int
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


@dataclass(frozen=True, slots=True)
class Champion:
    """The Champion beside a hand (R9.2), while it is not in play."""

    id: str
    card: Card
    cost: int
    ready: bool
    in_play: bool
    legal: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as a row (R1.3); `hp` is what stands to the right of the fortress."""

    seat: str
    items: tuple[HandItem, ...]
    side: str
    hp: int
    champion: Champion | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """The automaton's cards (R10.1): `count` face down over its fortress, the discard open.

    After the match `known` is the pile itself, top first.
    """

    seat: str
    count: int
    side: str
    discard: tuple[Card, ...]
    mana: int
    known: tuple[Card, ...] = ()

    @property
    def hp(self) -> int:
        """The automaton's fortress has as much HP as the pile has cards."""
        return self.count


@dataclass(frozen=True, slots=True)
class Realm:
    """One lane of one player (R1.4)."""

    seat: str
    lane: str
    creatures: tuple[Creature, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action for the page; `ask` names what of one's own it would bring down: "bastion", "fort" or ""."""

    action: Mapping[str, Any]
    ask: str = ""

    def as_json(self) -> dict[str, Any]:
        """The choice as the page's script reads it."""
        return {"action": self.action, "ask": self.ask}


@dataclass(frozen=True, slots=True)
class Returning:
    """Cards that their owner must put in order (2021, R5.8), in the order of 2022 as the default."""

    owner: str
    mine: bool
    cards: tuple[tuple[str, Card], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The table from one viewer's side: `near` is drawn left or at the bottom (a spectator sits with A)."""

    viewer: str | None
    near: str
    far: str
    edition: str
    mode: str
    turn: int
    active: str
    phase: str
    mana: int
    hands: Mapping[str, Hand | Pile]
    realms: Mapping[str, Realm]
    can_act: bool
    choices: tuple[Choice, ...]
    returning: Returning | None
    winner: str | None
    reason: str | None
    buttons: tuple[str, ...] = ()
    auto: str = ""
    gems: int = 0

    @property
    def has_plays(self) -> bool:
        """Whether a card can be played now."""
        return any(choice.action["type"] in ("play", "champion") for choice in self.choices)

    @property
    def choices_json(self) -> str:
        """The choices as the page's script reads them; the buttons' own actions are left out."""
        listed = [choice.as_json() for choice in self.choices if choice.action["type"] in ("play", "champion")]
        return json.dumps(listed, separators=(",", ":"))


class _Ids:
    """DOM ids that stay the same while a card moves between hand and realm; a second copy gets a number."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.seen: Counter[str] = Counter()

    def next(self, notation: Any) -> str:
        key = key_of(notation)
        self.seen[key] += 1
        number = self.seen[key]
        return f"card-{self.seat}-{key}" + (f"-{number}" if number > 1 else "")


def _hand(seat: str, side: Mapping[str, Any], legal: frozenset[int], ids: _Ids, champion: Champion | None) -> Hand:
    row = side["hand"]
    items: list[HandItem] = []
    standing = 0
    entry = min(legal, default=next((place for place, notation in enumerate(row) if notation != "*"), 0))
    for place, notation in enumerate(row):
        if notation == "*":
            items.append(HandItem(place, f"fortress-{seat}", fortress=side["fortress"]))
            continue
        stands = standing < STANDING
        standing += 1
        if notation == "?":
            items.append(HandItem(place, "", standing=stands))
        else:
            first = place == entry
            items.append(
                HandItem(
                    place,
                    ids.next(notation),
                    card_of(notation),
                    standing=stands,
                    legal=place in legal,
                    first=first,
                )
            )
    hp = len(row) - 1 - row.index("*")
    return Hand(seat, tuple(items), side["fortress"], hp, champion)


def _champion(seat: str, view: Mapping[str, Any], legal: bool) -> Champion | None:
    data = view[seat].get("champion")
    if not data:
        return None
    notation = data["card"]
    cost = view["stats"][seat]["champion_cost"]
    identity = f"champion-{seat}-{key_of(notation)}"
    return Champion(identity, card_of(notation), cost, data["ready"], data["in_play"], legal)


def automaton_mana(view: Mapping[str, Any]) -> int:
    """The mana the automaton would have if its turn began now (R10.2, with R10.8's options), as its panel shows it."""
    options = view.get("solo") or {}
    creatures = sum(len(view["A"][lane]) for lane in LANES)
    catalysts = sum("catalyst" in stats["abilities"] for lane in LANES for stats in view["stats"]["B"][lane])
    return int(options.get("fixed", 6)) + int(options.get("per_creature", 1)) * creatures + 2 * catalysts


def _pile(seat: str, side: Mapping[str, Any], mana: int) -> Pile:
    pile = side["pile"]
    known = () if isinstance(pile, int) else tuple(card_of(notation) for notation in pile)
    count = pile if isinstance(pile, int) else len(pile)
    return Pile(seat, count, side["fortress"], tuple(card_of(notation) for notation in side["discard"]), mana, known)


def _realm(seat: str, lane: str, view: Mapping[str, Any], ids: _Ids) -> Realm:
    rows = zip(view[seat][lane], view["stats"][seat][lane], strict=True)
    return Realm(seat, lane, tuple(_creature(seat, lane, n, data, stats, ids) for n, (data, stats) in enumerate(rows)))


def _creature(
    seat: str, lane: str, index: int, data: Mapping[str, Any], stats: Mapping[str, Any], ids: _Ids
) -> Creature:
    over = data.get("over")
    return Creature(
        seat=seat,
        lane=lane,
        index=index,
        id=ids.next(data["card"]),
        card=card_of(data["card"]),
        over=card_of(over) if over else None,
        attack=stats["attack"],
        health=stats["health"],
        left=stats["left"],
        abilities=tuple(stats["abilities"]),
        lent=tuple(stats["lent"]),
        resting=bool(data.get("new")) and "rage" not in stats["abilities"],
        done=bool(data.get("done")),
        hit=bool(data.get("hit")),
        sprint=int(data.get("sprint") or 0),
        champion=bool(data.get("champion")),
    )


def _falls(match: Match, seat: str, action: Mapping[str, Any]) -> str:
    """What of `seat`'s own the action would bring down, by playing it on a copy: "fort", "bastion" or ""."""
    _, events = match.apply(seat, dict(action))
    felled = {event["type"] for event in events if event.get("player") == seat}
    return "fort" if "fort_fell" in felled else "bastion" if "bastion_fell" in felled else ""


def _risky(action: Mapping[str, Any], hand: Hand, mana: int) -> bool:
    """Whether a play could bring one's own fortress down at all; only then it is worth trying on a copy.

    A play takes one card from the hand (R6.4), and Blood Price as many as mana is missing.
    """
    if action["type"] == "champion":
        card = hand.champion.card if hand.champion else None
    else:
        card = hand.items[action["hand"]].card
    if card is None or action["type"] not in ("play", "champion"):
        return False
    missing = max(0, card.cost - mana) if "blood-price" in card.printed else 0
    return hand.hp <= 1 + missing


def _choices(match: Match, viewer: str, legal: list[dict[str, Any]], hand: Hand, mana: int) -> tuple[Choice, ...]:
    found: list[Choice] = []
    for action in legal:
        plays = action["type"] in ("play", "champion")
        risky = plays and _risky(action, hand, mana)
        found.append(Choice(action, _falls(match, viewer, action) if risky else ""))
    return tuple(found)


def _buttons(legal: list[dict[str, Any]]) -> tuple[str, ...]:
    types = {action["type"] for action in legal}
    return tuple(name for name in ("end_summon", "attack", "attack_all", "end_turn") if name in types)


def _auto(view: Mapping[str, Any], hand: Hand, buttons: tuple[str, ...]) -> str:
    """2021: what the page may do by itself, because a player without incantations has nothing to decide (R4.8)."""
    if view["phase"] != "assault" or any(item.card and not item.card.is_creature for item in hand.items):
        return ""
    return next((name for name in ("attack_all", "end_turn") if name in buttons), "")


def _returning(view: Mapping[str, Any], viewer: str | None) -> Returning | None:
    pending = view.get("pending")
    if view["phase"] != "order" or not pending:
        return None
    listed = tuple((json.dumps(notation), card_of(notation)) for notation in pending["cards"])
    return Returning(pending["owner"], pending["owner"] == viewer, listed)


def _places(legal: list[dict[str, Any]]) -> frozenset[int]:
    return frozenset(action["hand"] for action in legal if action["type"] == "play")


def build(
    match: Match, viewer: str | None, gained: int = 0, *, near: str = "", view: Mapping[str, Any] | None = None
) -> Board:
    """The table of a match in play or over, for seat `viewer` ("A", "B") or a spectator (None).

    `gained` is the mana that this turn began with, if known: spent mana is shown dimmed. A spectator sits with A, or
    with `near`; a replay shows another `view` than the spectator's.
    """
    view = match.view_for(viewer) if view is None else view
    legal = match.legal_actions(viewer) if viewer and viewer in match.to_act else []
    near = viewer or near or "A"
    playing = _places(legal)
    champion_legal = any(action["type"] == "champion" for action in legal)
    hands: dict[str, Hand | Pile] = {}
    realms: dict[str, Realm] = {}
    for seat in ("A", "B"):
        ids = _Ids(seat)
        mine = seat == viewer
        if "pile" in view[seat]:
            hands[seat] = _pile(seat, view[seat], automaton_mana(view))
        else:
            champion = _champion(seat, view, mine and champion_legal)
            hands[seat] = _hand(seat, view[seat], playing if mine else frozenset(), ids, champion)
        for lane in LANES:
            realms[f"{seat}-{lane}"] = _realm(seat, lane, view, ids)
    own = hands[near]
    buttons = _buttons(legal)
    outcome = match.outcome
    return Board(
        viewer=viewer,
        near=near,
        far="B" if near == "A" else "A",
        edition=view["edition"],
        mode=view["mode"],
        turn=view["turn"],
        active=view["active"],
        phase=view["phase"],
        mana=view["mana"],
        hands=hands,
        realms=realms,
        can_act=bool(legal),
        choices=_choices(match, viewer, legal, own, view["mana"]) if viewer and isinstance(own, Hand) else (),
        returning=_returning(view, viewer),
        winner=outcome.winner if outcome else None,
        reason=outcome.reason if outcome else None,
        buttons=buttons,
        auto=_auto(view, own, buttons) if isinstance(own, Hand) else "",
        gems=max(gained, view["mana"]),
    )


def why_not(match: Match, seat: str, place: int) -> EngineError | None:
    """Why `seat` cannot play the card at `place` of the hand, in the engine's own words; None if it can."""
    legal = match.legal_actions(seat) if seat in match.to_act else []
    if any(action["type"] == "play" and action["hand"] == place for action in legal):
        return None
    for action in _attempts(match.view_for(seat), seat, place):
        try:
            match.apply(seat, action)
        except EngineError as error:
            return error
    return None


def _attempts(view: Mapping[str, Any], seat: str, place: int) -> list[dict[str, Any]]:
    """A play of the card at `place` that is well formed for its kind, to hear the engine's answer."""
    row = view[seat]["hand"]
    notation = row[place] if 0 <= place < len(row) else "*"
    if notation in ("*", "?") or card_of(notation).is_creature:
        return [{"type": "play", "hand": place, "lane": "top"}]
    targets = [(who, lane) for who in ("A", "B") for lane in LANES if view[who][lane]]
    who, lane = targets[0] if targets else ("A", "top")
    return [{"type": "play", "hand": place, "target": {"player": who, "lane": lane, "index": 0}}]
