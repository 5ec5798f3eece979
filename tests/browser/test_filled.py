"""A zone that is drawn again never puts another choice in the place of one that is gone."""

from __future__ import annotations

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import Visitors
from tests.support.waiting import DEADLINE, wait_until
from tools.rig.random_moves import cards_to_build_with
from tools.rig.server import ServerProcess
from tools.rig.tournaments import TournamentPlayer, is_open

GONE = "That board has ended: choose again."


def evening(page: Page, site: ServerProcess, players: int, **options: str) -> str:
    """Open a tournament in the page's browser, begin it with programs, and return its path."""
    home = page.request.post("/tournaments/new", form={"name": "Club", "system": "round_robin", **options}).url
    with httpx.Client(base_url=site.url, timeout=DEADLINE) as client:
        for number in range(1, players + 1):
            entries = f"/{home.rpartition('/')[2]}/entries"
            TournamentPlayer(client, f"P{number}").tournament("POST", entries, {})
    page.request.post(f"{home}/organize", form={"do": "start"})
    wait_until(lambda: sum(map(is_open, boards(page, home))) == players // 2)
    return home


def boards(page: Page, home: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = page.request.get(home.replace("/tournament/", "/api/tournaments/")).json()[
        "boards"
    ]
    return found


def end(page: Page, home: str, select: Locator, number: int) -> None:
    """Rule the result of a board, as another organizer does, and wait until the page no longer offers it."""
    ruled = page.locator("#rule-board option").filter(has_text=f"Board {number}:").get_attribute("value") or ""
    said = page.request.post(f"{home}/organize", form={"do": "rule", "seat": ruled, "outcome": "a", "reason": "late"})
    assert said.ok
    expect(select.locator("option").filter(has_text=f"Board {number}:")).to_have_count(0)


def test_a_board_that_ended_is_chosen_again(visitors: Visitors, site: ServerProcess) -> None:
    page = visitors.visitor()
    home = evening(page, site, 8)
    page.goto(home)
    page.get_by_text("More time", exact=True).click()
    select, why = page.locator("#extend-seat"), page.locator("#why-extend")
    second = select.locator("option").filter(has_text="Board 2:").first.get_attribute("value")
    select.select_option(second)
    why.fill("late bus")
    page.locator("#rule-part > summary").click()
    shown = page.locator("#rule-board")  # nobody has chosen there: the page has, and its reader sees it
    first = shown.input_value()
    end(page, home, select, 1)
    expect(select).to_have_value(second or "")  # another board changes nothing
    assert first.split(".")[1] == "1" and shown.input_value() == first  # it has a result, and may be ruled again
    for number in (2, 3):  # it stays empty however often it is drawn
        end(page, home, select, number)
        expect(select).to_have_value("")
        expect(select.locator("option:checked")).to_have_text(GONE)
        expect(why).to_have_value("late bus")
    given: list[str] = []
    page.on("request", lambda asked: given.append(asked.url) if asked.method == "POST" else None)
    page.get_by_role("button", name="Give more time").click()
    assert select.evaluate("(one) => !one.checkValidity()")
    expect(page.get_by_text("Gave more time")).to_have_count(0)
    assert given == []
    select.select_option(index=1)
    page.get_by_role("button", name="Give more time").click()
    expect(page.get_by_text("Gave more time")).to_have_count(1)


def test_what_the_page_had_chosen_is_no_other_either(visitors: Visitors, site: ServerProcess) -> None:
    page = visitors.visitor()
    home = evening(page, site, 4)
    page.goto(home)
    page.get_by_text("A forfeit", exact=True).click()
    select = page.locator("#forfeit-seat")
    assert "Board 1:" in select.locator("option:checked").inner_text()
    end(page, home, select, 1)
    expect(select.locator("option:checked")).to_have_text(GONE)


def test_a_deck_that_is_gone_is_chosen_again(visitors: Visitors, site: ServerProcess) -> None:
    olga, ann = visitors.visitor(), visitors.visitor()
    home = olga.request.post("/tournaments/new", form={"name": "Club", "format": "own"}).url
    legal = cards_to_build_with({"edition": "2022"})
    ann.request.post("/new", form={"mode": "solo", "name": "Ann"})
    made = [
        ann.request.post("/api/decks", data={"name": name, "cards": legal[at : at + 8]}).json()["id"]
        for name, at in (("One", 0), ("Two", 8), ("Three", 16))
    ]
    ann.goto(home)
    ann.locator(f'#entry-form input[value="{made[1]}"]').check(force=True)
    assert ann.request.delete(f"/api/decks/{made[1]}").ok
    with httpx.Client(base_url=site.url, timeout=DEADLINE) as client:
        TournamentPlayer(client, "P1").tournament("POST", f"/{home.rpartition('/')[2]}/entries", {"deck": legal[:8]})
    expect(ann.locator("#entry-form input[type=radio]")).to_have_count(2)
    expect(ann.locator("#entry-form input[type=radio]:checked")).to_have_count(0)
    assert ann.locator("#entry-form").evaluate("(one) => !one.checkValidity()")


def test_a_choice_for_one_board_is_none_for_the_next(visitors: Visitors) -> None:
    """The form to report a result is another one at another board."""
    page = visitors.visitor()
    page.goto("/")
    page.evaluate(
        """() => { document.querySelector("#zones").insertAdjacentHTML("beforeend",
          '<form id="one"><input type="hidden" name="seat" value="1.1"><input id="rated" type="checkbox"></form>') }"""
    )
    page.locator("#rated").check()
    swap = """(seat) => htmx.swap({sourceElement: document.querySelector("#zones"), target: "#one",
      swap: "outerMorph", text:
      `<form id="one"><input type="hidden" name="seat" value="${seat}"><input id="rated" type="checkbox"></form>`})"""
    page.evaluate(swap, "1.1")
    expect(page.locator("#rated")).to_be_checked()
    page.evaluate(swap, "1.2")
    expect(page.locator("#rated")).not_to_be_checked()
