"""An evening in browsers: the form, entry by the link, rounds that call the players, the wall, a phone, Hebrew."""

from __future__ import annotations

import re
from functools import partial

import httpx
from playwright.sync_api import Page, Route, expect

from tests.support.browser import PHONE, Visitors, serious_problems
from tests.support.table import covered
from tests.support.waiting import DEADLINE, wait_until
from tools.rig.random_moves import cards_to_build_with
from tools.rig.server import ServerProcess
from tools.rig.tournaments import TournamentPlayer, is_open

# With the system's colours: what looks like a button without an edge.
EDGELESS = """() => [...document.querySelectorAll("main .button:not(.button-quiet)")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).borderTopWidth === "0px")
  .map((one) => one.outerHTML)"""
FILLED = """(mark) => getComputedStyle(mark).backgroundColor
  !== getComputedStyle(document.querySelector("#own-zone")).backgroundColor"""


def test_an_evening(visitors: Visitors) -> None:
    ann, bob = visitors.visitor(), visitors.visitor()
    ann.goto("/tournaments/new")
    assert serious_problems(ann) == []
    ann.get_by_label("Name of the tournament").fill("Friday evening")
    ann.get_by_text("Knockout", exact=True).click()
    ann.get_by_role("button", name="Open the tournament").click()
    link = ann.get_by_label("Link to this tournament").input_value()
    ann.get_by_label("Your name").fill("Ann")
    ann.locator("#entry-name").focus()
    bob.goto(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Enter the tournament").click()
    expect(ann.locator("#people-zone").get_by_text("Bob")).to_be_visible()
    expect(ann.locator("#organize-zone").get_by_text("Bob")).to_have_count(1)
    expect(ann.locator("#entry-name")).to_have_value("Ann")  # half-typed words stay
    ann.get_by_role("button", name="Enter the tournament").click()
    expect(ann.get_by_text("You have entered.")).to_be_visible()
    expect(ann.locator(".button-brass")).to_have_count(1)
    expect(ann.locator("#people-zone")).to_contain_text("2 of 2 are here")
    expect(ann.locator("#people-zone li")).to_have_count(2)
    expect(bob.get_by_role("heading", name="Organize")).to_have_count(0)
    ann.route("**/organize", partial(_answer_once_open, link.replace("/tournament/", "/api/tournaments/")))
    ann.get_by_role("button", name="Start with 2 players").click()
    expect(ann.get_by_role("button", name="Start with 2 players")).to_have_count(0)
    for page in (ann, bob):  # they press nothing: their pages call them, and take them there
        page.wait_for_url("**/match/*")
    for page in (ann, bob):
        page.goto(link)  # where a match that is open already takes nobody away
        expect(page.get_by_role("link", name="To my table")).to_be_visible()
        expect(page).to_have_title(re.compile("^● Your match is open"))
        expect(page.locator(".button-brass")).to_have_count(1)  # the organizer's, too, without a reload
        expect(page.locator(".picture")).to_have_count(1)
    expect(bob.get_by_role("heading", name="Bracket")).to_be_visible()
    bob.set_viewport_size(PHONE)
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bob.goto(f"{link}/wall")
    bob.set_viewport_size({"width": 1920, "height": 1080})
    expect(bob.get_by_role("heading", name="Standings")).to_be_visible()
    assert serious_problems(bob) == []
    bob.goto("/cards")  # on every other page the way is offered
    expect(bob.get_by_role("link", name="To my table")).to_be_visible()
    bob.goto("/tournaments")
    expect(bob.get_by_role("link", name="Open Friday evening")).to_be_visible()
    assert serious_problems(bob) == []
    ann.get_by_role("link", name="To my table").click()
    ann.wait_for_url("**/match/*")
    ann.locator("#absent").filter(has_text=re.compile(r"first move within [1-5]:\d\d")).wait_for()
    assert covered(ann) == []


def _answer_once_open(tournament: str, route: Route) -> None:
    """Answer an organizer's press only when a board is open, as it may happen."""
    answer = route.fetch(max_redirects=0)
    wait_until(lambda: any(map(is_open, httpx.get(tournament, timeout=DEADLINE, trust_env=False).json()["boards"])))
    route.fulfill(response=answer)


def test_every_page_of_a_tournament_by_night_and_in_the_systems_colours(
    visitors: Visitors, site: ServerProcess
) -> None:
    olga, ann = visitors.visitor(color_scheme="dark"), visitors.visitor(color_scheme="dark", phone=True)
    asked = {"system": "round_robin", "format": "own", "caster": "5"}
    home = olga.request.post("/tournaments/new", form={"name": "Club evening", **asked}).url
    tournament = home.replace("/tournament/", "/api/tournaments/")
    legal = cards_to_build_with({"edition": "2022"})
    ann.request.post("/new", form={"mode": "solo", "name": "Ann"})
    entered = ann.request.post(f"{tournament}/entries", data={"deck": legal[:8]})
    assert entered.ok, entered.text()
    with httpx.Client(base_url=site.url, timeout=DEADLINE) as client:
        for number in (1, 2):
            deck = legal[8 * number : 8 * number + 8]
            TournamentPlayer(client, f"P{number}").tournament(
                "POST", f"/{tournament.rpartition('/')[2]}/entries", {"deck": deck}
            )
    assert seen(olga, home) == []
    olga.request.post(f"{home}/organize", form={"do": "start"})
    wait_until(lambda: any(map(is_open, olga.request.get(tournament).json()["boards"])))
    key = olga.request.get(tournament).json()["caster"]
    for path in ("", f"/caster?key={key}", f"/caster/1/1?key={key}"):
        assert seen(olga, home + path) == []
    for path in ("/decks", "/print/crosstable", ""):
        assert seen(ann, home + path) == []
    assert ann.locator(".is-here").evaluate(FILLED), "who is here has a full mark"
    ann.context.set_offline(True)
    expect(ann.get_by_text("No connection")).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.get_by_text("No connection")).to_be_hidden()
    olga.request.post(f"{home}/organize", form={"do": "end"})
    wait_until(lambda: olga.request.get(tournament).json()["status"] == "over")
    assert seen(olga, home) == []


def seen(page: Page, path: str) -> list[str]:
    """Return what is hard to use on a page with everything unfolded; it is left with the system's colours."""
    page.emulate_media(forced_colors="none")
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
    found = serious_problems(page)
    page.emulate_media(forced_colors="active")
    edgeless: list[str] = page.evaluate(EDGELESS)
    return found + edgeless
