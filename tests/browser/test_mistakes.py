"""One's own mistakes in a real browser: from the analysis of a match to the board, failed once, and then solved."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, open_match
from tools.rig.json import Json

ANALYSED = 120_000  # milliseconds, at a low priority


def lost_at_once(page: Page) -> str:
    """Play a match against the automaton, attacking without any plays until it ends; its id."""
    match_id = open_match(page, mode="solo", seed=4)
    address = f"/api/matches/{match_id}"
    state: Json = page.request.get(address).json()
    while state["status"] != "over":
        kinds = {action["type"]: action for action in state["legal"]}
        action = next(kinds[kind] for kind in ("end_summon", "attack_all", "end_turn") if kind in kinds)
        answer = page.request.post(f"{address}/actions", data={"seq": state["seq"], "action": action})
        assert answer.ok, answer.text()
        state = answer.json()
    return match_id


def test_a_mistake_is_failed_once_and_then_solved(visitors: Visitors) -> None:
    page = visitors.visitor()
    table = MatchPage(page)
    match_id = lost_at_once(page)
    page.goto(f"/match/{match_id}/replay")
    expect(page.locator("#analysis .accuracy")).to_be_visible(timeout=ANALYSED)
    assert not serious_problems(page)
    page.get_by_role("button", name="Practise your mistakes").click(timeout=ANALYSED)
    expect(page.locator("#match")).to_have_attribute("data-connection", "open", timeout=ANALYSED)
    assert not serious_problems(page)
    step = page.url.rpartition(".")[2]
    expert = page.request.get(f"/match/{match_id}/replay/expert/{step}/record").json()
    table.press({"type": "end_summon"})
    expect(page.locator(".coach-say")).to_contain_text("Not good enough")
    page.locator("#coach-expert summary").click()
    expect(page.locator(".expert-plays li").first).to_be_visible()
    assert not serious_problems(page)
    page.locator("#go-on").click()
    expect(page.locator(".coach-say")).to_contain_text("as good as the expert")
    for count, move in enumerate(expert["actions"][int(step) :], table.seq + 1):
        table.press_keys(move["action"])
        expect(page.locator("#turn")).to_have_attribute("data-seq", str(count))
    expect(page.locator(".coach-say")).to_contain_text("Well played")
    page.goto("/mistakes")
    assert not serious_problems(page)
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto(f"/mistakes/{match_id}.{step}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
