"""The events that the server sends to a page, as types for its scripts: makes tools/types/events.d.ts.

`python -m tools.event_types` writes the file; `tools.check_messages` says when it is out of date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from app.matches.table.event_payload import OF_KEY, OF_TYPE, SaidKeys
from engine.actions import At
from engine.cards import CardNotation
from engine.events import Event
from engine.seat import Seat

FILE: Final = Path(__file__).resolve().parent / "types" / "events.d.ts"
HEAD: Final = """\
// Made by `python -m tools.event_types` from engine/events and app/matches/table/event_payload.py.

declare global {
  /** A card in JSON: its name in the notation, or a designed card. */
  type CardNotation = string | { name: string };

  type Seat = "A" | "B";

  /** The events of the engine as a page gets them, by type. */
  interface GameEvents {
"""
TAIL: Final = """\
  }

  type GameEvent = GameEvents[keyof GameEvents];
}

export {};
"""
NAMED: Final = (
    (str, "string"), (int, "number"), (bool, "boolean"), (NoneType, "null"), (Seat, "Seat"), (At, "CreaturePlace"),
    (CardNotation, "CardNotation"),
)  # fmt: skip
LAYOUT: Final = re.compile(r"[\s|;]+")


def written(kind: object) -> str:
    """Return a Python type as TypeScript has it."""
    for known, name in NAMED:
        if kind == known:
            return name
    if is_typeddict(kind):
        return f"{{ {' '.join(_keys(kind))} }}"
    origin, within = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(str(each).lower() if isinstance(each, bool) else f'"{each}"' for each in within)
    if origin in (Union, UnionType):
        cards = set(get_args(CardNotation))
        has_cards = cards <= set(within)
        rest = [written(each) for each in within if not (has_cards and each in cards)]
        return " | ".join(["CardNotation", *rest] if has_cards else rest)
    if origin is list:
        return f"{written(within[0])}[]"
    raise TypeError(f"no TypeScript for {kind}")


def _keys(kind: object) -> Iterator[str]:
    for name, type_ in get_type_hints(kind, include_extras=True).items():
        optional = get_origin(type_) is NotRequired
        yield f"{name}{'?' if optional else ''}: {written(get_args(type_)[0] if optional else type_)};"


# Any: a TypedDict has no type of its own.
def _event(kind: Any) -> str:
    hints = get_type_hints(kind)
    (name,) = get_args(hints["type"])
    always = kind.__required_keys__
    added = [more for key, more in OF_KEY.items() if key in always]
    if name in OF_TYPE:
        added.append(OF_TYPE[name])
    keys = [key for each in (kind, SaidKeys, *added) for key in _keys(each)]
    return f"    {name}: {{ {' '.join(keys)} }};\n"


def types() -> str:
    """Return the whole file."""
    return HEAD + "".join(_event(kind) for kind in get_args(Event)) + TAIL


def is_current() -> bool:
    """Return whether the file is as it would be made now; how its lines are broken is the formatter's."""
    return LAYOUT.sub("", FILE.read_text("utf-8")) == LAYOUT.sub("", types())


if __name__ == "__main__":
    FILE.write_text(types(), "utf-8")
