"""A road of Legacy in a real browser: an island is won, a gift turns over and is taken, and the deck shows it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from engine import cards
from engine.bots import choose
from engine.knowledge import Facts
from engine.setup.options import Options
from tests.support.browser import Visitors, serious_problems
from tests.support.waiting import wait_until
from tools.rig.json import Json

FETCHED = """async ([path, body]) => {
  const sent = {method: "POST", body: JSON.stringify(body), headers: {"Content-Type": "application/json"}};
  return (await fetch(`/api/matches/${path}`, body === null ? {} : sent)).json();
}"""
DECK = sorted(cards.preconstructed(2))
"""Of both: the first opponent plays the same one."""
FACTS: Facts = {"options": Options(seed=0).public(), "decks": {"A": DECK, "B": DECK}}


def play_well(page: Page, match_id: str) -> str:
    """Play the visitor's match as a computer of level 5 would; return the winner."""
    states: list[Json] = []

    def due() -> bool:
        states[:] = [page.evaluate(FETCHED, [match_id, None])]
        return states[0]["status"] == "over" or "A" in states[0]["to_act"]

    while True:
        wait_until(due, "the computer does not play")
        state = states[0]
        if state["status"] == "over":
            return str(state["result"]["winner"])
        plan = choose(5, "A", state["view"], FACTS, state["legal"], seed=state["seq"], positions=400)
        for number, action in enumerate(plan.actions):
            answer = page.evaluate(FETCHED, [f"{match_id}/actions", {"seq": state["seq"] + number, "action": action}])
            if "error" in answer:
                break


def test_an_island_is_won_a_gift_taken_and_the_deck_remembers(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    page.goto("/legacy")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and not serious_problems(page)
    page.get_by_role("button", name=re.compile("Begin a road with The Pack")).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("The road of")
    road = page.url
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and not serious_problems(page)
    expect(page.locator(".chart-stops > li.stop")).to_have_count(12)
    for _ in range(2):  # a life may be lost on the way
        page.goto(road)
        page.get_by_role("button", name=re.compile("Sail to|Continue against")).press("Enter")
        expect(page.locator("#match")).to_have_attribute("data-connection", "open")
        if play_well(page, page.url.rpartition("/")[2]) == "A":
            break
    page.get_by_role("link", name="Continue along the road").click()
    expect(page.get_by_role("heading", name="Choose one of three")).to_be_visible()
    offers = page.locator(".road-offer")
    expect(offers).to_have_count(3)
    expect(offers.first.locator(".road-front .card")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and not serious_problems(page)
    expect(page.locator(".road-deck .token-grown")).to_have_count(0)
    offers.first.get_by_role("button").press("Enter")
    expect(page.locator(".road-deck .token-grown")).to_have_count(1)
    expect(page.locator(".chart-stops > li.stop.is-past")).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("Sail to"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and not serious_problems(page)
