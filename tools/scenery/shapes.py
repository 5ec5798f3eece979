"""Shapes as the text of SVG paths: shores, stones, blades of grass."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random

Point = tuple[float, float]


def number(value: float) -> str:
    """Return a number as short as it can be written with one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _run(values: Sequence[float]) -> str:
    """Return numbers one after the other, a space where no sign parts them."""
    return "".join(text if text.startswith("-") else f" {text}" for text in map(number, values)).lstrip(" ")


def _steps(points: Sequence[Point], start: Point) -> str:
    """Return points as seen from a start; both are rounded before, so that a long line does not drift."""
    x, y = (round(value, 1) for value in start)
    return _run([value for px, py in points for value in (round(px, 1) - x, round(py, 1) - y)])


def smooth(points: Sequence[Point]) -> str:
    """Return a closed curve through all points.

    Each part but the first leaves out the point that mirrors the one before it.
    """
    count = len(points)
    parts = [f"M{_run(points[0])}"]
    for i in range(count):
        before, here, there, after = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        first = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        second = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        parts.append(f"s{_steps((second, there), here)}" if i else f"c{_steps((first, second, there), here)}")
    return "".join(parts) + "z"


def polygon(points: Sequence[Point]) -> str:
    """Return straight lines from point to point, closed."""
    steps = (f"l{_steps([there], here)}" for here, there in pairwise(points))
    return f"M{_run(points[0])}{''.join(steps)}z"


def shore(chance: Random, width: float, height: float, wobble: float, count: int = 30, square: int = 7) -> list[Point]:
    """Return points around a box from 0, 0 to `width`, `height`, whose sides waver by `wobble`.

    `square` says how far it fills the corners: 2 is an ellipse.
    """
    points = []
    for i in range(count):
        angle = 2 * math.pi * (i + chance.uniform(-0.25, 0.25)) / count
        cosine, sine = math.cos(angle), math.sin(angle)
        round_by = (abs(cosine) ** square + abs(sine) ** square) ** (-1 / square)
        out = chance.uniform(-wobble, wobble)
        x, y = cosine * round_by * (width / 2 + out), sine * round_by * (height / 2 + out)
        points.append((width / 2 + x, height / 2 + y))
    return points


def grown(points: Sequence[Point], by: float, width: float, height: float) -> list[Point]:
    """Return the points of a shore, so much farther out from the middle of its box."""
    across, down = (width + 2 * by) / width, (height + 2 * by) / height
    return [((x - width / 2) * across + width / 2, (y - height / 2) * down + height / 2) for x, y in points]


def moved(points: Sequence[Point], x: float, y: float) -> list[Point]:
    """Return the points, moved."""
    return [(px + x, py + y) for px, py in points]


def stone(chance: Random, x: float, y: float, size: float) -> list[Point]:
    """Return the corners of a stone around a point."""
    corners = chance.randint(5, 7)
    turn = chance.random()
    return [
        (
            x + math.cos(2 * math.pi * (i + turn) / corners) * size * chance.uniform(0.75, 1.1),
            y + math.sin(2 * math.pi * (i + turn) / corners) * size * 0.7 * chance.uniform(0.75, 1.1),
        )
        for i in range(corners)
    ]


def blade(x: float, y: float, height: float, lean: float, width: float = 2.4) -> str:
    """Return a blade of grass that grows at a point and leans to the right by `lean`."""
    half = width / 2
    tip = f"{number(x + lean)} {number(y - height)}"
    bend = f"{number(x + lean * 0.2)} {number(y - height * 0.6)}"
    return f"M{number(x - half)} {number(y)}Q{bend} {tip}Q{bend} {number(x + half)} {number(y)}z"


def gradient(lit: str, middle: str, shade: str) -> str:
    """Return the gradient "g", which falls from the upper left."""
    stops = (
        f'<stop stop-color="{lit}"/><stop offset=".45" stop-color="{middle}"/><stop offset="1" stop-color="{shade}"/>'
    )
    return f'<linearGradient id="g" x2=".35" y2="1">{stops}</linearGradient>'


def path(d: str, fill: str, opacity: float = 1) -> str:
    """Return a filled path."""
    seen = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<path d="{d}" fill="{fill}"{seen}/>'


def facet(corners: Sequence[Point], fill: str, opacity: float = 1) -> str:
    """Return a filled polygon."""
    return path(polygon(corners), fill, opacity)


def box(left: float, top: float, right: float, bottom: float, fill: str, opacity: float = 1) -> str:
    """Return a filled rectangle."""
    return facet([(left, top), (right, top), (right, bottom), (left, bottom)], fill, opacity)


def line(d: str, stroke: str, width: float, opacity: float = 1, more: str = "") -> str:
    """Return a drawn line; `more` are further attributes."""
    seen = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round"{seen}{more}/>'


def picture(width: float, height: float, body: Sequence[str], *, stretched: bool = False) -> str:
    """Return an SVG file; `stretched`: it fills whatever box it is put in."""
    fit = ' preserveAspectRatio="none"' if stretched else ""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}{fit}>{"".join(body)}</svg>\n'
