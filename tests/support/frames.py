"""A page's zones as they stand after its frames, as htmx would have put them in place."""

from __future__ import annotations

import re

SWAP = ' hx-swap-oob="outerMorph"'
LOG = "<ol hx-swap-oob="
PLATE = ("bar-hp-", "mana-")  # pieces of a name plate, which is followed from when it is sent whole
_SWAPPED = re.compile(r'<(?=\w+ hx-swap-oob="outerMorph")')
_ID = re.compile(r'\bid="([\w-]+)"')
_ROW = re.compile(r' id="((?:hand|realm|bridge)-[\w-]+|status|order)"')
_PLACEHOLDER = re.compile(r"<(\w+)([^<>]*) data-kept>\s*</\1>")


class Zones(dict[str, str]):
    """The zones of a page by id. A frame brings whole ones, or pieces of them; what it leaves out stays."""

    @classmethod
    def of(cls, stage: str) -> Zones:
        """Return those of the cards that a page begins with; name plates change with who is there, too."""
        return cls({name: element(stage, name) for name in _ROW.findall(stage)})

    def show(self, content: str) -> None:
        """Put the elements of a frame in their places."""
        for name, html in elements(content).items():
            around = next((zone for zone, whole in self.items() if zone != name and f' id="{name}"' in whole), None)
            if around is None:
                if not name.startswith(PLATE):
                    self[name] = _filled(html, self.get(name, ""))
            else:
                whole = self[around]
                was = element(whole, name)
                self[around] = whole.replace(was, _filled(html, was))


def elements(content: str) -> dict[str, str]:
    """Return the elements of a frame by id."""
    found = {}
    for swapped in _SWAPPED.split(content)[1:]:
        html = ("<" + swapped.replace(SWAP, "", 1).split(LOG)[0]).strip()
        name = _ID.search(html)
        assert name is not None
        found[name[1]] = html
    return found


def element(html: str, name: str) -> str:
    """Return the element of this id as it stands in a longer text."""
    begins = re.search(rf'<(\w+)(?=[^>]*\bid="{name}")', html)
    assert begins is not None, name
    return _element_at(html, begins.start())


def _element_at(html: str, start: int) -> str:
    name, depth = re.match(r"<(\w+)", html[start:]), 0
    assert name is not None
    for tag in re.finditer(rf"<(/?){name[1]}\b[^>]*>", html[start:]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html[start : start + tag.end()]
    raise AssertionError(f"{html[start : start + 80]} does not end")


def _filled(html: str, before: str) -> str:
    """Return an element with the faces that it leaves out, from what stood there."""
    while kept := _PLACEHOLDER.search(html):
        names = _ID.findall(html[: kept.end()])
        piece = element(before, names[-1])
        face = piece if f' id="{names[-1]}"' in kept[2] else _element_at(piece, piece.index("<", 1))
        inner = face[face.index(">") + 1 : face.rindex("<")]
        html = f"{html[: kept.start()]}<{kept[1]}{kept[2]}>{inner}</{kept[1]}>{html[kept.end() :]}"
    return html
