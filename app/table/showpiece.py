"""The match that plays itself on the home page and for invited friends: a record of two computer opponents.

The page has one step drawn; its script (static/js/showpiece.js) asks for all of them and moves what is there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import orjson

from app.table import board
from app.table.board import Board
from app.table.pieces import CreaturePiece
from app.web.templating import FragmentCache
from engine.record import MatchRecord

RECORD: Final = MatchRecord.from_json(orjson.loads((Path(__file__).parent / "showpiece.json").read_bytes()))


def _boards() -> tuple[Board, ...]:
    """Return the table after each action that changed what lies on it."""
    found: list[Board] = []
    for step in RECORD.replay():
        if step.match.position is None:
            continue
        shown = board.build(step.match, None, view=step.match.table_view(None))
        if not found or (shown.realms, shown.hands) != (found[-1].realms, found[-1].hands):
            found.append(shown)
    return tuple(found)


def _crowd(shown: Board) -> int:
    return sum(len(realm.creatures) for realm in shown.realms.values())


BOARDS: Final = _boards()
OPENING: Final = max(BOARDS, key=_crowd)
"""The step that a page shows at first: the one with the most creatures."""


def steps(fragments: FragmentCache) -> bytes:
    """Return what the script gets, as JSON: the HTML of each creature by its look, each step's lanes and fortresses."""
    looks: dict[CreaturePiece, int] = {}
    steps = [
        {
            "lanes": {
                key: [[c.id, looks.setdefault(c, len(looks))] for c in realm.creatures]
                for key, realm in shown.realms.items()
            },
            "fortresses": {seat: [hand.side, hand.hp] for seat, hand in shown.hands.items()},
        }
        for shown in BOARDS
    ]
    faces = {side: fragments.fragment("table/showpiece_fortress.html", side=side, hp=0) for side in ("bastion", "fort")}
    drawn = [fragments.fragment("table/showpiece_creature.html", shown=look) for look in looks]
    return orjson.dumps({"opening": BOARDS.index(OPENING), "creatures": drawn, "fortresses": faces, "steps": steps})
