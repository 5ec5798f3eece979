"""The things on the islands: rocks, ruins, plants, a wreck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from tools.scenery.palette import Palette
from tools.scenery.shapes import Point, blade, box, facet, line, number, path, picture, stone


def _disc(x: float, y: float, radius: float, fill: str, opacity: float = 1) -> str:
    seen = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{seen}/>'


def _shadow(x: float, y: float, wide: float, high: float) -> str:
    place = f'cx="{number(x)}" cy="{number(y)}" rx="{number(wide)}" ry="{number(high)}"'
    return f'<ellipse {place} fill="#06101a" fill-opacity=".3"/>'


def _lit_lamp(colours: Palette, x: float, y: float) -> list[str]:
    """Return a lantern, and its light where it is night."""
    glow = [
        f'<radialGradient id="l"><stop stop-color="{colours.lamp}" stop-opacity="{colours.glow:g}"/>'
        f'<stop offset="1" stop-color="{colours.lamp}" stop-opacity="0"/></radialGradient>',
        _disc(x, y, 22, "url(#l)"),
    ]
    lantern = [
        facet([(x - 2.6, y - 3), (x + 2.6, y - 3), (x + 3.4, y + 4), (x - 3.4, y + 4)], colours.wood_shade),
        facet([(x - 1.6, y - 2), (x + 1.6, y - 2), (x + 2.2, y + 3), (x - 2.2, y + 3)], colours.lamp),
    ]
    return (glow if colours.glow else []) + lantern


def _tuft(chance: Random, colours: Palette, x: float, y: float, size: float) -> list[str]:
    """Return a tuft of flowering heather."""
    blades = "".join(blade(x + d, y, size * chance.uniform(0.5, 0.9), d * 0.7, 2) for d in (-5, -3, -1, 1, 3, 5))
    buds = [(x + chance.uniform(-8, 8), y - size * chance.uniform(0.4, 1)) for _ in range(13)]
    drawn = [path(blades, colours.turf_shade)]
    drawn += [_disc(bx, by, chance.uniform(1.2, 2.1), colours.heather) for bx, by in buds]
    return drawn + [_disc(bx - 0.5, by - 0.6, 0.9, colours.heather_lit) for bx, by in buds[::2]]


def heather(colours: Palette) -> str:
    """Return a bank of heather with a few stones."""
    chance = Random(3)
    body = [_shadow(36, 36, 33, 4)]
    for x, size in ((12, 15), (58, 17), (26, 23), (46, 26), (36, 19)):
        body += _tuft(chance, colours, x, 37, size)
    body += _stones(chance, colours, ((6, 37, 4), (66, 38, 5), (52, 39, 3)))
    return picture(74, 44, body)


def _stones(chance: Random, colours: Palette, places: Sequence[tuple[float, float, float]]) -> list[str]:
    drawn: list[str] = []
    for x, y, size in places:
        corners = stone(chance, x, y, size)
        drawn.append(facet(corners, colours.rock_shade))
        drawn.append(facet([(px * 0.86 + x * 0.14 - 0.4, py - size * 0.25) for px, py in corners], colours.rock_lit))
    return drawn


def _peak(colours: Palette, foot: float, left: float, tip: Point, right: float) -> list[str]:
    """Return a rock with a lit and a shaded side; the edge between them runs down from its tip."""
    x, y = tip
    edge = [(x + 3, y + (foot - y) * 0.34), (x - 2, y + (foot - y) * 0.6), (x + 5, foot)]
    return [
        facet([(left, foot), (left + (x - left) * 0.55, y + (foot - y) * 0.42), tip, *edge], colours.rock_lit),
        facet([tip, (x + (right - x) * 0.5, y + (foot - y) * 0.3), (right, foot), *edge[::-1]], colours.rock_shade),
        facet([(left + 6, foot), (left + (x - left) * 0.7, y + (foot - y) * 0.62), (x - 2, foot)], colours.rock, 0.8),
    ]


def crag(colours: Palette) -> str:
    """Return jagged rocks with heather at their feet."""
    chance = Random(11)
    body = [_shadow(60, 78, 58, 7)]
    body += _peak(colours, 76, 62, (92, 26), 116) + _peak(colours, 78, 4, (26, 34), 54)
    body += _peak(colours, 80, 26, (58, 6), 92)
    body += [line("M50 34l-5 9l3 7M70 44l6 10l-2 8", colours.rock_shade, 1.2, 0.7)]
    for x, size in ((14, 13), (34, 16), (98, 15), (84, 12)):
        body += _tuft(chance, colours, x, 82, size)
    body += _stones(chance, colours, ((52, 82, 6), (70, 83, 4), (112, 80, 4)))
    return picture(120, 88, body)


def _block(colours: Palette, x: float, y: float, wide: float, high: float) -> list[str]:
    """Return a hewn stone, lit from the left."""
    face = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    return [
        facet(face, colours.stone),
        facet(
            [(x, y), (x + wide, y), (x + wide - 1.5, y + 2), (x + 2, y + 2), (x + 2, y + high), (x, y + high)],
            colours.stone_lit,
        ),
        facet(
            [(x + wide * 0.68, y + 2), (x + wide, y), (x + wide, y + high), (x + wide * 0.68, y + high)],
            colours.stone_shade,
            0.7,
        ),
    ]


def arch(colours: Palette) -> str:
    """Return a ruined gate whose arch is broken, with a lantern that still hangs in it."""
    chance = Random(21)
    body = [_shadow(50, 88, 50, 6)]
    for course in range(6):
        body += _block(colours, 12 + chance.uniform(-1, 1), 76 - course * 11, 18, 10.4)
    for course in range(4):
        body += _block(colours, 68 + chance.uniform(-1, 1), 76 - course * 11, 18, 10.4)
    arc = [(14, 22), (20, 9), (34, 1), (50, 0), (58, 4), (54, 13), (44, 11), (36, 13), (31, 22)]
    body += [
        facet(arc, colours.stone),
        facet([(14, 22), (20, 9), (34, 1), (50, 0), (49, 3), (36, 5), (24, 12), (19, 22)], colours.stone_lit),
        line("M25 17l6 3M37 4l2 8M50 2l-3 9", colours.stone_shade, 1.1, 0.9),
        line("M42 12v9", colours.wood_shade, 1.2),
        facet([(66, 44), (72, 36), (80, 40), (88, 44)], colours.stone_lit),
    ]
    body += _block(colours, 40, 80, 15, 8) + _block(colours, 92, 80, 11, 7)
    body += _lit_lamp(colours, 42, 25)
    for x, size in ((9, 12), (34, 11), (64, 13)):
        body += _tuft(chance, colours, x, 89, size)
    return picture(108, 94, body)


def _column(colours: Palette, x: float, top: float, foot: float, wide: float) -> list[str]:
    shaft = [(x - wide / 2, top + 3), (x - wide * 0.1, top), (x + wide * 0.2, top + 5), (x + wide / 2, top + 2)]
    shaft += [(x + wide / 2, foot), (x - wide / 2, foot)]
    drawn = [facet(shaft, colours.stone)]
    for part, tone, opacity in (
        (0.06, colours.stone_lit, 1.0),
        (0.34, colours.stone_shade, 0.5),
        (0.56, colours.stone_lit, 0.45),
        (0.78, colours.stone_shade, 0.9),
    ):
        left = x - wide / 2 + wide * part
        drawn.append(box(left, top + 5, left + wide * 0.16, foot, tone, opacity))
    return [*drawn, *_block(colours, x - wide * 0.72, foot - 1, wide * 1.44, 5)]


def columns(colours: Palette) -> str:
    """Return broken columns in the sand."""
    chance = Random(31)
    body = [_shadow(48, 78, 46, 6)]
    body += _column(colours, 20, 10, 72, 15) + _column(colours, 48, 38, 74, 15) + _column(colours, 78, 24, 70, 14)
    body += [
        f'<g transform="rotate(-14 66 82)">{"".join(_block(colours, 50, 76, 30, 9))}</g>',
        path("".join(blade(x, 82, 14 + x % 7, 5 - x % 9) for x in (6, 9, 12, 34, 37, 40, 92, 95)), colours.reed),
    ]
    body += _stones(chance, colours, ((8, 83, 4), (40, 84, 3)))
    return picture(104, 90, body)


def reeds(colours: Palette) -> str:
    """Return reeds with their brown heads, standing in a little water."""
    chance = Random(7)
    body = [f'<ellipse cx="40" cy="78" rx="38" ry="6" fill="{colours.shallows}" fill-opacity=".55"/>']
    back = [blade(x, 78, chance.uniform(34, 60), chance.uniform(-12, 12), 4) for x in range(10, 72, 5)]
    body.append(path("".join(back), colours.reed))
    for x, high, lean in ((24, 62, -4), (38, 72, 3), (50, 58, 6), (60, 46, 9)):
        body.append(line(f"M{x} 78q{lean * 0.2:.1f} {-high / 2:.1f} {lean} {-high}", colours.reed, 1.5))
        body.append(line(f"M{x + lean} {78 - high}l{lean * 0.12:.1f} -9", colours.reed_head, 4.4))
        body.append(line(f"M{x + lean - 1} {78 - high}l{lean * 0.12:.1f} -8", colours.sand_lit, 0.9, 0.6))
    front = [blade(x, 80, chance.uniform(18, 38), chance.uniform(-10, 10), 4) for x in range(14, 70, 6)]
    body.append(path("".join(front), colours.reed_lit))
    body.append(line("M6 79h18M48 82h22", colours.foam, 1.3, 0.7))
    return picture(80, 86, body)


def wreck(colours: Palette) -> str:
    """Return the ribs of a ship that the sand has half taken."""
    chance = Random(17)
    body = [_shadow(66, 74, 64, 7), path("M6 70Q60 92 128 64L124 74Q64 98 8 78z", colours.wood_shade)]
    for x, high, lean in ((20, 34, -10), (40, 48, -9), (61, 55, -3), (82, 50, 5), (102, 37, 12)):
        foot = 76 - abs(x - 64) * 0.04
        body.append(line(f"M{x} {foot:.1f}q{-lean * 1.3:.1f} {-high * 0.5:.1f} {lean} {-high}", colours.wood_shade, 7))
        body.append(line(f"M{x - 1} {foot:.1f}q{-lean * 1.3:.1f} {-high * 0.5:.1f} {lean} {-high}", colours.wood, 4.6))
        body.append(
            line(f"M{x - 2} {foot:.1f}q{-lean * 1.3:.1f} {-high * 0.5:.1f} {lean} {-high}", colours.wood_lit, 1.4, 0.9)
        )
    body += [
        line("M14 52Q62 62 116 46", colours.wood, 5),
        line("M14 50.5Q62 60 116 44.5", colours.wood_lit, 1.3),
        path("M0 80Q34 66 66 78T132 74L132 88H0z", colours.sand),
        path("M0 82Q34 69 66 80T132 77L132 78Q100 72 66 82T0 84z", colours.sand_lit),
        path("".join(blade(x, 82, 14 + x % 6, 4 - x % 7) for x in (8, 11, 14, 92, 96, 99, 102)), colours.reed),
    ]
    body += _stones(chance, colours, ((54, 83, 3.4), (120, 82, 3)))
    return picture(132, 88, body)


def dune(colours: Palette) -> str:
    """Return grass on a low dune, a starfish and a shell."""
    chance = Random(23)
    body = [
        path("M0 40Q20 24 44 32T78 40z", colours.sand_lit),
        path("M8 41Q30 31 50 36T78 41z", colours.sand_shade, 0.6),
    ]
    for x in (14, 18, 22, 25, 29, 33, 37):
        body.append(
            path(
                blade(x, 37, chance.uniform(18, 32), chance.uniform(-9, 11), 3),
                chance.choice((colours.reed, colours.reed_lit)),
            )
        )
    arms = "".join(f"M58 33l{x} {y}" for x, y in ((0, -6), (6, -2), (4, 5), (-4, 5), (-6, -2)))
    body += [
        line(arms, colours.shell, 3.4),
        path("M66 42q-1-7 5-8q6 1 5 8z", colours.foam),
        line("M71 35v6M68.6 36l1 5M73.4 36l-1 5", colours.sand_shade, 0.8),
    ]
    return picture(80, 46, body)


ALL: Final[dict[str, Callable[[Palette], str]]] = {
    "crag": crag, "arch": arch, "heather": heather, "columns": columns, "reeds": reeds, "wreck": wreck, "dune": dune,
}  # fmt: skip
"""Name of the picture → the function that draws it."""
