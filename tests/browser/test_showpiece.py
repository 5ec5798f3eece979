"""The top of the home page: three choices, the game in one blow, the puzzle of the day; and an invitation."""

from __future__ import annotations

from playwright.sync_api import expect

from app.matches.table.showpiece import BLOW
from tests.support.browser import Visitors, serious_problems

HP = "#showpiece .card-hp"
# Whether the fortress has so many HP at this place of its hand: it stays there for two seconds.
STANDS = """([hp, place]) => {
  const fortress = document.querySelector("#showpiece .small-hand > span:has(.card-fortress)");
  const [shown, here] = [fortress.querySelector(".card-hp").textContent.trim(), [...fortress.parentElement.children]];
  return shown === hp && here.indexOf(fortress) === place;
}"""


def test_the_fortress_is_pushed_through_its_hand_until_it_is_stopped(visitors: Visitors) -> None:
    page = visitors.visitor(motion=True)
    page.goto("/")
    place = page.locator("#showpiece .small-hand > span").count() - 1 - BLOW.left
    page.wait_for_function(STANDS, arg=[str(BLOW.left), place])
    expect(page.locator(HP)).to_have_text("4")
    stop = page.locator(".showpiece-pause")
    stop.click()
    expect(stop).to_have_accessible_name("Play")
    stop.click()
    expect(stop).to_have_accessible_name("Pause")


def test_it_is_a_picture_where_motion_is_reduced(visitors: Visitors) -> None:
    page = visitors.visitor(phone=True, viewport={"width": 360, "height": 640})
    page.goto("/")
    expect(page.locator(HP)).to_be_visible()
    expect(page.locator(".showpiece-pause")).to_be_hidden()
    for door in ("Play with a friend", "Play the computer", "Find an opponent"):
        expect(page.get_by_role("button", name=door)).to_be_in_viewport(ratio=1)
    menu = page.locator(".site-menu").first
    menu.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(menu.get_by_role("link", name="With a friend")).to_be_in_viewport(ratio=1)
    assert serious_problems(page) == []
    page.keyboard.press("Escape")
    expect(menu.get_by_role("link")).to_have_count(0)
    expect(menu.get_by_role("button")).to_be_focused()
    page.locator(".today").scroll_into_view_if_needed()
    expect(page.locator(".today .scene .card-fortress")).to_have_count(2)
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
    expect(friend.locator("#showpiece .card-hp")).to_be_visible()
    picture = friend.locator("meta[property='og:image']").get_attribute("content")
    assert friend.request.get(str(picture)).headers["content-type"] == "image/png"
    assert serious_problems(friend) == []
