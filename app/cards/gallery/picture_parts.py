"""Our drawings as parts of one picture: islands, bridges, scenes of cards, fortresses.

A picture is a file of its own, into which a browser loads no other one. So what it shows is in it, once, as a symbol.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup

from app.cards.gallery.abilities import PAGES

STATIC: Final = Path(__file__).resolve().parents[3] / "static"
DAY: Final = "-day"
NIGHT: Final = "-night"
PLAIN_LIGHT: Final = "#f6ead0"
ROOT: Final = re.compile(r"<svg[^>]*>")
VIEW_ATTRIBUTES: Final = re.compile(r' (?:viewBox|preserveAspectRatio)="[^"]*"')
IDS: Final = re.compile(r'(\bid="|url\(#|href="#)')
COLOURS: Final = re.compile(r'\b(fill|stroke|stop-color)="(#[0-9a-f]+)"')


def _file(path: str) -> str:
    return (STATIC / f"{path}.svg").read_text("utf-8").strip()


def _name(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(DAY)


@cache
def part(path: str) -> Markup:
    """Return the drawing `path` (below static/, without its ending) as a symbol, `p-NAME`."""
    file = _file(path)
    root = ROOT.match(file)
    assert root is not None
    name = _name(path)
    inner = IDS.sub(rf"\g<1>{name}-", file[root.end() : -len("</svg>")].replace("\n", ""))
    return Markup(f'<symbol id="p-{name}"{"".join(VIEW_ATTRIBUTES.findall(root[0]))}>{inner}</symbol>')  # noqa: S704, RUF100 - our own


@cache
def night(path: str) -> Markup:
    """Return the rules of style that give the part `path`, a drawing by day, the colours of its drawing by night."""
    by_night: dict[tuple[str, str], str] = {}
    dark = COLOURS.findall(_file(path.removesuffix(DAY) + NIGHT))
    for day, (_, colour) in zip(COLOURS.findall(_file(path)), dark, strict=False):  # by night there are lanterns, too
        by_night.setdefault(day, colour)
    rules = (f'#p-{_name(path)} [{what}="{day}"]{{{what}:{colour}}}' for (what, day), colour in by_night.items())
    return Markup("".join(rules))  # noqa: S704, RUF100 - our own


@cache
def light(accent: str) -> str:
    """Return the colour in which the light falls on a card's figure, by the ability that is its accent."""
    page = PAGES.get(accent)
    tones = page().accent if page else None
    return tones.lit if tones else PLAIN_LIGHT
