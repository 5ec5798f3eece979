"""The ground of a lane: an island of rock and heather, one of sand."""

from __future__ import annotations

from random import Random
from typing import Final

from tools.scenery.palette import Palette
from tools.scenery.shapes import (
    Point,
    gradient,
    grown,
    line,
    moved,
    number,
    path,
    picture,
    polygon,
    shore,
    smooth,
    stone,
)

WIDTH: Final = 480.0
HEIGHT: Final = 200.0
EDGE: Final = 11.0  # of water and foam around the land, in the picture
WOBBLE: Final = 2.6


def mountain(colours: Palette, seed: int) -> str:
    """Return an island of turf between rocks, with a cliff to the south."""
    chance = Random(seed)
    coast, body = _coast(chance, colours)
    body += [
        path(smooth(moved(coast, 0, 5.5)), colours.cliff),
        path(smooth(moved(coast, 0, 2.5)), colours.rock_shade),
        path(smooth(coast), colours.rock),
        line(smooth(_inner(coast, 1)), colours.rock_lit, 1.6, 0.75),
        gradient(colours.turf_lit, colours.turf, colours.turf_shade),
        path(smooth(_ragged(chance, coast)), "url(#g)"),
    ]
    for _ in range(13):
        body.append(_patch(chance, chance.choice((colours.turf_lit, colours.turf_shade, colours.rock)), 0.4))
    for _ in range(8):
        body.append(_patch(chance, colours.heather, 0.35, small=True))
    stones = [_stone(chance) for _ in range(24)]
    body.append(path("".join(shade for shade, _ in stones), colours.rock_shade, 0.8))
    body.append(path("".join(lit for _, lit in stones), colours.rock_lit, 0.75))
    return picture(WIDTH, HEIGHT, body, stretched=True)


def wave(colours: Palette, seed: int) -> str:
    """Return an island of sand, rippled by the wind, wet along the water."""
    chance = Random(seed)
    coast, body = _coast(chance, colours)
    body += [
        path(smooth(moved(coast, 0, 3.5)), colours.wet_sand),
        path(smooth(coast), colours.sand_shade),
        gradient(colours.sand_lit, colours.sand, colours.sand_shade),
        path(smooth(_ragged(chance, coast)), "url(#g)"),
    ]
    for _ in range(12):
        body.append(_patch(chance, chance.choice((colours.sand_lit, colours.sand_shade, colours.wet_sand)), 0.3))
    ripples = [_ripple(chance) for _ in range(34)]
    body.append(line("".join(ripples), colours.sand_shade, 1.3, 0.6))
    body.append(line("".join(ripples), colours.sand_lit, 1, 0.6, ' transform="translate(0 1.6)"'))
    for _ in range(6):
        body.append(_patch(chance, colours.reed, 0.22, small=True))
    return picture(WIDTH, HEIGHT, body, stretched=True)


def _coast(chance: Random, colours: Palette) -> tuple[list[Point], list[str]]:
    """Return the line of the land, and the water around it."""
    width, height = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE
    land = shore(chance, width, height, WOBBLE)
    coast = moved(land, EDGE, EDGE)
    surf, wash = (
        [grown([point], chance.uniform(*by), width, height)[0] for point in land] for by in ((1.4, 4.6), (5.5, 8))
    )
    water = [
        path(smooth(moved(grown(land, 9, width, height), EDGE, EDGE + 1)), colours.shallows, 0.35),
        line(smooth(moved(wash, EDGE, EDGE + 1)), colours.foam, 1, 0.45),
        path(smooth(moved(grown(land, 5, width, height), EDGE, EDGE + 1)), colours.shallows, 0.6),
        path(smooth(moved(surf, EDGE, EDGE + 1)), colours.foam, 0.8),
    ]
    return coast, water


def _inner(coast: list[Point], by: float) -> list[Point]:
    return grown(coast, -by, WIDTH, HEIGHT)


def _ragged(chance: Random, coast: list[Point]) -> list[Point]:
    """Return the edge of the ground, at a varying distance within the coast."""
    return [
        (x + (WIDTH / 2 - x) * pull, y + (HEIGHT / 2 - y) * pull * 1.7)
        for x, y in coast
        for pull in (chance.uniform(0.014, 0.05),)
    ]


def _anywhere(chance: Random, margin: float) -> Point:
    return chance.uniform(margin, WIDTH - margin), chance.uniform(margin * 0.7, HEIGHT - margin * 0.7)


def _patch(chance: Random, colour: str, opacity: float, *, small: bool = False) -> str:
    size = chance.uniform(7, 14) if small else chance.uniform(16, 44)
    x, y = _anywhere(chance, size + 2 * EDGE)
    blot = moved(shore(chance, size * 2.2, size, size / 12, 9, 2), x - size * 1.1, y - size / 2)
    return path(smooth(blot), colour, opacity)


def _stone(chance: Random) -> tuple[str, str]:
    """Return the shaded and the lit side of a stone."""
    x, y = _anywhere(chance, 3 * EDGE)
    size = chance.uniform(1.8, 4.4)
    corners = stone(chance, x, y, size)
    return polygon(corners), polygon(moved(corners, 0, -size * 0.35))


def _ripple(chance: Random) -> str:
    x, y = _anywhere(chance, 4 * EDGE)
    wide = chance.uniform(9, 26)
    return f"M{number(x - wide)} {number(y)}q{number(wide / 2)} {number(-wide / 5)} {number(wide)} 0t{number(wide)} 0"
