"""The portraits of the computer opponents, drawn like the pictures of the cards: a scene, and on it an icon in two
tones, shade with a dark outline and the parts lit from the upper left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, TypedDict

LOOKS: Final = Path(__file__).resolve().parent.parent / "app" / "matches" / "bots" / "portraits.json"
INK: Final = "#0b0704"
ARCH: Final = "M8 88V48a40 40 0 0 1 80 0v40a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4z"
SHOULDERS: Final = "M14 96c2-16 12-24 34-24s32 8 34 24z"
WAVES: Final = "M8 74q6-3 12 0t12 0 12 0 12 0 12 0 12 0 8 0M8 82q6-3 12 0t12 0 12 0 12 0 12 0 12 0 8 0"
LIGHT: Final = 'cx="154" cy="123" rx="287" ry="297"'  # of the 512 units of an icon's side
AT: Final = "translate(14.5 15) scale(.131)"


class Look(TypedDict):
    """The icon of a face and its colours: those of the scene from the dark to the light, and both tones of the face."""

    icon: str
    deep: str
    hue: str
    sky: str
    shade: str
    lit: str


def looks() -> dict[str, Look]:
    """Return the looks by character."""
    found: dict[str, Look] = json.loads(LOOKS.read_text("utf-8"))
    return found


def portrait(look: Look, body: str) -> str:
    """Return a picture of its own; `body` is the drawing of its icon in `currentColor`."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><defs>'
        f'<linearGradient id="s" x2="0" y2="1"><stop stop-color="{look["deep"]}"/>'
        f'<stop offset=".45" stop-color="{look["hue"]}"/>'
        f'<stop offset=".72" stop-color="{look["sky"]}"/></linearGradient>'
        f'<clipPath id="a"><path d="{ARCH}"/></clipPath>'
        f'<clipPath id="l"><ellipse {LIGHT}/></clipPath>'
        f'<g id="f">{body}</g></defs>'
        f'<g clip-path="url(#a)"><path fill="url(#s)" d="M0 0h96v96H0z"/>'
        f'<circle cx="66" cy="38" r="20" fill="{look["sky"]}" fill-opacity=".5"/>'
        f'<path fill="{look["deep"]}" d="M0 70h96v26H0z"/>'
        f'<path fill="none" stroke="{look["sky"]}" stroke-opacity=".55" stroke-width="1.4" d="{WAVES}"/>'
        f'<path fill="{look["hue"]}" stroke="{INK}" stroke-width="3" d="{SHOULDERS}"/>'
        f'<g transform="{AT}"><use href="#f" color="{INK}" stroke="{INK}" stroke-width="46" stroke-linejoin="round"/>'
        f'<use href="#f" color="{look["shade"]}"/>'
        f'<g clip-path="url(#l)"><use href="#f" color="{look["lit"]}"/></g></g></g>'
        f'<path fill="none" stroke="#1b120a" stroke-width="7" d="{ARCH}"/>'
        f'<path fill="none" stroke="#c99a3f" stroke-width="4.4" d="{ARCH}"/>'
        f'<path fill="none" stroke="#f4d78f" stroke-width="1.1" d="{ARCH}"/></svg>\n'
    )
