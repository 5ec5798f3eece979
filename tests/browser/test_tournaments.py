"""An evening in browsers: the form, entry by the link, rounds that call the players, the wall, a phone, Hebrew."""

from __future__ import annotations

import re

from playwright.sync_api import ViewportSize, expect

from tests.support.browser import Visitors, serious_problems

PHONE: ViewportSize = {"width": 390, "height": 844}


def test_an_evening(visitors: Visitors) -> None:
    ann, bob = visitors.visitor(), visitors.visitor()
    ann.goto("/tournaments/new")
    assert serious_problems(ann) == []
    ann.get_by_label("Name of the tournament").fill("Friday evening")
    ann.get_by_text("Knockout", exact=True).click()
    ann.get_by_role("button", name="Open the tournament").click()
    link = ann.get_by_label("Link to this tournament").input_value()
    ann.get_by_label("Your name").fill("Ann")
    ann.locator("#why-event").fill("all are he")
    ann.locator("#entry-name").focus()
    bob.goto(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Enter the tournament").click()
    expect(ann.locator("#people-zone").get_by_text("Bob")).to_be_visible()
    expect(ann.locator("#organize-zone").get_by_text("Bob")).to_have_count(1)
    expect(ann.locator("#entry-name")).to_have_value("Ann")  # what is half typed stays
    expect(ann.locator("#why-event")).to_have_value("all are he")
    ann.get_by_role("button", name="Enter the tournament").click()
    expect(ann.get_by_text("You have entered.")).to_be_visible()
    expect(ann.locator(".button-brass")).to_have_count(1)
    expect(ann.locator("#people-zone")).to_contain_text("2 of 2 are here")
    expect(ann.locator("#people-zone li")).to_have_count(2)
    expect(bob.get_by_role("heading", name="Organize")).to_have_count(0)
    ann.get_by_role("button", name="Start the tournament").click()
    bob.wait_for_url("**/match/*")  # he has pressed nothing: the page has called him, and taken him there
    bob.goto(link)
    for page in (ann, bob):
        if "/match/" in page.url:
            page.goto(link)
        page.locator("body").press("Shift")  # who presses something is not taken away
        expect(page.get_by_role("link", name="To my table")).to_be_visible()
        expect(page).to_have_title(re.compile("^● Your match is open"))
        expect(page.locator(".button-brass")).to_have_count(1)  # the organizer's, too, without a reload
        expect(page.locator(".picture")).to_have_count(1)
        assert serious_problems(page) == []
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
    ann.locator(".come-line").filter(has_text=re.compile(r"first move within [1-5]:\d\d")).wait_for()
