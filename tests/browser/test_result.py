"""The end of a match: the Fort burns, then the result lies over the board."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser import Visitors
from tests.support.positions import bot_from, record_of, side

NARROW = {"width": 360, "height": 640}


def test_a_fallen_fort_burns_until_a_press_and_the_result_is_in_sight_on_a_small_phone(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True, motion=True)
    won = record_of(side("growler * brute", "ogre"), side("reptile * gnome", fortress="fort"))
    table = bot_from(page, won)
    table.settle()
    table.hurry(20)
    table.hold(".burning")
    table.attack.click()
    fire = page.locator(".burning")
    expect(fire.locator("img")).to_be_visible()
    expect(page.locator("#result-title")).to_have_count(0)
    expect(page.locator("#bridge-top")).to_have_attribute("data-far", "3")
    fire.dispatch_event("pointerdown")
    expect(fire).to_have_count(1)
    fire.click()
    expect(fire).to_have_count(0)
    expect(page.locator("#result-title")).to_be_focused()
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    for shown in (".result-fort", ".result-winner .face", "[data-poster]", ".result-actions .button-big"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=0.95)
    for name in page.locator(".result-names bdi").all():
        expect(name).to_be_in_viewport(ratio=1)
    page.locator(".medal-ask").click()
    expect(page.locator(".medal [role=status]")).to_be_visible()


def test_with_less_motion_nothing_burns(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    table = bot_from(page, record_of(side("growler * brute", "ogre"), side("reptile * gnome", fortress="fort")))
    page.evaluate("""() => new MutationObserver(() => (window.burnt ||= !!document.querySelector(".burning")))
      .observe(document.body, {childList: true, subtree: true})""")
    table.attack.click()
    expect(page.locator(".result-fort")).to_be_visible()
    assert not page.evaluate("window.burnt")
