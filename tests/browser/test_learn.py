"""The tutorial and the rulebook in a real browser: by tap, by keyboard, with motion, without scripts."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from app.learn import words
from app.learn.lessons import BY_SLUG, LESSONS
from tests.support.browser import DESKTOP, PHONE, Visitors, serious_problems
from tests.support.cases import case
from tests.support.table import MatchPage

BELOW_THE_BAR = """(anchor) => {
  const [bar, rule] = [document.querySelector(".rulebook-bar"), document.getElementById(anchor)];
  return bar.getBoundingClientRect().bottom <= rule.getBoundingClientRect().top + 1;
}"""


def _card(page: Page, action: Mapping[str, Any]) -> Locator:
    return page.locator("#hand-A .held").nth(action["hand"])


def _place(page: Page, action: Mapping[str, Any]) -> Locator:
    """Return the target of an action's card: a lane's free place, or the creature that it is aimed at."""
    if "target" in action:
        target = action["target"]
        return page.locator(f"#realm-{target['player']}-{target['lane']} .creature").nth(target["index"])
    return page.locator(f"#berth-{action['lane']}")


def _play(page: Page, action: Mapping[str, Any], *, tap: bool) -> None:
    press = Locator.tap if tap else Locator.click
    if action["type"] == "play":
        press(_card(page, action))
        press(_place(page, action))
    else:
        press(page.locator("#attack"))


def _turn(page: Page) -> Locator:
    return page.locator("#turn")


def _opened(page: Page, slug: str) -> None:
    """Wait until the lesson is loaded and its socket has sent its first message."""
    expect(page).to_have_url(re.compile(f"/learn/{slug}$"))
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")


def _walk(page: Page, goal: Locator) -> None:
    """Move the focus with the arrow keys until it stands on `goal`."""
    for _ in range(8):
        if goal.evaluate("element => element === document.activeElement"):
            return
        here = page.evaluate("(({x, y}) => [x, y])(document.activeElement.getBoundingClientRect())")
        there = goal.evaluate("element => (({x, y}) => [x, y])(element.getBoundingClientRect())")
        dx, dy = there[0] - here[0], there[1] - here[1]
        across = abs(dx) > abs(dy)
        page.keyboard.press(
            ("ArrowRight" if dx > 0 else "ArrowLeft") if across else "ArrowDown" if dy > 0 else "ArrowUp"
        )
    expect(goal).to_be_focused()


def _play_by_keys(page: Page, action: Mapping[str, Any]) -> None:
    if action["type"] == "play":
        _card(page, action).focus()
        page.keyboard.press("Enter")
        _walk(page, _place(page, action))
    else:
        page.locator("#attack").focus()
    page.keyboard.press("Enter")


def test_the_whole_tutorial_by_tap_on_a_phone(visitors: Visitors) -> None:
    """From the list of lessons to the fallen Fort at 390 px, each lesson leading to the next."""
    page = visitors.visitor(phone=True)
    page.goto("/learn")
    page.get_by_role("link", name="Set sail").tap()
    for lesson in LESSONS:
        _opened(page, lesson.slug)
        for count, action in enumerate(lesson.solution, 1):
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            _play(page, action, tap=True)
            expect(_turn(page)).to_have_attribute("data-seq", str(count))
        expect(page.locator(".coach-say")).to_contain_text(words.words(lesson.slug).done)
        page.locator("#go-on").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Well fought, Captain!")
    expect(page.locator(".lesson-card-done")).to_have_count(len(LESSONS))


def test_the_whole_tutorial_by_keyboard(visitors: Visitors) -> None:
    """No pointer at all: arrows choose the place, Enter plays, and the focus waits on the way to the next lesson."""
    page = visitors.visitor()
    page.goto("/learn/hand")
    for lesson in LESSONS:
        _opened(page, lesson.slug)
        for count, action in enumerate(lesson.solution, 1):
            _play_by_keys(page, action)
            expect(_turn(page)).to_have_attribute("data-seq", str(count))
        expect(page.locator("#go-on")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Well fought, Captain!")


def test_a_lesson_with_motion_is_left_lost_and_won(visitors: Visitors) -> None:
    """The assault plays; a reload takes the lesson up again; a wrong lane loses, and one tries again."""
    page = visitors.visitor(motion=True)
    page.goto("/learn/lanes")
    _opened(page, "lanes")
    payload = words.words("lanes")
    _play(page, {"type": "play", "hand": 1, "lane": "bottom"}, tap=False)
    expect(page.locator(".coach-say")).to_have_text(payload.steps[1].say)
    page.reload()
    _opened(page, "lanes")
    expect(page.locator(".coach-say")).to_have_text(payload.steps[1].say)
    table = MatchPage(page)
    table.listen()
    page.locator("#attack").click()
    expect(page.locator(".coach-say")).to_have_text(payload.lost)
    assert any("Lieutenant attacks the fortress" in words for words in table.payload)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".coach-say")).to_have_text(payload.steps[0].say)
    for count, action in enumerate(BY_SLUG["lanes"].solution):
        _play(page, action, tap=False)
        table.after(count)  # a click would end the animation, and nothing else
    expect(page.locator(".coach-say")).to_contain_text(payload.done)


def test_what_the_lesson_does_not_offer_is_explained(visitors: Visitors) -> None:
    """A tap on a card that cannot be played now says why."""
    page = visitors.visitor()
    page.goto("/learn/hand")
    _opened(page, "hand")
    _card(page, {"hand": 6}).click(force=True)  # announced as disabled, but it answers
    expect(page.locator("#toast")).to_have_text("Only the four leftmost cards of the hand can be played.")


@pytest.mark.parametrize(("phone", "scheme"), [(False, "light"), (True, "dark")], ids=["desktop", "phone"])
def test_accessible_and_within_the_window(visitors: Visitors, scheme: str, phone: bool) -> None:
    """Nothing serious for axe, and nothing wider than the window."""
    page = visitors.visitor(phone=phone, color_scheme=scheme)
    for path in ("/learn", "/learn/assault", "/rules"):
        with case(path):
            page.goto(path)
            assert serious_problems(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


def test_an_edition_is_highlighted_without_scripts(visitors: Visitors) -> None:
    """The switch is CSS alone: what the other edition says steps back."""
    page = visitors.visitor(java_script_enabled=False)
    page.goto("/rules")
    line = page.locator('#R4\\.8 [data-edition="2022"]')
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    before = line.evaluate(size)
    page.get_by_role("radio", name="2021").check()
    assert line.evaluate(size) < before
    page.get_by_role("radio", name="2022").check()
    assert line.evaluate(size) == before


def test_an_anchor_is_in_view(visitors: Visitors) -> None:
    """A link to a rule shows it below the bar that stays on top."""
    page = visitors.visitor()
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        for anchor in ("R5.5", "G5", "I3", "R13.2", "aerial", "H1"):
            page.goto(f"/rules#{anchor}")
            rule = page.locator(f"[id='{anchor}']")
            expect(rule).to_be_in_viewport()
            page.wait_for_function(BELOW_THE_BAR, arg=anchor)


def test_the_contents_follow_the_reader(visitors: Visitors) -> None:
    """The chapter that one reads is marked, and stays in sight at the side."""
    page = visitors.visitor()
    page.goto("/rules")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Fortress", exact=False).last.click()
    expect(page.locator('.contents a[href="#R6"]')).to_have_attribute("aria-current", "location")
    expect(page.locator('.contents a[href="#R6"]')).to_be_in_viewport()


def test_an_ability_on_the_board_leads_to_its_rule(visitors: Visitors) -> None:
    """An enlarged card explains its abilities, and each of them is a link to the rulebook."""
    page = visitors.visitor()
    page.goto("/learn/abilities")
    _opened(page, "abilities")
    page.locator("#card-A-partisan").hover()
    link = page.locator("#inspect").get_by_role("link", name="Rage")
    with page.context.expect_page() as opened:
        link.click()
    rules = visitors.tab(opened.value)
    expect(rules).to_have_url(re.compile(r"/rules#rage$"))
    expect(rules.locator("#rage-name")).to_be_in_viewport()


def test_an_ability_held_on_a_phone_leads_to_its_rule(visitors: Visitors) -> None:
    """The same with a finger: a long press opens the closer look, and it stays until something else is touched."""
    page = visitors.visitor(phone=True)
    page.goto("/learn/abilities")
    _opened(page, "abilities")
    card = page.locator("#card-A-partisan")
    finger = {"pointerType": "touch", "isPrimary": True, "bubbles": True}
    card.dispatch_event("pointerdown", finger)
    link = page.locator("#inspect").get_by_role("link", name="Rage")
    link.wait_for()
    card.dispatch_event("pointerup", finger)
    with page.context.expect_page() as opened:
        link.tap()
    expect(opened.value).to_have_url(re.compile(r"/rules#rage$"))
