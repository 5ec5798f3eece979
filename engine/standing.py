"""The steps of a match that count: a play that was undone and a turn that was taken back did not happen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.events import Event


def standing(events: Iterable[Sequence[Event]]) -> list[int]:
    """Return the numbers of the steps that count, of a match whose steps have these events."""
    found: list[tuple[int, Sequence[Event]]] = []
    for step, happened in enumerate(events):
        match happened:
            case [{"type": "undone"}]:
                found.pop()
            case [{"type": "taken_back", "turn": turn}]:
                while found and not _begins(found[-1][1], turn):
                    found.pop()
            case _:
                found.append((step, happened))
    return [step for step, _ in found]


def _begins(events: Sequence[Event], turn: object) -> bool:
    return any(event["type"] == "turn_began" and event["turn"] == turn for event in events)
