"""The tutorial and the rulebook in a real browser: by tap, by keyboard, with motion."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from app.learning.lessons.course import BY_SLUG, LESSONS
from tests.support.browser import DESKTOP, PHONE, Visitors, serious_problems
from tests.support.table import MatchPage

BELOW_THE_BAR = """(anchor) => {
  const [bar, rule] = [document.querySelector(".rulebook-bar"), document.getElementById(anchor)];
  return bar.getBoundingClientRect().bottom <= rule.getBoundingClientRect().top + 1;
}"""
WIDE = "document.documentElement.scrollWidth > innerWidth"
FINGER = {"pointerType": "touch", "isPrimary": True, "bubbles": True}


def opened(page: Page, slug: str) -> None:
    """Wait until the lesson is loaded and its socket has sent its first message."""
    expect(page).to_have_url(re.compile(f"/learn/{slug}$"))
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")


def test_the_tutorial_on_a_phone_every_other_lesson_by_keyboard(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    table = MatchPage(page)
    page.goto("/learn")
    assert serious_problems(page) == []
    page.get_by_role("link", name="Set sail").tap()
    for number, lesson in enumerate((*LESSONS[:5], LESSONS[-1])):
        opened(page, lesson.slug)
        if number == 4:  # the solutions of the others are played in tests/app/learning/lessons
            page.goto(f"/learn/{LESSONS[-1].slug}")
            continue
        by_keys = number % 2
        for count, action in enumerate(lesson.solution, 1):
            assert not page.evaluate(WIDE)
            if by_keys:
                table.press_keys(action)
            else:
                table.press(action, tap=True)
            expect(page.locator("#turn")).to_have_attribute("data-seq", str(count))
        expect(page.locator(".coach-say")).to_contain_text(lesson.words().done)
        if by_keys:
            expect(page.locator("#go-on")).to_be_focused()
            page.keyboard.press("Enter")
        else:
            page.locator("#go-on").tap()
    expect(page.locator(".lesson-card-done")).to_have_count(5)


def test_a_lesson_with_motion_is_left_lost_and_won(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    page.goto("/learn/lanes")
    opened(page, "lanes")
    lesson, coach, table = BY_SLUG["lanes"].words(), page.locator(".coach-say"), MatchPage(page)
    table.press({"type": "play", "hand": 1, "lane": "bottom"})
    expect(coach).to_have_text(lesson.steps[1].say)
    page.reload()
    opened(page, "lanes")
    expect(coach).to_have_text(lesson.steps[1].say)
    table.listen()
    page.locator("#attack").click()
    expect(coach).to_have_text(lesson.lost)
    assert any("Lieutenant attacks the Stronghold" in words for words in table.captions)
    table.unguarded()
    page.get_by_role("button", name="Try again").click()
    expect(coach).to_have_text(lesson.steps[0].say)
    for count, action in enumerate(BY_SLUG["lanes"].solution):
        table.press(action)
        table.after(count)  # a click would end the animation, and nothing else
    expect(coach).to_contain_text(lesson.done)


def test_an_ability_on_the_board_leads_to_its_rule_by_mouse_and_by_finger(visitors: Visitors) -> None:
    for page in (visitors.visitor(), visitors.visitor(phone=True)):
        page.goto("/learn/abilities")
        opened(page, "abilities")
        card, link = page.locator("#card-A-partisan"), page.locator("#inspect").get_by_role("link", name="Rage")
        if page.viewport_size == PHONE:  # a long press, after which it stays until something else is touched
            card.dispatch_event("pointerdown", FINGER)
            link.wait_for()
            card.dispatch_event("pointerup", FINGER)
        else:
            card.hover()
        with page.context.expect_page() as new_tab:
            link.click()
        rules = visitors.tab(new_tab.value)
        expect(rules).to_have_url(re.compile(r"/rules#rage$"))
        expect(rules.locator("#rage-name")).to_be_in_viewport()


def test_the_rulebook_shows_the_rule_of_its_address_and_marks_where_one_reads(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/rules")
    for size, anchors in ((DESKTOP, ("R5.5", "I3", "aerial")), (PHONE, ("G5", "R13.2", "H1"))):
        page.set_viewport_size(size)
        assert not page.evaluate(WIDE)
        for anchor in anchors:
            page.goto(f"/rules#{anchor}")
            expect(page.locator(f"[id='{anchor}']")).to_be_in_viewport()
            page.wait_for_function(BELOW_THE_BAR, arg=anchor)
    page.set_viewport_size(DESKTOP)
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Stronghold", exact=False).last.click()
    expect(page.locator('.contents a[href="#R6"]')).to_have_attribute("aria-current", "location")
    expect(page.locator('.contents a[href="#R6"]')).to_be_in_viewport()
    assert serious_problems(page) == []
    page.goto("/learn/assault")
    assert serious_problems(page) == []
