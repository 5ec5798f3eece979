"""The scenery around the cards: bridges that show damage, and a sea that is still where motion is off."""

from __future__ import annotations

import re
from typing import Literal

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors
from tests.support.cases import case
from tests.support.positions import hotseat_from, record_of, side

WHOLE = "* alpha baron brute gnome grrr martyr"
LOW = "alpha baron brute gnome grrr martyr * zombie"
# What moves in the sea, and by which properties.
MOVES = """() => document.getAnimations()
  .filter((animation) => document.querySelector(".sea").contains(animation.effect.target))
  .flatMap((animation) => animation.effect.getKeyframes())
  .flatMap((frame) => Object.keys(frame))
  .filter((key) => !["offset", "computedOffset", "easing", "composite"].includes(key))"""

TOUCH = """() => import(document.querySelector("script[src*='match/main.js']").src.replace("main.js", "touch.js"))"""
ANSWERED = """([prop]) => prop.getAnimations().flatMap((animation) => animation.effect.getKeyframes())
  .flatMap((frame) => Object.keys(frame)).filter((key) => ["transform", "opacity"].includes(key)).length > 0"""
BREATHING = """() => document.getAnimations().filter(({ animationName }) => animationName === "breathe")
  .map((animation) => animation.effect.target.closest(".creature").dataset.name)"""

SCROLLED = """() => {
  const sea = document.querySelector(".sea");
  sea.scrollTo(100, 100);
  return [sea.scrollWidth > sea.clientWidth, sea.scrollLeft, sea.scrollTop];
}"""


def _shows(page: Page, half: str, picture: str) -> None:
    """Expect a picture, as soon as the page has taken up the light and the shape of its window."""
    wanted = re.compile(rf"/{picture}\.svg")
    expect(page.locator(f"#bridge-top .bridge-{half}")).to_have_css("background-image", wanted)


def test_bridges_show_damage_and_the_sea_moves_by_transform_alone_or_not_at_all(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    hotseat_from(page, record_of(side(WHOLE, "ogre"), side(LOW, "", "troll", fortress="fort")))
    expect(page.locator(".bridge[data-near='0'][data-far='3']")).to_have_count(2)
    _shows(page, "near", "bridge-0-day")
    _shows(page, "far", "bridge-3-day")
    assert set(page.evaluate(MOVES)) == {"transform"}
    assert page.evaluate(SCROLLED) == [True, 0, 0]  # nothing moves the board aside, although mist drifts out of it
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function(f"() => ({MOVES})().length === 0")
    page.emulate_media(reduced_motion="no-preference", color_scheme="dark")
    page.wait_for_function(f"() => ({MOVES})().length > 0")
    page.evaluate("document.documentElement.dataset.motion = 'off'")
    assert page.evaluate(MOVES) == []
    _shows(page, "far", "bridge-3-night")
    page.set_viewport_size({"width": 390, "height": 844})
    _shows(page, "far", "bridge-3-upright-night")


def test_what_lies_around_answers_a_tap_and_ready_creatures_breathe_unless_motion_is_off(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    hotseat_from(page, record_of(side(WHOLE, "ogre"), side(LOW, "", "troll")))
    page.evaluate(TOUCH)
    assert sorted(page.evaluate(BREATHING)) == ["Ogre", "Troll"]
    for name in ("lantern", "reeds", "wreck", "gull"):
        with case(name):
            assert not _answers(page, name, "reduce")
            assert _answers(page, name, "no-preference")
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function(f"() => ({BREATHING})().length === 0")


def _answers(page: Page, name: str, motion: Literal["reduce", "no-preference"]) -> bool:
    """Return whether a thing in the scenery moves when it is tapped."""
    page.emulate_media(reduced_motion=motion)
    thing = page.locator(f".prop-{name}").first
    box = thing.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return bool(thing.evaluate_all(ANSWERED))
