"""A page in any engine: what a visitor does with pointer, finger and keys, and what the page then says.

An engine gives five things (`Engine`); everything else is made of them, so that a walk is written once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Literal, Protocol, TypeAlias

from tests.support.waiting import wait_until
from tools.rig.json import Json

Pointer: TypeAlias = Literal["mouse", "touch"]
Step: TypeAlias = tuple[float, float] | Literal["down", "up"]
"""To a point of the viewport, or a press or release there."""

AWAY: Final = (2, 2)
"""A point at which a mouse rests on nothing: on a card it would bring a closer look, which lies in the way."""
CENTRE: Final = """async (rule) => {
  const element = [...document.querySelectorAll(rule)].find((each) => each.getClientRects().length);
  if (!element) return null;
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { left, top, width, height } = element.getBoundingClientRect();
  if (left !== before.left || top !== before.top) return null;
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  const label = hit?.closest("label")?.control;
  return hit && (element.contains(hit) || label === element) ? [x, y] : null;
}"""
"""The middle of the first element that is seen; null while there is none, it moves, or something lies over it."""
MIDDLE: Final = """(rule) => {
  const { left, top, width, height } = document.querySelector(rule).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
KEYS: Final = {"Enter": "\ue006", "Escape": "\ue00c", "Tab": "\ue004", "ArrowDown": "\ue015", "ArrowRight": "\ue014"}


class EngineError(Exception):
    """A browser refuses something, or its page goes away meanwhile."""


class Engine(Protocol):
    """A browser with one page."""

    name: str
    has_touch: bool
    complaints: list[str]

    def goto(self, url: str) -> None:
        """Open an address and wait until its page has loaded, or could not be."""

    def evaluate(self, function: str, *arguments: object) -> Any:
        """Return what a function of JavaScript returns, or promises, as JSON."""

    def point(self, kind: Pointer, steps: Sequence[Step]) -> None:
        """Move, press and release."""

    def type(self, keys: Sequence[str]) -> None:
        """Press keys one after another, by their names in `KEYS` or their characters."""

    def resize(self, width: int, height: int) -> None:
        """Give the page a viewport of this size."""


class EnginePage:
    """The acts of a visitor, in any engine."""

    def __init__(self, engine: Engine, base: str) -> None:
        self.engine = engine
        self.base = base

    def goto(self, path: str) -> None:
        self.engine.goto(f"{self.base}{path}")

    def evaluate(self, function: str, *arguments: object) -> Any:
        return self.engine.evaluate(function, *arguments)

    def wait(self, function: str, *arguments: object) -> Any:
        """Wait until the function returns something that counts as true, on this page or the next; returns it."""
        found: list[Any] = [None]

        def so() -> bool:
            with suppress(EngineError):  # pages come and go
                found.append(self.evaluate(function, *arguments))
            return bool(found[-1])

        wait_until(so, f"{function} {arguments} in {self.engine.name}")
        return found[-1]

    def see(self, rule: str) -> None:
        """Wait until an element is seen."""
        self.wait("(rule) => [...document.querySelectorAll(rule)].some((each) => each.getClientRects().length)", rule)

    def click(self, rule: str) -> None:
        self._press("mouse", rule)

    def tap(self, rule: str) -> None:
        """Touch an element with a finger; with the mouse where the engine's driver has no finger."""
        self._press("touch" if self.engine.has_touch else "mouse", rule)

    def _press(self, kind: Pointer, rule: str) -> None:
        x, y = self.centre(rule)
        self.engine.point(kind, [(x, y), "down", "up", *([AWAY] if kind == "mouse" else [])])

    def centre(self, rule: str) -> tuple[float, float]:
        """Wait until an element can be pressed; returns where."""
        x, y = self.wait(CENTRE, rule)
        return float(x), float(y)

    def drag(self, rule: str, to: str) -> None:
        """Press an element, move it over another one, and let go."""
        x, y = self.centre(rule)
        goal_x, goal_y = self.evaluate(MIDDLE, to)
        between = [(x, y - 12), ((x + goal_x) / 2, (y + goal_y) / 2), (goal_x, goal_y - 3), (goal_x, goal_y)]
        self.engine.point("mouse", [(x, y), "down", *between, "up", AWAY])

    def press(self, *keys: str) -> None:
        self.engine.type(keys)

    def text(self, rule: str) -> str:
        return str(self.evaluate("(rule) => document.querySelector(rule)?.innerText ?? ''", rule))


def call(function: str, arguments: Sequence[Any]) -> str:
    """Return the expression that calls a function with these arguments."""
    return f"({function})({', '.join(map(json.dumps, arguments))})"


def moves(steps: Sequence[Step]) -> list[Json]:
    """Return the steps of a pointer as WebDriver names them."""
    names: dict[str, Json] = {
        "down": {"type": "pointerDown", "button": 0},
        "up": {"type": "pointerUp", "button": 0},
    }
    return [
        names[step] if isinstance(step, str) else {"type": "pointerMove", "x": round(step[0]), "y": round(step[1])}
        for step in steps
    ]


def strokes(keys: Sequence[str]) -> list[Json]:
    """Return presses of keys as WebDriver names them."""
    values = [KEYS.get(key, key) for key in keys]
    return [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")]
