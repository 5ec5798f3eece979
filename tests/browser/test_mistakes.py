"""One's own mistakes in a real browser: from the analysis of a match to the board, failed once, and then solved."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.test_learn import _play, _play_by_keys
from tests.browser.test_replay import ANALYSED
from tests.support.browser import Visitors, serious_problems
from tools.rig.players import ApiPlayer


class PagePlayer(ApiPlayer):
    """The guest of a browser, who uses the API by the browser's cookie."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.received = []

    def ok(self, method: str, path: str, json: Any = None) -> Any:
        """Return the JSON of a request that must succeed."""
        origin = self._page.evaluate("location.origin")
        answer = self._page.request.fetch(
            f"/api/matches{path}", method=method, data=json, headers={"Origin": origin, "Accept": "application/json"}
        )
        assert answer.ok, answer.text()
        return answer.json()


def _lost_at_once(page: Page) -> str:
    """Play a match against the automaton, attacking without any plays until it ends; its id."""
    page.goto("/settings")
    page.locator("input[name=name]").fill("Ann")
    page.locator("form[action='/settings/you'] button").first.click()
    player = PagePlayer(page)
    match_id = player.open(mode="solo", seed=4)
    state = player.state(match_id)
    while state["status"] != "over":
        kinds = {action["type"]: action for action in state["legal"]}
        action = next(kinds[kind] for kind in ("end_summon", "attack_all", "end_turn") if kind in kinds)
        state = player.act(match_id, state["seq"], action)
    return match_id


def test_a_mistake_is_failed_once_and_then_solved(visitors: Visitors) -> None:
    page = visitors.visitor()
    match_id = _lost_at_once(page)
    page.goto(f"/match/{match_id}/replay")
    page.get_by_role("button", name="Practise your mistakes").click(timeout=ANALYSED)
    expect(page.locator("#match")).to_have_attribute("data-connection", "open", timeout=ANALYSED)
    assert not serious_problems(page)
    step = page.url.rpartition(".")[2]
    expert = page.request.get(f"/match/{match_id}/replay/expert/{step}/record").json()
    _play(page, {"type": "end_summon"}, tap=False)
    expect(page.locator(".coach-say")).to_contain_text("Not good enough")
    page.locator("#coach-expert summary").click()
    expect(page.locator(".expert-plays li").first).to_be_visible()
    assert not serious_problems(page)
    page.locator("#go-on").click()
    expect(page.locator(".coach-say")).to_contain_text("as good as the expert")
    seq = int(page.locator("#turn").get_attribute("data-seq") or 0)
    for count, move in enumerate(expert["actions"][int(step) :], seq + 1):
        _play_by_keys(page, move["action"])
        expect(page.locator("#turn")).to_have_attribute("data-seq", str(count))
    expect(page.locator(".coach-say")).to_contain_text("Well played")
    page.goto("/mistakes")
    assert not serious_problems(page)
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto(f"/mistakes/{match_id}.{step}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
