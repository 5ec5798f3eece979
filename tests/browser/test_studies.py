"""A study in a real browser: made from a replay in one press, written and drawn by keyboard, answered by a reader."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.app.learning.replay.records import golden
from tests.support.browser import Visitors, serious_problems

GOLDEN = golden("2022-duel-draft")
LAST_STEP = next(
    step for step, move in enumerate(GOLDEN["actions"]) if move["by"] == "A" and move["action"]["type"] == "end_summon"
)
"""A step at which Ada only has to attack."""


def _open_menu(page: Page) -> None:
    page.locator("#menu-button").click()
    page.locator("#menu").wait_for()


def test_a_study_is_made_written_drawn_and_read(visitors: Visitors) -> None:
    ann, eve = visitors.visitor(), visitors.visitor(phone=True)
    sent = ann.request.post("/replays", form={"text": json.dumps(GOLDEN)}, headers={"Accept": "text/html"})
    ann.goto(f"{sent.url}?step={LAST_STEP}")
    _open_menu(ann)
    ann.get_by_role("button", name="Make a study of this replay").click()
    ann.locator("#study-editor").wait_for()
    ann.wait_for_load_state()  # the page's script keeps what is written

    ann.get_by_label(f"Comment at step {LAST_STEP}").fill("Now or never.")
    ann.get_by_label("Question (the reader plays the rest of this turn)").fill("Find the attack")
    ann.get_by_role("button", name="Save").click()
    expect(ann.locator(".comment:visible")).to_contain_text("Now or never.")
    ann.locator("#draw-marks").focus()
    ann.keyboard.press("Enter")
    form = ann.locator("#marks-form")
    form.get_by_label("From").select_option("Ah0")
    form.get_by_label("To").select_option("Bh1")
    form.get_by_role("button", name="Draw the arrow").press("Enter")
    expect(ann.locator(".comment-marks")).to_contain_text("an arrow from")
    expect(ann.locator("#table .marks line").first).to_be_attached()
    assert serious_problems(ann) == []
    ann.get_by_role("button", name="Close").click()
    ann.locator("#main").focus()
    ann.keyboard.press("ArrowRight")
    ann.get_by_label(f"Comment at step {LAST_STEP + 1}").wait_for()
    expect(ann.locator("#table .marks")).to_have_count(0)

    eve.goto(ann.url.partition("?")[0] + "?step=999")
    expect(eve.locator("#stage")).to_have_attribute("data-step", str(LAST_STEP))
    expect(eve.locator("#table .marks line").first).to_be_attached()
    assert serious_problems(eve) == []
    assert eve.evaluate("document.documentElement.scrollWidth") <= 390
    eve.get_by_role("link", name="Answer on the board").tap()
    expect(eve.locator("#match")).to_have_attribute("data-connection", "open")
    eve.locator("#attack").tap()
    expect(eve.locator(".coach-say")).to_contain_text("Correct: this is how the turn was played.")
    eve.locator("#go-on").tap()
    expect(eve.locator("#stage")).to_have_attribute("data-step", str(LAST_STEP + 1))
    expect(eve.locator("#stage")).to_have_attribute("data-last", str(len(GOLDEN["actions"])))
