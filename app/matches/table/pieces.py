"""The common part of a table's pieces: hands (`hands.py`), the automaton's pile (`pile.py`), realms (`realms.py`).

Plain tuples, so that equal pieces are equal keys: drawings made once are found again at the next move, at the other
player's page and in other matches. Nothing here decides a rule; everything is built from a view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import orjson

from app.cards.gallery.notation import key_of
from engine.cards import CardNotation

CACHE_SIZE: Final = 4096
HIDDEN: Final = ("*", "?")  # in a view's hand: the fortress, and a card that the viewer does not know
NOWHERE: Final[frozenset[int]] = frozenset()


class Forecast(NamedTuple):
    """The effect of the coming assault on a fortress: the HP after it, the side that falls ("bastion", "fort"), and
    whether a Fort turns back into a Bastion."""

    hp: int
    fell: str = ""
    turns: bool = False


def kept(row: object) -> bytes:
    """Return the JSON of some cards, to be kept: copied, because orjson's result holds 4 KB however short it is."""
    return bytes(memoryview(orjson.dumps(row)))


def ids(seat: str, notations: Sequence[CardNotation], before: Sequence[CardNotation] = ()) -> list[str]:
    """Return DOM ids that stay while a card moves between hand and realm; a second copy of a card gets a number.

    `before` are the cards of the same side that come first in the order hand, top lane, bottom lane.
    """
    keys = [key_of(notation) for notation in notations]
    if not before and len(set(keys)) == len(keys):
        return [f"card-{seat}-{key}" for key in keys]
    seen = [key_of(notation) for notation in before]
    found: list[str] = []
    for key in keys:
        seen.append(key)
        number = seen.count(key)
        found.append(f"card-{seat}-{key}" + (f"-{number}" if number > 1 else ""))
    return found
