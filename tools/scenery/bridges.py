"""Half a bridge, from its land to the middle: whole, or as the war has left it."""

from __future__ import annotations

from random import Random
from typing import Final

from tools.scenery.palette import Palette
from tools.scenery.shapes import box, facet, line, number, picture

LENGTH: Final = 60.0
BREADTH: Final = 100.0
KERB: Final = 11.0
PLANKS: Final = 7
MOST_WEAR: Final = 3

# The state of the planks, the first at the land: the parts of the breadth that are left, each from start to end.
WHOLE: Final = ((0.0, 1.0),)
LEFT: Final[tuple[dict[int, tuple[tuple[float, float], ...]], ...]] = (
    {},
    {2: ((0.0, 0.78),), 5: ((0.14, 1.0),)},
    {1: ((0.0, 0.8),), 3: ((0.0, 0.3), (0.72, 1.0)), 4: ((0.3, 1.0),), 6: ((0.0, 0.55),)},
    {0: ((0.1, 1.0),), 2: ((0.0, 0.42),), 3: (), 4: ((0.0, 0.22), (0.8, 1.0)), 5: ((0.62, 1.0),), 6: ((0.0, 0.2),)},
)  # fmt: skip
CRACKED: Final = ((), (0, 3, 6), (0, 2, 5), (0, 1))
# Kerb stones that have fallen into the sea: of the upper row, of the lower.
FALLEN: Final = (((), ()), ((), (4,)), ((3,), (1, 4)), ((2, 3, 5), (1, 4, 5)))
STONES: Final = 6


def half(colours: Palette, wear: int, *, upright: bool) -> str:
    """Return the half whose land is on the left (`upright`: above), 0 (whole) to MOST_WEAR."""
    chance = Random(40 + wear)
    body: list[str] = []
    for number_ in range(PLANKS):
        for start, end in LEFT[wear].get(number_, WHOLE):
            body += _plank(chance, colours, number_, start, end, cracked=number_ in CRACKED[wear])
    for row, fallen in enumerate(FALLEN[wear]):
        for place in range(STONES):
            if place not in fallen:
                body += _kerb_stone(chance, colours, row, place)
    body += _lamp(colours, KERB / 2) + (_lamp(colours, BREADTH - KERB / 2) if wear < MOST_WEAR else [])
    if not upright:
        return picture(LENGTH, BREADTH, body, stretched=True)
    return picture(BREADTH, LENGTH, ['<g transform="matrix(0 1 1 0 0 0)">', *body, "</g>"], stretched=True)


def _plank(chance: Random, colours: Palette, place: int, start: float, end: float, *, cracked: bool) -> list[str]:
    """Return a plank across the bridge, or the part of it from `start` to `end`; broken ends are splintered."""
    wide = LENGTH / PLANKS
    left, right = place * wide + 0.4, (place + 1) * wide - 0.5
    room = BREADTH - KERB
    top, bottom = KERB / 2 + start * room, KERB / 2 + end * room
    corners = [(left, top), *_end(chance, left, right, top, broken=start > 0), (right, top)]
    corners += [(right, bottom), *_end(chance, right, left, bottom, broken=end < 1), (left, bottom)]
    tone = chance.choice((colours.wood, colours.wood, colours.wood_lit))
    drawn = [
        facet(corners, tone),
        box(right - 1.6, top, right, bottom, colours.wood_shade, 0.75),
        box(left, top, left + 1.1, bottom, colours.wood_lit, 0.8),
    ]
    if cracked:
        at = chance.uniform(0.3, 0.7) * (bottom - top) + top
        zigzag = f"M{number(left)} {number(at - 9)}l{number(wide * 0.45)} 8l-2 5l{number(wide * 0.5)} 9"
        drawn.append(line(zigzag, colours.wood_shade, 1.5, 0.95))
    for nail in (top + 9, bottom - 9):
        if bottom - top > 24:
            drawn.append(box(left + 3, nail, left + 4.6, nail + 2, colours.wood_shade))
    return drawn


def _end(chance: Random, left: float, right: float, y: float, *, broken: bool) -> list[tuple[float, float]]:
    if not broken:
        return []
    return [(left + (right - left) * part, y + chance.uniform(-6, 6)) for part in (0.3, 0.5, 0.75)]


def _kerb_stone(chance: Random, colours: Palette, row: int, place: int) -> list[str]:
    wide = LENGTH / STONES
    left, right = place * wide + 0.3, (place + 1) * wide - 0.3
    top = row * (BREADTH - KERB)
    bottom = top + KERB - chance.uniform(0, 1.5)
    corners = [(left, top + chance.uniform(0, 1.2)), (right, top), (right, bottom), (left, bottom)]
    return [
        facet(corners, chance.choice((colours.stone, colours.stone, colours.rock))),
        box(left, top + 0.6, right, top + 3.4, colours.stone_lit, 0.8),
        box(left, bottom - 2.4, right, bottom, colours.stone_shade, 0.8),
    ]


def _lamp(colours: Palette, y: float) -> list[str]:
    x = 7.0
    glow = f'<circle cx="{x:g}" cy="{y:g}" r="15" fill="{colours.lamp}" fill-opacity=".28"/>' if colours.glow else ""
    return [
        glow,
        f'<circle cx="{x:g}" cy="{y:g}" r="6.4" fill="{colours.stone_shade}"/>',
        f'<circle cx="{x:g}" cy="{y:g}" r="4.2" fill="{colours.lamp}"/>',
    ]
