"""Constructed duels in real browsers up to the first turn: built in secret, banned in 2021, with Champions in 2022."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from engine import cards
from tests.support.browser import Visitors, serious_problems
from tests.support.table import MatchPage, leave_controls


def opened(host: Page, guest: Page, **fields: str) -> str:
    """Return a duel with built decks that Anna opens with these choices and Bo joins; its address."""
    host.goto("/new?preset=own-decks")
    host.get_by_text("More options").click()
    for name, value in {"first": "me", **fields}.items():
        host.locator(f"[name={name}][value='{value}']:visible").check()
    host.locator("#name").fill("Anna")
    host.get_by_role("button", name="Get the link").click()
    host.locator("#link").wait_for()
    guest.goto(host.url)
    guest.locator("#name").fill("Bo")
    guest.get_by_role("button", name="Sit down").click()
    return host.url


def few_cards(page: Page) -> None:
    """Leave few cards in the list, which axe looks at one by one: the gallery's test has them all."""
    page.get_by_role("searchbox").fill("og")
    page.wait_for_function("() => document.querySelectorAll('#found .card').length < 12")


def test_2022_saved_and_built_decks_then_champions_printed_and_designed(visitors: Visitors) -> None:
    anna = visitors.visitor()
    bo = visitors.visitor(phone=True, color_scheme="dark")
    watcher = visitors.visitor()
    bo.goto("/decks/import?text=DECK1-0C2G-C209-30D1-T1MF")
    bo.get_by_role("button", name="Save to my decks").tap()
    expect(bo.get_by_role("heading", level=1)).to_have_text("New deck")
    url = opened(anna, bo, champions="yes")
    watcher.goto(url)
    expect(watcher.locator(".status-line")).to_have_text("Both players are choosing.")

    anna.locator("#pick-ogre").click()
    expect(anna.locator("#hand-in")).to_be_disabled()
    anna.get_by_role("button", name="Fill at random").click()
    expect(anna.locator("#deck-panel .verdict-legal")).to_be_visible()
    anna.mouse.move(0, 0)  # axe cannot tell what lies behind the tint of a button under the pointer
    few_cards(anna)
    assert serious_problems(anna) == []
    anna.locator("#hand-in").click()
    expect(anna.locator("#prepare-body h2", has_text="Your deck")).to_be_visible()
    expect(anna.locator("#prepare-body [data-card]")).to_have_count(8)
    expect(anna.locator(".status-line")).to_have_text("Waiting for Bo.")
    expect(watcher.locator(".status-line")).to_have_text("Waiting for Bo.")
    assert watcher.locator("#prepare-body [data-card]").count() == 0

    bo.locator(".deck-tile", has_text="New deck").get_by_role("button", name="Play this deck").tap()
    for page in (anna, bo):
        expect(page.locator("#champion-panel")).to_be_visible()
    # No card of one's own deck may be the Champion, and the deck was filled by chance.
    anna.locator("#found .pick").first.wait_for()
    free = [
        slug
        for slug in ("titan", "spectre", "zombie", "brute", "troll", "martyr", "reptile", "mutant", "alpha", "baron")
        if anna.locator(f"#champion-{slug}").count()
    ]
    for slug in free[:2]:
        anna.locator(f"#champion-{slug}").click()
        expect(anna.locator("#champion-panel")).to_contain_text(f"Choose {cards.ALL[slug].name}")
        leave_controls(anna)
    expect(anna.locator('#found [aria-pressed="true"]')).to_have_count(1)
    anna.locator("#choose-champion").click()
    expect(anna.locator(".prepare-figure .card-creature")).to_have_count(1)
    assert watcher.locator("#prepare-body .card-creature").count() == 0

    with bo.context.expect_page() as beside:
        bo.get_by_role("link", name="Design one").tap()
    designer = visitors.tab(beside.value)
    designer.get_by_label("Name", exact=True).fill("Sir Quackalot")
    designer.get_by_role("radio", name="Duck").check()
    designer.get_by_role("button", name="Save").tap()
    expect(designer.get_by_role("heading", level=1)).to_have_text("Sir Quackalot")
    designer.close()
    bo.get_by_role("button", name="Look for new designs").tap()
    bo.locator('[id^="champion-design-"]').tap()
    expect(bo.locator("#champion-panel")).to_contain_text("Choose Sir Quackalot")
    few_cards(bo)
    assert serious_problems(bo) == []
    bo.locator("#choose-champion").tap()

    for page in (anna, bo, watcher):
        page.locator("#table").wait_for()
        expect(page.locator('.champion-seat .card-icon-light[href$="#i-duck"]')).to_have_count(1)
        assert MatchPage(page).differences() == []
    assert "Bo has Sir Quackalot" in MatchPage(anna).log
    expect(anna.locator(".status-line")).to_contain_text("Your turn")
    anna.reload()
    expect(anna.locator('.champion-seat .card-icon-light[href$="#i-duck"]')).to_have_count(1)


def test_2021_both_tens_lie_open_and_four_cards_are_banned(visitors: Visitors) -> None:
    anna = visitors.visitor()
    bo = visitors.visitor(phone=True)
    watcher = visitors.visitor()
    url = opened(anna, bo, edition="2021")
    watcher.goto(url)
    for page in (anna, bo):
        page.get_by_role("button", name="Complete it").first.click()
        expect(page.locator("#deck-panel .deck-count")).to_have_text("8 of 10")
        page.get_by_role("button", name="Fill at random").click()
        expect(page.locator("#deck-panel .deck-count")).to_have_text("10 of 10")
        page.locator("#hand-in").click()
        page.locator("#hand-in").wait_for(state="detached")
    for number, (banner, other, owner) in enumerate(
        [(bo, anna, "A"), (anna, bo, "B"), (anna, bo, "B"), (bo, anna, "A")], 1
    ):
        expect(banner.locator(".ban-now .ban-number")).to_have_text(str(number))
        expect(banner.locator(".status-line")).to_contain_text("Ban a card from")
        expect(other.locator(".status-line")).to_contain_text("bans a card.")
        expect(other.locator(".ban-card[hx-vals]")).to_have_count(0)
        expect(watcher.locator(".ban-card")).to_have_count(20)
        leave_controls(banner)
        left = 10 if number < 3 else 9
        offered = banner.locator(f"[id^='ban-{owner}-'][hx-vals]")
        expect(offered).to_have_count(left)
        struck = offered.nth(number).get_attribute("data-name")
        if number == 2:  # by keyboard
            offered.nth(number - 1).focus()
            banner.keyboard.press("ArrowRight")
            expect(offered.nth(number)).to_be_focused()
            banner.keyboard.press("Enter")
        else:
            offered.nth(number).click()
        if number < 4:
            for page in (anna, bo, watcher):
                expect(page.locator(".is-banned")).to_have_count(number)
                expect(page.locator(".ban-steps")).to_contain_text(f"banned {struck}")
            assert serious_problems(banner) == []
    for page in (anna, bo, watcher):
        page.locator("#table").wait_for()
        assert MatchPage(page).differences() == []
    expect(anna.locator(".seat-near .held:not(.held-fortress)")).to_have_count(8)


def test_a_deck_half_built_survives_a_lost_line(visitors: Visitors) -> None:
    anna, bo = visitors.visitor(), visitors.visitor()
    opened(anna, bo)
    for slug in ("ogre", "boom"):
        anna.locator(f"#pick-{slug}").click()
        expect(anna.locator(f"#pick-{slug}")).to_have_attribute("aria-pressed", "true")
        leave_controls(anna)
    bo.get_by_role("button", name="Play this deck").first.click()
    expect(anna.locator(".prepare-ready .is-ready")).to_contain_text("Bo")
    expect(anna.locator("#deck-panel .deck-count")).to_have_text("2 of 8")
    anna.context.set_offline(True)
    anna.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(anna.locator("#match")).to_have_attribute("data-connection", "lost")
    anna.context.set_offline(False)
    expect(anna.locator("#match")).to_have_attribute("data-connection", "open")
    expect(anna.locator("#deck-panel .deck-count")).to_have_text("2 of 8")
    anna.get_by_role("button", name="Fill at random").click()
    expect(anna.locator("#deck-panel .verdict-legal")).to_be_visible()
    anna.locator("#hand-in").click()
    for page in (anna, bo):
        page.locator("#table").wait_for()
    visitors.complaints[:] = [text for text in visitors.complaints if "ERR_INTERNET_DISCONNECTED" not in text]


def lift(page: Page) -> None:
    """Take the cover away."""
    page.locator("#lift").tap()
    expect(page.locator("#lift")).to_have_count(0)


def test_at_one_device_each_builds_behind_a_cover(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    page.goto("/new?preset=own-decks")
    page.get_by_text("More options").click()
    page.locator("[name=mode][value=hotseat]").check()
    page.locator("[name=champions][value=optional]").check()
    page.locator("#name").fill("Anna")
    page.locator("#second-name").fill("Bo")
    page.get_by_role("button", name="Start").tap()
    for step in range(4):
        page.locator(f"#turn[data-seq='{step}']").wait_for(state="attached")
        if step != 2:  # who has built the second deck goes straight on to the Champions
            lift(page)
        if step < 2:
            page.get_by_role("button", name="Play this deck").nth(step).tap()
        elif step == 2:
            page.locator("#no-champion").tap()
        else:
            page.locator("#champion-titan").tap()
            page.locator("#choose-champion").tap()
    page.locator("#table").wait_for()
    assert page.locator(".champion-seat .card").count() == 0  # one of them did not want any
