"""A road of Legacy is begun, played and kept without a site, by its own rules and page for them."""

from __future__ import annotations

import base64
import json
import re
from urllib.parse import urlencode

from app.site.offline.worker import TableWorker
from engine.legacy import ISLANDS, LIVES
from engine.record import MatchRecord, Move
from tests.support.roads import gifts_on
from tools.rig.json import Json

ID = "~r1"


class Browser:
    """A page of a road, and what its browser keeps of the road and of its matches."""

    def __init__(self) -> None:
        self.worker = TableWorker("/static", "en")
        self.road: Json = {}
        self.matches: dict[str, Json] = {}

    def ask(self, act: str, **fields: object) -> Json:
        """Return the answer to a form of the page; what it keeps is kept."""
        steps = self.road["steps"] if self.road else []
        last = [self.matches[step["match"]] for step in steps[-1:] if step["match"] in self.matches]
        address = f"/offline/road/{ID}/{act}?{urlencode(fields)}"
        answer: Json = json.loads(
            self.worker.walk(address, json.dumps([self.road] if self.road else []), json.dumps(last))
        )
        if "error" not in answer:
            self.road = answer["kept"]
        if "next" in answer:
            self.matches[answer["next"]["id"]] = answer["next"]
        return answer

    def sail(self) -> str:
        """Return the match to which the road leads."""
        return str(self.ask("play", name="Ann")["match"])

    def resign(self, match_id: str, seat: str = "A") -> None:
        """End a match at its table, or, where the computer resigns, in what is kept of it."""
        if seat == "A":
            self.worker.open(match_id, "", json.dumps([self.matches[match_id]]))
            sent = {"type": "act", "seq": 0, "action": {"type": "resign", "player": "A"}}
            said = json.loads(self.worker.receive(json.dumps(sent)))
            self.matches[match_id], self.result = said["kept"], json.loads(said["frames"][-1])["content"]
            return
        kept = self.matches[match_id]
        record = MatchRecord.from_json({**kept["record"], "result": None})
        moves = (*record.moves, Move("B", {"type": "resign", "player": "B"}, 1.0))
        played = MatchRecord(record.options, record.names, moves, None)
        result = list(played.replay())[-1].match.outcome
        self.matches[match_id] = {**kept, "record": MatchRecord(record.options, record.names, moves, result).to_json()}


def test_a_road_is_begun_won_chosen_at_scarred_and_ended_in_a_browser() -> None:
    browser = Browser()
    assert browser.ask("begin", deck="5")["error"]
    page = browser.ask("begin", deck="2")["html"]
    assert f"{LIVES[2]} lives left" in page and "Sail to" in page and "kept only in this browser" in page
    assert 'action="/offline/road/~r1/play"' in page and "/legacy/" not in page and "/match/" not in page
    first = browser.sail()
    assert browser.sail() == first, "a match that was left goes on"
    kept = browser.matches[first]
    assert kept["road"] == ID and kept["record"]["names"] == {"A": "Ann", "B": "Pip"}
    browser.resign(first, "B")
    page = browser.ask("page")["html"]
    assert [gift["take"] for gift in gifts_on(page)] == ["growth", "growth", "swap"]
    assert browser.ask("play")["error"], "a gift is to be chosen first"
    for wrong in ({"gain": "rage"}, {"card": "x"}, {"version": "0"}, {"version": ""}):
        before = browser.road
        assert browser.ask("choose", **{**gifts_on(page)[0], **wrong})["error"] and browser.road == before
    page = browser.ask("choose", **gifts_on(page)[0])["html"]
    assert page.count("token-grown") == 1 and "1 of 12 islands won" in page and "Won against Pip" in page
    assert not gifts_on(page) and browser.ask("choose", version=browser.road["version"], take="heal")["error"]
    second = browser.sail()
    browser.resign(second)
    assert f'href="/offline/road?id={ID}"' in browser.result and "Play again" not in browser.result
    page = browser.ask("page")["html"]
    assert "has a scar" in page and f"/offline/replay/{second}?from=A" in page
    assert browser.road["steps"][-1]["scar"]["loss"] in ("attack", "health")
    del browser.matches[browser.sail()]
    assert browser.sail() in browser.matches, "a match that the browser has lost is begun again"
    page = browser.ask("end")["html"]
    assert "The road ends here" in page and "/offline/road/~r1/delete" in page and browser.ask("play")["error"]
    assert page.count("stop-ship") == 1 and "stop-ship" in page.split('class="stop is-next"')[1].split("</li>")[0]
    picture = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert picture is not None and base64.b64decode(picture[1]).startswith(b"<svg")
    ended = browser.road["ended_at"]
    assert ended and browser.ask("end")["kept"]["ended_at"] == ended


def test_the_last_life_and_the_last_island_end_a_road_in_a_browser() -> None:
    browser = Browser()
    browser.ask("begin", deck="1")
    for _ in range(LIVES[1]):
        browser.resign(browser.sail())
        page = browser.ask("page")["html"]
    assert "The road ends here" in page and browser.road["ended_at"]
    browser = Browser()
    browser.ask("begin", deck="4")
    for island in range(ISLANDS):
        browser.resign(browser.sail(), "B")
        page = browser.ask("page")["html"]
        if island < ISLANDS - 1:
            browser.ask("choose", **gifts_on(page)[island % 3])
    assert (
        "All 12 islands won" in page
        and page.count("is-past") == ISLANDS
        and "The whole road is behind you" in page
        and browser.road["ended_at"]
    )
