"""Actions of a match in play: a closed set of immutable values, and their JSON (docs/notation.md).

Lanes are 0 (top) and 1 (bottom) inside the engine; words only in JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal, NamedTuple, NotRequired, TypedDict, TypeVar, final

from engine import cards
from engine.cards import CardNotation
from engine.errors import BadPosition, EngineError, IllegalAction, brief
from engine.seat import SEATS, Seat

Meaning = TypeVar("Meaning")
LaneName = Literal["top", "bottom"]
LANES: tuple[LaneName, LaneName] = ("top", "bottom")
LANE_OF = {"top": 0, "bottom": 1}
MAX_ORDER = 3
"""Cards that can return together in 2021: an attack or incantation hits its target, one behind it (Perforation) and one
next to it (Splash)."""


class Play(NamedTuple):
    """Put the creature at `place` of the hand (fortress included) into `lane`, or onto a creature (R4.3)."""

    place: int
    lane: int
    onto: int | None = None


class Cast(NamedTuple):
    """Cast the incantation at `place` of the hand on a creature in play (R4.7)."""

    place: int
    seat: Seat
    lane: int
    target: int


class PlayChampion(NamedTuple):
    """Play the ready Champion (R9.2)."""

    lane: int
    onto: int | None = None


class EndSummon(NamedTuple):
    """Continue to the assault (2022: through it, to the next player's summon)."""

    word: Literal["end_summon"] = "end_summon"


class Attack(NamedTuple):
    """Activate the next creature (2021)."""

    word: Literal["attack"] = "attack"


class AttackAll(NamedTuple):
    """Activate all remaining creatures (2021)."""

    word: Literal["attack_all"] = "attack_all"


class EndTurn(NamedTuple):
    """End the turn when all have been activated (2021)."""

    word: Literal["end_turn"] = "end_turn"


class Order(NamedTuple):
    """The cards in the order in which they return, first one first (R5.8, 2021)."""

    cards: tuple[cards.Card, ...]


class Resign(NamedTuple):
    """The player of `seat` gives up (R7.1)."""

    seat: Seat


Action = Play | Cast | PlayChampion | EndSummon | Attack | AttackAll | EndTurn | Order | Resign

END_SUMMON, ATTACK, ATTACK_ALL, END_TURN = EndSummon(), Attack(), AttackAll(), EndTurn()
_PLAIN: dict[str, Action] = {
    END_SUMMON.word: END_SUMMON,
    ATTACK.word: ATTACK,
    ATTACK_ALL.word: ATTACK_ALL,
    END_TURN.word: END_TURN,
}


class At(TypedDict):
    """The place of a creature in the notation; `index` counts from the bridge."""

    player: Seat
    lane: LaneName
    index: int


@final
class PlayNotation(TypedDict):
    """`Play` in the notation."""

    type: Literal["play"]
    hand: int
    lane: LaneName
    onto: NotRequired[int]


@final
class CastNotation(TypedDict):
    """`Cast` in the notation; its target distinguishes it from `PlayNotation`."""

    type: Literal["play"]
    hand: int
    target: At


class PlayChampionNotation(TypedDict):
    """`PlayChampion` in the notation."""

    type: Literal["champion"]
    lane: LaneName
    onto: NotRequired[int]


class PlainNotation(TypedDict):
    """An action without anything else to say."""

    type: Literal["end_summon", "attack", "attack_all", "end_turn"]


class OrderNotation(TypedDict):
    """`Order` in the notation."""

    type: Literal["order"]
    cards: list[CardNotation]


class ResignNotation(TypedDict):
    """`Resign` in the notation, before the first turn, too."""

    type: Literal["resign"]
    player: Seat


ActionNotation = PlayNotation | CastNotation | PlayChampionNotation | PlainNotation | OrderNotation | ResignNotation


@cache
def plays(place: int) -> tuple[Play, Play]:
    """Return both placements of the creature at `place`, kept because searches need them often."""
    return Play(place, 0), Play(place, 1)


@lru_cache(maxsize=1024)
def casts(place: int, seat: Seat, lane: int, creatures: int) -> tuple[Cast, ...]:
    """Return the incantation at `place` cast on each creature of a lane: kept, as `plays` are."""
    return tuple([Cast(place, seat, lane, target) for target in range(creatures)])


def to_json(action: Action) -> ActionNotation:
    """Return the notation of an action."""
    if isinstance(action, Cast):  # the most frequent first: each place of the hand has many targets
        return {"type": "play", "hand": action.place, "target": at(action.seat, action.lane, action.target)}
    if isinstance(action, Play):
        return _play_to_json(action)
    if isinstance(action, PlayChampion):
        return _champion_to_json(action)
    if isinstance(action, Order):
        return {"type": "order", "cards": [card.notation for card in action.cards]}
    if isinstance(action, Resign):
        return {"type": "resign", "player": action.seat}
    return {"type": action.word}


def at(seat: Seat, lane: int, index: int) -> At:
    """Return the place of a creature in the notation."""
    return {"player": seat, "lane": LANES[lane], "index": index}


def _play_to_json(action: Play) -> PlayNotation:
    shown: PlayNotation = {"type": "play", "hand": action.place, "lane": LANES[action.lane]}
    if action.onto is not None:
        shown["onto"] = action.onto
    return shown


def _champion_to_json(action: PlayChampion) -> PlayChampionNotation:
    shown: PlayChampionNotation = {"type": "champion", "lane": LANES[action.lane]}
    if action.onto is not None:
        shown["onto"] = action.onto
    return shown


def malformed(detail: str, **params: object) -> IllegalAction:
    """Return the refusal of a malformed action; `detail` is a key of `DETAILS`."""
    return IllegalAction("malformed", detail=EngineError(detail, **params))


def _keys(data: dict[str, object], *allowed: str) -> None:
    unknown = data.keys() - {"type", *allowed}
    if unknown:
        raise malformed("action_key", key=brief(min(unknown, key=str)))


def _index(data: dict[str, object], key: str) -> int:
    value = data.get(key)
    if type(value) is not int or value < 0:
        raise malformed("key_index", key=key)
    return value


def _lane(data: dict[str, object]) -> int:
    return _word(data, "lane", LANE_OF)


def _seat(data: dict[str, object]) -> Seat:
    return _word(data, "player", {seat: seat for seat in SEATS})


def _word(data: dict[str, object], key: str, words: Mapping[str, Meaning]) -> Meaning:
    value = data.get(key)
    if not isinstance(value, str) or value not in words:
        raise malformed("key_choice", key=key, words=", ".join(words))
    return words[value]


def _onto(data: dict[str, object]) -> int | None:
    return _index(data, "onto") if "onto" in data else None


def _cast(data: dict[str, object]) -> Cast:
    _keys(data, "hand", "target")
    target = data["target"]
    if not isinstance(target, dict):
        raise malformed("key_object", key="target")
    _keys(target, "player", "lane", "index")
    if "type" in target:
        raise malformed("key_unknown", key="target", unknown="type")
    return Cast(_index(data, "hand"), _seat(target), _lane(target), _index(target, "index"))


def _play(data: dict[str, object]) -> Play | Cast:
    if "target" in data:
        return _cast(data)
    _keys(data, "hand", "lane", "onto")
    return Play(_index(data, "hand"), _lane(data), _onto(data))


def _champion(data: dict[str, object]) -> PlayChampion:
    _keys(data, "lane", "onto")
    return PlayChampion(_lane(data), _onto(data))


def _order(data: dict[str, object]) -> Order:
    _keys(data, "cards")
    listed = data.get("cards")
    if not isinstance(listed, list):
        raise malformed("key_list", key="cards")
    if len(listed) > MAX_ORDER:
        raise IllegalAction("bad_order")
    try:
        return Order(tuple(cards.from_notation(card) for card in listed))
    except BadPosition:
        raise IllegalAction("bad_order") from None


def _resign(data: dict[str, object]) -> Resign:
    _keys(data, "player")
    return Resign(_seat(data))


_READERS = {"play": _play, "champion": _champion, "order": _order, "resign": _resign}


def from_json(data: object) -> Action:
    """Return the action of its notation; raises IllegalAction (`malformed`) for a missing, unknown or mistyped key."""
    word = data.get("type") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(word, str):
        raise malformed("action_object")
    plain = _PLAIN.get(word)
    if plain is not None:
        _keys(data)
        return plain
    reader = _READERS.get(word)
    if reader is None:
        raise malformed("action_unknown", action=brief(word))
    return reader(data)
