"""The observation: what a player sees as one row of whole numbers, its sections named in `SECTIONS`.

It is made from `Match.view_for` alone, and from the cards that the player has named for a deck that is not complete.
"Mine" and "theirs" are the viewer's: both seats see the same game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine import cards
from engine.abilities import BY_SLUG
from engine.cards import Card, CardNotation, from_notation
from engine.notation.types import CreatureNotation
from engine.seat import Seat, other
from engine.setup.views import MatchView, SetupView
from engine.view import FORTRESS, UNKNOWN, CreatureStats, SideStats, SideView, View
from tools.packages.gym.actions import LANE, MAX_CARDS, NUMBER_OF

ObservationRow = NDArray[np.int16]

PHASES: Final = ("draft", "deck", "ban", "champion", "summon", "assault", "order", "over", "done")
ABILITIES: Final = tuple(BY_SLUG)
DESIGNED: Final = len(NUMBER_OF) + 1
"""The number of a card that is not printed; printed ones count from 1, and 0 is none."""
WIDTH: Final = 2 * len(ABILITIES)

MATCH: Final = (
    "edition_2021", "solo", "turn", "mana", "my_turn", "won", "lost", "drawn", "round", "left", "deck_size",
    "i_am_ready", "they_are_ready", "i_begin_the_round", "champion_is_optional", "i_order",
    *(f"phase_{phase}" for phase in PHASES),
)  # fmt: skip
SOLO: Final = ("fixed", "per_creature", "weakened", "last_turn", "shuffles", "pile", *ABILITIES)
FACE: Final = (
    "number", "fortress", "unknown", "creature", "cost", "attack", "variable", "health",
    *ABILITIES, *(f"aura_{slug}" for slug in ABILITIES),
)  # fmt: skip
CREATURE: Final = (
    "number", "over", "cost", "attack", "variable", "bonus", "health", "left", "new", "done", "hit", "champion",
    *ABILITIES, *(f"aura_{slug}" for slug in ABILITIES),
)  # fmt: skip
SIDE: Final = ("hp", "is_fort", "champion_ready", "champion_in_play", "champion_cost")
HAND: Final = MAX_CARDS + 1

SECTIONS: Final[dict[str, tuple[int, ...]]] = {
    "match": (len(MATCH),),
    "solo": (len(SOLO),),
    "my_side": (len(SIDE),),
    "their_side": (len(SIDE),),
    "my_hand": (HAND, len(FACE)),
    "their_hand": (HAND, len(FACE)),
    "my_champion": (len(FACE),),
    "their_champion": (len(FACE),),
    "my_lanes": (2, LANE, len(CREATURE)),
    "their_lanes": (2, LANE, len(CREATURE)),
    "pile_known": (MAX_CARDS,),
    "discard": (DESIGNED + 1,),
    "waiting": (3,),
    "revealed": (4,),
    "my_deck": (DESIGNED + 1,),
    "their_deck": (DESIGNED + 1,),
    "my_banned": (DESIGNED + 1,),
    "their_banned": (DESIGNED + 1,),
}
"""The shapes of the sections, in their order. Sets of cards are counted by number; "waiting" are the numbers of the
cards that wait for their owner's order, "revealed" those of the draft."""


def _places() -> dict[str, slice]:
    places: dict[str, slice] = {}
    start = 0
    for name, shape in SECTIONS.items():
        places[name] = slice(start, start + prod(shape))
        start += prod(shape)
    return places


PLACES: Final = _places()
SIZE: Final = PLACES["their_banned"].stop
"""The length of an observation."""
HIGHEST: Final = 2**15 - 1


def section(observation: ObservationRow, name: str) -> ObservationRow:
    """Return a section of an observation in its shape; a view, not a copy."""
    return observation[PLACES[name]].reshape(SECTIONS[name])


def number_of(card: CardNotation) -> int:
    """Return a card's number: 0 for one that is not known."""
    if isinstance(card, str):
        return 0 if card in (UNKNOWN, FORTRESS) else NUMBER_OF[card] + 1
    return DESIGNED


def _abilities(slugs: Iterable[str], auras: Iterable[str]) -> list[int]:
    own, lent = set(slugs), set(auras)
    return [*(slug in own for slug in ABILITIES), *(slug in lent for slug in ABILITIES)]


@lru_cache(maxsize=4096)
def _worn(slugs: tuple[str, ...], auras: tuple[str, ...]) -> ObservationRow:
    return np.array(_abilities(slugs, auras), dtype=np.int16)


def _face(number: int, card: Card) -> list[int]:
    own = [slug for slug in card.printed if not slug.startswith("aura:")]
    auras = [slug.removeprefix("aura:") for slug in card.printed if slug.startswith("aura:")]
    facts = [number, 0, 0, int(card.is_creature), card.cost, card.attack, int(card.variable), card.health]
    return [*facts, *_abilities(own, auras)]


FACES: Final[ObservationRow] = np.array(
    [
        [0] * len(FACE),
        *(_face(number, card) for number, card in enumerate(cards.ALL.values(), 1)),
        [0, 1, *[0] * (len(FACE) - 2)],
        [0, 0, 1, *[0] * (len(FACE) - 3)],
    ],
    dtype=np.int16,
)
"""The face of each card by its number, for tables of your own; then the fortress and a card that is not known."""
_MARKS: Final = {FORTRESS: len(NUMBER_OF) + 1, UNKNOWN: len(NUMBER_OF) + 2}


def observe(seat: Seat, view: MatchView, chosen: Sequence[str] = ()) -> ObservationRow:
    """Return the view of `seat` as one row of `SIZE` numbers; `chosen` are the cards named for a deck so far."""
    row: ObservationRow = np.zeros(SIZE, dtype=np.int16)
    if "turn" in view:
        _match_in_play(row, seat, view)
        _sides(row, seat, view)
    else:
        _set_up(row, seat, view)
        for slug in chosen:
            row[PLACES["my_deck"].start + number_of(slug)] += 1
    return row


def _header(row: ObservationRow, seat: Seat, view: MatchView, **facts: int) -> None:
    winner = view["winner"]
    known: dict[str, int] = {
        "edition_2021": view["edition"] == "2021",
        "solo": view["mode"] == "solo",
        "won": winner == seat,
        "lost": winner == other(seat),
        "drawn": winner == "draw",
        f"phase_{view['phase']}": 1,
        **facts,
    }
    for name, value in known.items():
        row[_MATCH[name]] = value


_MATCH: Final = {name: place for place, name in enumerate(MATCH)}


def _match_in_play(row: ObservationRow, seat: Seat, view: View) -> None:
    pending = view.get("pending")
    _header(
        row,
        seat,
        view,
        turn=view["turn"],
        mana=view["mana"],
        my_turn=view["active"] == seat,
        i_order=pending is not None and pending["owner"] == seat,
    )
    if pending is not None:
        _list(row, "waiting", pending["cards"])
    if "solo" in view:
        solo = view["solo"]
        start = PLACES["solo"].start
        facts = [solo["fixed"], solo["per_creature"], solo["weakened"], solo["last_turn"], solo["shuffles"]]
        row[start : start + len(facts)] = facts
        row[start + 6 : start + 6 + len(ABILITIES)] = [slug in solo["abilities"] for slug in ABILITIES]


def _sides(row: ObservationRow, seat: Seat, view: View) -> None:
    for whose, owner in (("my", seat), ("their", other(seat))):
        side, stats = view[owner], view["stats"][owner]
        start = PLACES[f"{whose}_side"].start
        row[start : start + 2] = [stats["hp"], side["fortress"] == "fort"]
        _lanes(section(row, f"{whose}_lanes"), side, stats)
        if "hand" in side:
            hand = section(row, f"{whose}_hand")
            _faces(hand, side["hand"])
            champion = side["champion"]
            if champion is not None:
                cost = stats.get("champion_cost", 0)
                row[start + 2 : start + 5] = [champion["ready"], champion["in_play"], cost]
                _faces(section(row, f"{whose}_champion").reshape(1, -1), [champion["card"]])
        else:
            pile = side["pile"]
            row[PLACES["solo"].start + 5] = pile if isinstance(pile, int) else len(pile)
            _list(row, "pile_known", side["pile_known"])
            _count(row, "discard", side["discard"])


def _faces(rows: ObservationRow, hand: Sequence[CardNotation]) -> None:
    """Write the cards of a hand: almost always printed ones, which are copied at once."""
    numbers = [_MARKS.get(card) or NUMBER_OF[card] + 1 if isinstance(card, str) else 0 for card in hand]
    rows[: len(hand)] = FACES[numbers]
    for place, card in enumerate(hand):
        if not isinstance(card, str):
            rows[place] = _face(DESIGNED, from_notation(card))


def _lanes(rows: ObservationRow, side: SideView, stats: SideStats) -> None:
    for lane, (creatures, values) in enumerate(((side["top"], stats["top"]), (side["bottom"], stats["bottom"]))):
        for index, (creature, value) in enumerate(zip(creatures, values, strict=True)):
            rows[lane, index, :12] = _creature(creature, value)
            rows[lane, index, 12:] = _worn(tuple(value["abilities"]), tuple(value["auras"]))


def _creature(creature: CreatureNotation, value: CreatureStats) -> list[int]:
    card, over, attack = creature["card"], creature["over"], value["attack"]
    return [
        number_of(card),
        0 if over is None else number_of(over),
        from_notation(card).cost,
        0 if attack == "X" else attack,
        attack == "X",
        value["bonus"],
        value["health"],
        value["left"],
        creature["new"],
        creature["done"],
        creature["hit"],
        creature["champion"],
    ]


def _list(row: ObservationRow, name: str, listed: Sequence[CardNotation]) -> None:
    start = PLACES[name].start
    row[start : start + len(listed)] = [number_of(card) for card in listed]


def _count(row: ObservationRow, name: str, listed: Iterable[CardNotation]) -> None:
    start = PLACES[name].start
    for card in listed:
        row[start + number_of(card)] += 1


def _set_up(row: ObservationRow, seat: Seat, view: SetupView) -> None:
    rival = other(seat)
    draft = view if "picks" in view else None
    ready = view["ready"] if "ready" in view else {}
    decks = view["decks"] if "decks" in view else {}
    champions = view["champions"] if "champions" in view else {}
    _header(
        row,
        seat,
        view,
        my_turn=seat in view["to_act"],
        round=draft["round"] if draft else 0,
        left=draft["left"] if draft else 0,
        deck_size=view["size"] if "size" in view else 0,
        i_am_ready=ready.get(seat, False),
        they_are_ready=ready.get(rival, False),
        i_begin_the_round=draft is not None and draft["first"] == seat,
        champion_is_optional="optional" in view and view["optional"],
    )
    _list(row, "revealed", draft["revealed"] if draft else ())
    for whose, owner in (("my", seat), ("their", rival)):
        _count(row, f"{whose}_deck", draft["picks"][owner] if draft else decks.get(owner) or ())
        if "banned" in view:
            _count(row, f"{whose}_banned", view["banned"][owner])
        champion = champions.get(owner)
        if champion is not None:
            _faces(section(row, f"{whose}_champion").reshape(1, -1), [champion])
