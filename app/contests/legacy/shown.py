"""The values of a road's page. The site draws it, and a browser without a connection (`app/site/offline/road.py`)."""

from __future__ import annotations

from typing import Final

from app.base.drawing.sea_chart import ChartStop
from app.contests.legacy import words
from app.contests.legacy.rivals import RIVALS
from app.contests.legacy.stored_road import StoredRoad

PART: Final = "contests/legacy/road_part.html"
"""The page of a road without its frame; below, the picture of one that is over: their templates."""
PICTURE: Final = "contests/legacy/picture.svg.html"


def shown(stored: StoredRoad, **more: object) -> dict[str, object]:
    """Return what these templates need, with `more` of what they say that they need."""
    named = {"title": words.title_words(stored), "result": words.result_words(stored)}
    return {"words": words, "stored": stored, "rivals": RIVALS, "stops": _stops(stored), **named, **more}


def _stops(stored: StoredRoad) -> list[ChartStop]:
    won = stored.road.won
    return [
        ChartStop(
            rival.name,
            "past" if number < won else "next" if number == won else "ahead",
            label=words.deck_name(rival.deck),
            face=rival.slug,
        )
        for number, rival in enumerate(RIVALS)
    ]
