"""The levels of solo play in a real browser: chosen, changed and played; a record is celebrated in tests/app/solo."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.browser import DESKTOP, PHONE, Visitors, serious_problems, taken_over

WIDE = "document.documentElement.scrollWidth > innerWidth"


def test_a_level_is_chosen_changed_and_played(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/solo")
    assert serious_problems(page) == []
    page.get_by_role("link", name=re.compile("^Level 3")).first.click()
    taken_over(page, "[hx-get='/solo/sum']")
    total = page.locator("#solo-sum")
    expect(total).to_contain_text("Level 3")
    page.get_by_role("radio", name=re.compile("^8")).check()
    expect(total).to_contain_text("Level 5")
    page.get_by_role("checkbox", name="Rage").check()
    expect(total).to_contain_text("Level 6")
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        assert not page.evaluate(WIDE)
    assert serious_problems(page) == []
    page.get_by_role("button", name="Start").click()
    page.locator("#table").wait_for()
    chips = page.locator("#pile-rules .rule-chip")
    expect(chips.first).to_contain_text("8 + 2")
    summary = page.locator("#pile-rules summary")
    summary.click()
    expect(page.get_by_text("All its creatures have Rage.")).to_be_visible()
    summary.click()

    page.goto("/new?preset=solo-5&edition=2021")  # the options of 2021 are its own
    expect(total).to_contain_text("Mythic")
    expect(page.get_by_role("radio", name="Rage")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Aerial")).to_be_hidden()
    page.get_by_role("checkbox", name=re.compile("No Bastion")).check()
    expect(total).to_contain_text("Level 4")
