"""Replays in a real browser: step by step, played, from each side, without scripts, as files, and played on."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Final

import httpx
import pytest
from playwright.sync_api import Page, Position, expect

from tests.app.replay.records import golden
from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage
from tools.rig.players import ApiPlayer, duel, play_on
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


PICTURE: Final[Position] = {"x": 6, "y": 8}  # where a line of the log has no name above its link
ANALYSED = 120_000  # milliseconds, at a low priority


@pytest.fixture(scope="module")
def played(site: ServerProcess) -> str:
    """Provide the address of the replay of a finished duel of Ann and Bob."""
    with httpx.Client(base_url=site.url) as client:
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
    page.get_by_role("link", name="One step forward").click()
    at(page, 11)
    page.get_by_role("link", name="One step back").click()
    at(page, 10)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 13)
    page.keyboard.press("ArrowLeft")
    at(page, 12)
    page.keyboard.press("End")
    last = int(page.locator("#stage").get_attribute("data-last") or 0)
    at(page, last)
    expect(page.get_by_role("link", name="One step forward")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("#seek").fill("7")
    at(page, 7)
    line = page.locator("#log [data-at='15'] .line-step").first
    line.click(position=PICTURE)
    at(page, 15)
    expect(page.locator("#log [aria-current=step]").first).to_have_attribute("data-at", "15")
    assert page.evaluate(SAME)
    page.reload()
    at(page, 15)
    assert serious_problems(page) == []


def test_a_replay_is_read_aloud(visitors: Visitors, played: str) -> None:
    page = visitors.visitor()
    page.goto(f"{played}?step=10&from=A")
    ready(page)
    spoken, main = page.locator("#spoken"), page.locator("#main")
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


def test_a_question_mark_shows_the_keys_of_a_replay_and_the_rules(visitors: Visitors, played: str) -> None:
    page = visitors.visitor()
    page.goto(f"{played}?step=10&from=A")
    ready(page)
    page.keyboard.press("?")
    panel = page.get_by_role("complementary", name="Rules and keys")
    expect(panel).to_contain_text("one turn back, one turn forward")
    expect(panel).not_to_contain_text("undo your last play")
    expect(panel.locator(".chapter").first).to_be_visible()
    assert serious_problems(page) == []
    page.keyboard.press("?")
    expect(panel).to_be_hidden()
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Rules and keys", exact=True).click()
    expect(panel).to_be_visible()
    assert page.evaluate(SAME)


def test_the_arrows_go_through_the_log_from_card_to_card(visitors: Visitors, played: str) -> None:
    page = visitors.visitor()
    page.goto(f"{played}?step=10&from=open")
    ready(page)
    log = page.locator("#log")
    assert log.locator("[tabindex='0'], a:not([tabindex])").count() == 0, "the log is one tab stop"
    assert log.locator(".line-picture").count() > 10
    log.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#log .line-step:focus, #log .line-card:focus")).to_have_count(1)
    while not page.evaluate("() => document.activeElement.matches('.line-card')"):
        page.keyboard.press("ArrowDown")
    name = page.locator("#log .line-card:focus").inner_text()
    card = page.locator("#inspect .card-name")
    expect(card).to_have_text(name)
    page.keyboard.press("Escape")
    expect(page.locator("#inspect")).to_be_hidden()
    page.keyboard.press("ArrowUp")
    step = page.locator("#log .line-step:focus, #log .line-card:focus")
    expect(step).to_have_count(1)
    while not page.evaluate("() => document.activeElement.matches('.line-step')"):
        page.keyboard.press("ArrowUp")
    goal = int(step.get_attribute("data-step") or 0)
    page.keyboard.press("Enter")
    at(page, goal)
    assert page.evaluate("() => document.activeElement.closest('#log') !== null")


def test_from_turn_to_turn(visitors: Visitors, played: str) -> None:
    page = visitors.visitor()
    page.goto(f"{played}?step=1")
    ready(page)
    where = page.locator(".replay-where")
    for number in range(2, 6):
        page.keyboard.press("PageDown")
        expect(where).to_contain_text(f"Turn {number}:")
    page.get_by_role("link", name="Start of the turn").click()
    expect(where).to_contain_text("Turn 4:")
    page.locator("#menu-button").click()
    page.locator("#turns").select_option(
        label="3: Ann" if page.locator("#turns", has_text="3: Ann").count() else "3: Bob"
    )
    expect(where).to_contain_text("Turn 3:")


def test_it_plays_with_animations_and_stops(visitors: Visitors, played: str) -> None:
    page = visitors.visitor(motion=True)
    page.goto(f"{played}?step=0")
    page.locator("#menu-button").click()
    page.get_by_label("4×").check()
    page.keyboard.press("Escape")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => Number(document.getElementById('stage').dataset.step) >= 6")
    page.keyboard.press(" ") if page.evaluate("() => document.activeElement === document.body") else page.locator(
        "#play"
    ).click()
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    stopped = int(page.locator("#stage").get_attribute("data-step") or 0)
    page.wait_for_timeout(1500)  # time for many steps at this speed; the one that had begun may still end
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-playing')")
    assert int(page.locator("#stage").get_attribute("data-step") or 0) - stopped <= 1
    page.wait_for_function(SAME)


def test_played_to_the_end_it_stops_there(visitors: Visitors, played: str) -> None:
    page = visitors.visitor()
    page.goto(f"{played}?step=9999")
    last = int(page.locator("#stage").get_attribute("data-last") or 0)
    page.locator("#seek").fill(str(last - 3))
    at(page, last - 3)
    page.locator("#menu-button").click()
    page.get_by_label("4×").check()
    page.keyboard.press("Escape")
    page.locator("#play").click()
    at(page, last)
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".status-line")).to_contain_text("wins the match")


def test_each_side_sees_its_own_hand_and_open_sees_both(visitors: Visitors, played: str) -> None:
    page = visitors.visitor()
    page.goto(f"{played}?step=0&from=A")
    backs = {seat: page.locator(f"#hand-{seat} .card-back") for seat in "AB"}
    expect(backs["A"]).to_have_count(0)
    expect(backs["B"]).to_have_count(8)
    page.get_by_role("link", name="Bob", exact=True).click()
    expect(backs["A"]).to_have_count(8)
    expect(backs["B"]).to_have_count(0)
    expect(page.locator(".seat-near #hand-B")).to_be_visible()
    page.get_by_role("link", name="One step forward").click()
    at(page, 1)
    page.get_by_role("link", name="Open", exact=True).click()
    at(page, 1)
    expect(page.locator(".card-back")).to_have_count(0)


def test_without_scripts_it_is_a_book_with_pages(visitors: Visitors, played: str) -> None:
    page = visitors.visitor(java_script_enabled=False)
    page.goto(f"{played}?step=4&from=B")
    page.get_by_role("link", name="One step forward").click()
    expect(page.locator("#stage")).to_have_attribute("data-step", "5")
    page.get_by_role("link", name="Ann", exact=True).click()
    expect(page).to_have_url(re.compile(r"step=5&from=A"))
    page.locator("#log [data-at='9'] .line-step").first.click(position=PICTURE)
    expect(page.locator("#stage")).to_have_attribute("data-step", "9")
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Two on one device").click()
    expect(page.locator("#cover-title")).to_be_visible()


def test_on_a_phone_everything_fits(visitors: Visitors, played: str) -> None:
    phone = visitors.visitor(phone=True)
    phone.goto(f"{played}?step=14&from=A")
    assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_role("link", name="One step forward").tap()
    at(phone, 15)
    phone.locator("#log-button").tap()
    expect(phone.locator("#log [aria-current=step]").first).to_be_visible()
    phone.locator("#log [data-at='12'] .line-step").first.tap(position=PICTURE)
    at(phone, 12)
    phone.keyboard.press("Escape")
    phone.locator("#menu-button").tap()
    expect(phone.get_by_role("link", name="Download the replay")).to_be_visible()
    assert serious_problems(phone) == []


def test_a_record_is_saved_and_opened_by_somebody_else(visitors: Visitors, played: str, tmp_path: Path) -> None:
    ann, eve = visitors.visitor(), visitors.visitor(phone=True)
    ann.goto(played)
    ann.locator("#menu-button").click()
    with ann.expect_download() as saving:
        ann.get_by_role("link", name="Download the replay").click()
    assert re.fullmatch(r"clash-of-decks-ann-bob-[\d-]+\.json", saving.value.suggested_filename)
    saving.value.save_as(tmp_path / "match.json")
    eve.goto("/replays")
    assert serious_problems(eve) == []
    eve.get_by_label("File", exact=True).set_input_files(tmp_path / "match.json")
    eve.get_by_role("button", name="Watch it").tap()
    eve.locator("#replay").wait_for()
    ann.goto(eve.url + "?step=12&from=B")
    assert ann.locator("#menu").get_by_text("Delete this replay").count() == 0
    ann.get_by_role("link", name="One step forward").click()
    at(ann, 13)
    eve.goto("/replays")
    eve.get_by_label("Delete the replay: Ann vs Bob").tap()
    eve.get_by_role("button", name="Yes, delete it").tap()
    expect(eve.get_by_text("Your uploaded replays")).to_have_count(0)


def test_a_pasted_record_and_a_bad_one(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/replays")
    page.get_by_text("Or paste its text").click()
    page.get_by_label("Text of the replay file").fill("{}")
    page.get_by_role("button", name="Watch it").click()
    expect(page.get_by_role("alert")).to_contain_text("This replay cannot be played back")
    assert page.get_by_label("Text of the replay file").input_value() == "{}"
    page.get_by_label("Text of the replay file").fill(json.dumps(golden("2021-duel-constructed")))
    page.get_by_role("button", name="Watch it").click()
    ready(page)
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    at(page, 6)
    assert serious_problems(page) == []
    page.keyboard.press("ArrowRight")
    at(page, 7)
    visitors.complaints[:] = [line for line in visitors.complaints if "422" not in line]


def test_a_draft_steps_forward_and_back(visitors: Visitors, tmp_path: Path) -> None:
    path = tmp_path / "draft.json"
    path.write_text(json.dumps(golden("2022-duel-draft")))
    page = visitors.visitor()
    page.goto("/replays")
    page.get_by_label("File", exact=True).set_input_files(path)
    page.get_by_role("button", name="Watch it").click()
    ready(page)
    page.goto(f"{page.url}?step=9")
    ready(page)
    for step in range(10, 15):
        page.keyboard.press("ArrowRight")
        at(page, step)
    assert page.locator("#table").count() == 1
    assert page.evaluate(SAME)
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    at(page, 9)
    assert page.locator("#draft").count() == 1
    assert page.evaluate(SAME)


def test_from_a_replay_one_plays_on(visitors: Visitors, played: str, site: ServerProcess) -> None:
    page = visitors.visitor()
    page.goto(f"{played}?step=10&from=B")
    before = page.locator("#realm-A-top .creature, #realm-A-bottom .creature, #realm-B-top .creature").count()
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Two on one device").click()
    expect(page.locator("#cover-title")).to_be_visible()
    assert page.locator("#realm-A-top .creature, #realm-A-bottom .creature, #realm-B-top .creature").count() == before
    page.locator("#lift").click()
    page.locator("#attack").click()
    expect(page.locator("#lift")).to_be_visible()
    page.goto(f"{played}?step=10&from=B")
    page.locator("#menu-button").click()
    page.get_by_role("button", name="With a friend, by link").click()
    link = page.locator("#link").input_value()
    with httpx.Client(base_url=site.url) as client:
        assert ApiPlayer(client, "Friend").ok("POST", f"/{link.rsplit('/', 1)[1]}/join", {})["seat"] == "A"
    expect(page.locator(".seat-near #hand-B")).to_be_visible()


def test_a_solo_game_is_played_on_against_the_automaton(visitors: Visitors, site: ServerProcess) -> None:
    with httpx.Client(base_url=site.url) as client:
        solo = ApiPlayer(client, "Solo")
        match_id = solo.open(mode="solo")
        play_on({"A": solo}, match_id, random.Random(5))
    page = visitors.visitor()
    page.goto(f"/match/{match_id}/replay?step=2")
    page.get_by_text("The pile, top first").click()
    assert page.locator("#pile-known .picked-card").count() > 5
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Against the automaton").click()
    expect(page.locator("#turn")).to_have_attribute("data-seat", "A")


def test_the_result_leads_to_the_replay_and_the_list_remembers_it(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto("/matches")
    expect(page.get_by_text("Nothing here yet")).to_be_visible()
    page.goto("/new?preset=quick-solo")
    page.get_by_role("button", name="Start").click()
    page.locator("#attack").click()
    MatchPage(page).after(0)
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, do it").click()
    page.locator(".result").get_by_role("link", name="Replay").click()
    ready(page)
    page.keyboard.press("End")
    expect(page.locator(".status-line")).to_contain_text("The automaton wins")
    page.goto("/matches")
    expect(page.locator(".table-list-item")).to_contain_text("Against the automaton")
    expect(page.locator(".table-list-item")).to_contain_text("Lost")
    assert serious_problems(page) == []
    page.get_by_role("link", name="Replay", exact=True).click()
    at_start = page.locator("#stage")
    expect(at_start).to_have_attribute("data-step", "0")


def test_a_worst_turn_and_what_the_expert_would_have_played(visitors: Visitors, played: str) -> None:
    page = visitors.visitor()
    page.goto(f"{played}?from=A")
    expect(page.locator("#analysis .accuracy")).to_be_visible(timeout=ANALYSED)
    turn = page.locator("#analysis .missed > li").first
    advised = turn.locator(".expert-plays li").all_inner_texts()
    turn.get_by_role("link", name="See what the expert would have played").click()
    ready(page)
    expect(page.locator("#analysis .expert-plays li")).to_have_text(advised)
    before = int(page.locator("#stage").get_attribute("data-step") or "")
    page.get_by_role("link", name="One step forward").click()
    at(page, before + 1)
    assert page.evaluate(SAME)
    assert serious_problems(page) == []
    page.get_by_role("link", name="Back to the match").click()
    at(page, before)
    expect(page.locator("#analysis .accuracy")).to_be_visible()
