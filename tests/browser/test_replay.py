"""Replays in a real browser: step by step, played, from each side, without scripts, as files, and played on."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Final

import httpx
import pytest
from playwright.sync_api import Page, Position, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import prefer
from tests.support.waiting import DEADLINE
from tools.rig.players import duel, play_on
from tools.rig.server import ServerProcess

# The stage that the script has put together, against the one that the server sends for this address.
SAME = """async () => {
  const marks = ["data-htmx-powered", "data-tight", "hidden", "aria-pressed", "style"];  // of the scripts
  const text = await (await fetch(location.href, {headers: {Accept: "text/html"}})).text();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("stage");
  const live = document.getElementById("stage").cloneNode(true);
  for (const root of [fresh, live]) {
    for (const node of [root, ...root.querySelectorAll("*")]) {
      for (const name of marks) node.removeAttribute(name);
      if (node.id === "seek") node.removeAttribute("value");
      if (node.tagName === "NOSCRIPT") node.textContent = "";
    }
  }
  return fresh.isEqualNode(live);
}"""


# So many moments, in which what is still to come would come.
FRAMES = """async (count) => {
  for (let n = 0; n < count; n += 1) await new Promise(requestAnimationFrame);
}"""
PICTURE: Final[Position] = {"x": 6, "y": 8}  # where a line of the log has no name above its link


@pytest.fixture(scope="module")
def played(site: ServerProcess) -> str:
    """Provide the address of the replay of a finished duel of Ann and Bob."""
    with httpx.Client(base_url=site.url, timeout=DEADLINE) as client:
        ann, bob, match_id = duel(client, seed=5)
        play_on({"A": ann, "B": bob}, match_id, random.Random(3))
    return f"/match/{match_id}/replay"


def at(page: Page, step: int) -> None:
    """Wait until the page shows this step, and its address with it."""
    expect(page.locator("#stage")).to_have_attribute("data-step", str(step))
    expect(page).to_have_url(re.compile(rf"[?&]step={step}(&|$)"))


def ready(page: Page) -> None:
    """Wait until the page's script has taken over."""
    expect(page.locator("#play")).to_be_visible()


def test_step_by_step_with_buttons_keys_slider_and_log(visitors: Visitors, played: str) -> None:
    page = visitors.visitor()
    page.goto(f"{played}?step=10&from=A")
    stage, where = page.locator("#stage"), page.locator(".replay-where")
    for name, step in (("One step forward", 11), ("One step back", 10)):
        page.get_by_role("link", name=name).click()
        at(page, step)
    last = int(stage.get_attribute("data-last") or 0)
    for key, step in (("ArrowRight", 11), ("ArrowRight", 12), ("ArrowLeft", 11), ("End", last)):
        page.keyboard.press(key)
        at(page, step)
    expect(page.get_by_role("link", name="One step forward")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    at(page, 0)
    for number in range(2, 6):
        page.keyboard.press("PageDown")
        expect(where).to_contain_text(f"Turn {number}:")
    page.get_by_role("link", name="Start of the turn").click()
    expect(where).to_contain_text("Turn 4:")
    page.locator("#menu-button").click()
    page.locator("#turns").select_option(index=2)
    expect(where).not_to_contain_text("Turn 4:")
    page.keyboard.press("Escape")
    page.locator("#seek").fill("7")
    at(page, 7)
    page.locator("#log [data-at='15'] .line-step").first.click(position=PICTURE)
    at(page, 15)
    expect(page.locator("#log [aria-current=step]").first).to_have_attribute("data-at", "15")
    assert page.evaluate(SAME)
    page.reload()
    at(page, 15)
    assert serious_problems(page) == []
    turned = page.locator(".win-graph p a")
    for pressed, press in ((page.locator(".win-graph svg a").nth(3), "click"), (turned, "focus")):
        getattr(pressed, press)()
        if press == "focus":
            page.keyboard.press("Enter")
        at(page, int(pressed.get_attribute("data-step") or 0))
    page.goto(f"{played}?step=15&from=A")
    # Each side sees its own hand, and open shows both.
    backs = {seat: page.locator(f"#hand-{seat} .card-back") for seat in "AB"}
    expect(backs["A"]).to_have_count(0)
    expect(backs["B"]).not_to_have_count(0)
    page.get_by_role("link", name="Bob", exact=True).click()
    expect(backs["A"]).not_to_have_count(0)
    expect(backs["B"]).to_have_count(0)
    expect(page.locator(".seat-near #hand-B")).to_be_visible()
    page.get_by_role("link", name="Open", exact=True).click()
    at(page, 15)
    expect(page.locator(".card-back")).to_have_count(0)


def test_a_replay_is_read_aloud_and_its_log_gone_through_by_keys(visitors: Visitors, played: str) -> None:
    page = visitors.visitor()
    page.goto(f"{played}?step=10&from=A")
    ready(page)
    spoken, main, log = page.locator("#spoken"), page.locator("#main"), page.locator("#log")
    main.focus()
    page.keyboard.press("h")
    for place, name in enumerate(page.locator("#hand-A .held .visually-hidden").all_inner_texts(), 1):
        expect(spoken).to_contain_text(f"{place}: {name}")
    page.keyboard.press("ArrowRight")
    at(page, 11)
    main.focus()
    page.keyboard.press("e")
    expect(spoken).to_contain_text(page.locator("#log > *").last.inner_text())
    page.keyboard.press("?")
    page.get_by_role("button", name="Read aloud: the lanes").press("Enter")
    expect(spoken).to_contain_text("mountain lane")
    panel = page.get_by_role("complementary", name="Rules and keys")
    expect(panel).to_contain_text("one turn back, one turn forward")
    expect(panel).not_to_contain_text("undo your last play")
    expect(panel.locator(".chapter").first).to_be_visible()
    page.get_by_role("button", name="Close").first.press("Enter")
    expect(panel).to_be_hidden()
    assert page.evaluate(SAME)

    assert log.locator("[tabindex='0'], a:not([tabindex])").count() == 0, "the log is one tab stop"
    expect(log.locator(".line-picture").nth(10)).to_be_attached()
    log.focus()
    step = page.locator("#log .line-step:focus, #log .line-card:focus")
    for key, kind in (("ArrowDown", "card"), ("ArrowUp", "step")):
        for _ in range(30):
            page.keyboard.press(key)
            expect(step).to_have_count(1)
            if page.evaluate("(kind) => document.activeElement.matches(kind)", f".line-{kind}"):
                break
        if kind == "card":
            expect(page.locator("#inspect .card-name")).to_have_text(step.inner_text())
            page.keyboard.press("Escape")
            expect(page.locator("#inspect")).to_be_hidden()
    goal = int(step.get_attribute("data-step") or 0)
    page.keyboard.press("Enter")
    at(page, goal)
    assert page.evaluate("() => document.activeElement.closest('#log') !== null")


def test_it_plays_with_animations_stops_and_stops_at_the_end(visitors: Visitors, played: str) -> None:
    page = visitors.visitor(motion=True)
    page.goto(f"{played}?step=0")
    prefer(page, "speed", "4")
    play, stage = page.locator("#play"), page.locator("#stage")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => Number(document.getElementById('stage').dataset.step) >= 4")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-playing')")
    stopped = int(stage.get_attribute("data-step") or 0)
    page.evaluate(FRAMES, 30)  # time for the next step; the one that had begun may still end
    assert int(stage.get_attribute("data-step") or 0) - stopped <= 1
    page.wait_for_function(SAME)
    last = int(stage.get_attribute("data-last") or 0)
    page.locator("#seek").fill(str(last - 2))
    at(page, last - 2)
    play.click()
    at(page, last)
    expect(play).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".status-line")).to_contain_text("wins the match")


def test_on_a_phone_a_replay_fits_and_its_record_is_saved_and_opened(
    visitors: Visitors, played: str, tmp_path: Path
) -> None:
    phone = visitors.visitor(phone=True)
    phone.goto(f"{played}?step=14&from=A")
    assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_role("link", name="One step forward").tap()
    at(phone, 15)
    phone.locator("#log-button").tap()
    expect(phone.locator("#log [aria-current=step]").first).to_be_visible()
    phone.locator("#log [data-at='12'] .line-step").first.tap(position=PICTURE)
    at(phone, 12)
    turn = phone.locator(".win-graph svg a").nth(3)
    turn.tap()
    at(phone, int(turn.get_attribute("data-step") or 0))
    phone.keyboard.press("Escape")
    phone.locator("#menu-button").tap()
    assert serious_problems(phone) == []
    with phone.expect_download() as saving:
        phone.get_by_role("link", name="Download the replay").tap()
    assert re.fullmatch(r"clash-of-decks-ann-bob-[\d-]+\.json", saving.value.suggested_filename)
    saving.value.save_as(tmp_path / "match.json")
    phone.goto("/replays")
    assert serious_problems(phone) == []
    phone.get_by_label("File", exact=True).set_input_files(tmp_path / "match.json")
    phone.get_by_role("button", name="Watch it").tap()
    phone.locator("#replay").wait_for()
    phone.goto("/replays")
    phone.get_by_text("Or paste its text").tap()
    phone.get_by_label("Text of the replay file").fill("{}")
    phone.get_by_role("button", name="Watch it").tap()
    expect(phone.get_by_role("alert")).to_contain_text("This replay cannot be played back")
    expect(phone.get_by_label("Text of the replay file")).to_have_value("{}")
    visitors.complaints[:] = [line for line in visitors.complaints if "422" not in line]
