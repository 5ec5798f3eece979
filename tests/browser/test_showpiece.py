"""The match that plays itself: on the home page and for invited friends."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems

MOVED = ".showpiece-creature[data-look]"  # what the script has drawn


def asked(page: Page) -> list[str]:
    """Return the requests for the steps, as they come."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if request.url.endswith("/showpiece") else None)
    return found


def test_it_plays_until_it_is_stopped(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    page.goto("/")
    expect(page.locator(MOVED).first).to_be_visible()
    stop = page.locator(".showpiece-pause")
    stop.click()
    expect(stop).to_have_accessible_name("Play")
    stop.click()
    expect(stop).to_have_accessible_name("Pause")


def test_it_is_a_picture_where_motion_is_reduced(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True)
    requests = asked(page)
    page.goto("/", wait_until="networkidle")
    expect(page.locator(".showpiece-creature").first).to_be_visible()
    assert requests == []
    assert serious_problems(page) == []


def test_an_invited_friend_sees_what_the_game_is(visitors: Visitors) -> None:
    host, friend = visitors.visitor(), visitors.visitor(phone=True)
    host.goto("/")
    host.get_by_role("button", name="Play with a friend").click()
    host.locator("#host-deck").get_by_label("The Pack").check()
    expect(host.locator("#host-deck").get_by_label("The Pack")).to_be_checked()
    friend.goto(host.locator("#link").input_value())
    expect(friend.get_by_role("heading", level=1)).to_have_text("Guest is waiting for you")
    expect(friend.get_by_role("link", name="Learn in five minutes")).to_be_visible()
    expect(friend.locator(".showpiece-creature").first).to_be_visible()
    picture = friend.locator("meta[property='og:image']").get_attribute("content")
    assert picture is not None
    assert friend.request.get(picture).headers["content-type"] == "image/png"
    assert serious_problems(friend) == []
