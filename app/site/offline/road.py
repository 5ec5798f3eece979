"""A road of Legacy (H13) without a line: the site's road and its page, which a browser stores."""

from __future__ import annotations

import base64
import secrets
import time
from dataclasses import asdict, replace
from typing import Any, Final, NotRequired, TypedDict
from urllib.parse import urlsplit

from app.base.drawing.renderer import Renderer
from app.base.errors import AppError, Code
from app.contests.legacy.shown import PART, PICTURE, shown
from app.contests.legacy.stored_road import OUTCOMES, RoadSteps, StoredRoad
from app.site.offline.kept import ME, FormQuery, KeptMatch, of_road
from engine.legacy import LIVES, SEED_BITS, Road
from engine.record import MatchRecord

BASE: Final = "/offline/road"


class Walked(TypedDict):
    """The answer to a request: the road that is to be `kept` (a `StoredRoad` as JSON), its page as HTML, and the id of
    the `match` that it leads to, which is `next` if it is a new one."""

    kept: dict[str, object]
    html: str
    match: str | None
    next: NotRequired[KeptMatch]


def walked(templates: Renderer, address: str, roads: list[Any], matches: list[KeptMatch]) -> Walked:
    """Answer a request of a road's page. The address ends in "page" or what is done, which is "begin" (with a `deck`, 1
    to 4), "play" (under a `name`), "choose" or "end". `roads` is the kept one, `matches` its last match, if there.

    AppError for what cannot be done.
    """
    asked = urlsplit(address)
    road_id, _, act = asked.path.removeprefix(f"{BASE}/").partition("/")
    wishes = FormQuery(asked.query)
    road = _told(StoredRoad(**roads[0]), matches) if roads else _begun(road_id, wishes.get("deck"))
    said: Walked = {"kept": {}, "html": "", "match": None}
    if act == "play":
        road.check_sails()
        if road.current is None or not matches:
            options = road.road.options(road.rival.deck).to_json()
            said["next"] = of_road(road_id, options, road.rival, wishes.get("name"))
            road = _with(road, road.sailing(said["next"]["id"]))
        said["match"] = road.steps[-1]["match"]
    elif act == "choose":
        version, card = (int(text) if text.isdecimal() else -1 for text in map(wishes.get, ("version", "card")))
        choice = {"take": wishes.get("take"), "card": card, "gain": wishes.get("gain")}
        road = _with(road, road.chosen(version, choice))
    elif act == "end":
        road = replace(road, ended_at=road.ended_at or time.time(), version=road.version + 1)
    return {**said, "kept": asdict(road), "html": _page(templates, road)}


def _begun(road_id: str, deck: str) -> StoredRoad:
    starter = next((number for number in LIVES if str(number) == deck), None)
    if starter is None:
        raise AppError(Code.no_page)
    return StoredRoad(road_id, ME, None, starter, secrets.randbits(SEED_BITS), (), 0, time.time(), None)


def _with(road: StoredRoad, steps: RoadSteps) -> StoredRoad:
    is_over = Road.begin(road.seed, road.starter, steps).is_over
    return replace(road, steps=steps, version=road.version + 1, ended_at=time.time() if is_over else None)


def _told(road: StoredRoad, matches: list[KeptMatch]) -> StoredRoad:
    """Return the road after what came of its last match, if that has ended."""
    current, match = road.current, matches[0] if matches else None
    if road.is_over or current is None or match is None or match["record"]["result"] is None:
        return road
    after = _with(road, road.with_last(outcome=OUTCOMES[match["record"]["result"]["winner"]]))
    if not after.lacks_scar:
        return after
    scar = road.road.scar(step.events for step in MatchRecord.from_json(match["record"]).replay())
    return _with(after, after.with_last(scar=scar))


def _page(templates: Renderer, road: StoredRoad) -> str:
    """Return the page of a road as HTML, at its end with its picture."""
    picture = ""
    if road.is_over:
        drawn = base64.b64encode(templates.text(PICTURE, shown(road)).encode()).decode()
        picture = f"data:image/svg+xml;base64,{drawn}"
    return templates.text(PART, shown(road, own=True, base=f"{BASE}/{road.id}", address="", picture=picture))
