"""Chat at a match, with two players and a spectator at a browser each."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors, serious_problems
from tests.support.table import open_duel, resign

# Records the texts next to name plates, shown for a few seconds each.
BUBBLES = """() => {
  window.bubbles = [];
  const note = (changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) window.bubbles.push(node.textContent);
  };
  new MutationObserver(note).observe(document.getElementById("bubbles"), {childList: true});
}"""
KEYBOARD = """([height, offsetTop]) => {
  for (const [name, value] of Object.entries({ height, offsetTop }))
    Object.defineProperty(visualViewport, name, { value, configurable: true });
  visualViewport.dispatchEvent(new Event("resize"));
}"""
SHOWN = "(words) => window.bubbles.some((said) => said.includes(words))"


def write(page: Page, text: str) -> None:
    """Write something that is taken: then the field is empty."""
    page.get_by_label("Message").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_label("Message")).to_have_value("")


def test_two_friends_and_a_spectator(visitors: Visitors) -> None:
    host, guest, watcher = visitors.visitor(), visitors.visitor(phone=True), visitors.visitor()
    open_duel(host, guest)
    watcher.goto(host.url)
    guest.evaluate(BUBBLES)
    write(host, "good luck <b>Bo</b>")

    # On a phone the panel is closed: a number at the button shows new lines.
    button = guest.get_by_role("button", name="Chat")
    expect(button).to_have_attribute("data-unread", "1")
    guest.wait_for_function(SHOWN, arg="good luck <b>Bo</b>")
    button.click()
    # A keyboard comes up: the field stays above it, also when it moves the page.
    guest.evaluate(KEYBOARD, [300, 60])
    field = guest.get_by_label("Message").bounding_box()
    assert field
    assert field["y"] + field["height"] <= 360
    guest.evaluate(KEYBOARD, [guest.evaluate("innerHeight"), 0])
    expect(button).not_to_have_attribute("data-unread", "1")
    expect(guest.locator("#talk-lines")).to_contain_text("good luck <b>Bo</b>")
    assert not serious_problems(guest)
    guest.get_by_role("button", name="Thank you!").click()
    expect(guest.locator("#talk-panel")).to_be_hidden()
    expect(host.locator("#talk-lines").get_by_role("img", name="Thank you!")).to_be_visible()

    # The spectator sees the emote, not the words, and the players do not read the spectator.
    expect(watcher.locator("#talk-lines").get_by_role("img", name="Thank you!")).to_be_visible()
    assert "good luck" not in watcher.locator("#talk-lines").inner_text()
    watcher.get_by_label("Your name").fill("Eve")
    watcher.get_by_label("Message").fill("what a match")
    with watcher.expect_navigation():  # by speaking one becomes a guest, whose page is another
        watcher.get_by_role("button", name="Send").click()
    expect(watcher.locator("#talk-lines")).to_contain_text("what a match")
    assert "what a match" not in host.locator("#talk-lines").inner_text()

    # At the end the players read the spectator, and a text in the field is not lost.
    guest.get_by_role("button", name="Chat").click()
    guest.get_by_label("Message").fill("well")
    resign(host)
    expect(guest.locator("#talk-lines")).to_contain_text("what a match")
    expect(guest.get_by_label("Message")).to_have_value("well")
