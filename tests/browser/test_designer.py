"""The card designer in a real browser: the sum of R9.6 follows every touch, and the server reckons it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import Visitors, serious_problems, taken_over


def test_a_champion_is_designed_kept_shared_and_imported(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/designer")
    page.get_by_role("link", name="Design a card").click()
    taken_over(page, "#design")
    page.get_by_label("Name", exact=True).fill("Sir Quackalot")
    cost = page.locator("#design-sheet .sum-cost")
    page.locator("[name=attack][value='5']").check()
    expect(page.locator(".sum-lines")).to_contain_text("half of attack 5")
    page.locator("[name=ability][value=rage]").check()
    page.locator("[name=ability][value='aura:sprint']").check()
    expect(cost).to_contain_text("6 mana")
    expect(page.locator(".sum-value")).to_have_text(["+2½", "+1½", "−1", "+1½", "+1½", "6"])
    page.locator("[name=ability][value=vulnerability]").check()
    expect(page.locator(".sum-lines")).to_contain_text("half of an attack X")
    page.locator("[name=ability][value=vulnerability]").uncheck()
    page.get_by_role("radio", name="Duck").check()
    expect(page.locator('#design-sheet .card-icon-light[href$="#i-duck"]')).to_have_count(1)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sir Quackalot")
    assert serious_problems(page) == []
    code = page.locator("#code").input_value()

    friend = visitors.visitor(phone=True, color_scheme="dark")
    friend.goto("/designer")
    friend.get_by_label("Paste a message").fill(f"mine: {code}")
    friend.get_by_role("button", name="Open", exact=True).tap()
    friend.get_by_role("button", name="Edit it first").tap()
    taken_over(friend, "#design")
    expect(friend.get_by_label("Name", exact=True)).to_have_value("Sir Quackalot")
    expect(friend.get_by_role("radio", name="Duck")).to_be_checked()
    friend.locator("[name=health][value='4']").check()
    expect(friend.locator(".design-peek .sum-gem")).to_have_text("7")
    assert friend.evaluate("document.documentElement.scrollWidth") == 390
    friend.get_by_role("button", name="Save").tap()
    expect(friend.get_by_text("Delete this card")).to_be_visible()
