"""Playing by the accessibility tree and the keyboard alone: what is found by role and name, and what is announced."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.bots.puzzles import load
from tests.support.browser import Visitors
from tests.support.table import MatchPage, open_duel, open_match, sit_down

PUZZLE = load()[0]
MOST_TURNS = 40
LISTENED = 3  # turns in which everything is read aloud
# Every text that comes into a live region while a page is open, as a screen reader would say it.
LISTEN = """() => {
  window.said = [];
  const live = (node) => node.closest?.("[role=status], [aria-live]");
  const words = (node) => (node.innerText ?? node.textContent ?? "").replace(/\\s+/g, " ").trim();
  new MutationObserver((changes) => {
    const found = new Set();
    for (const change of changes) {
      const target = change.target instanceof Element ? change.target : change.target.parentElement;
      const region = target && live(target);
      if (region?.id === "log") for (const line of change.addedNodes) found.add(words(line));
      else if (region) found.add(words(region));
    }
    for (const text of found) if (text && window.said.at(-1) !== text) window.said.push(text);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


class Listener:
    """A player who sees nothing: keys, names, and what is announced."""

    def __init__(self, table: MatchPage) -> None:
        self.table = table
        self.page: Page = table.page
        self.page.evaluate(LISTEN)

    def read(self, key: str) -> str:
        """Return what a key reads aloud."""
        self.page.keyboard.press("?")
        self.page.keyboard.press("?")
        self.page.locator("#main").focus()
        self.page.evaluate("document.getElementById('spoken').textContent = ''")
        self.page.keyboard.press(key)
        expect(self.page.locator("#spoken")).not_to_be_empty()
        return self.page.locator("#spoken").inner_text()

    def said(self) -> list[str]:
        """Return what was announced since it was last asked for."""
        found: list[str] = self.page.evaluate("window.said.splice(0)")
        return found

    def act(self) -> None:
        """Play the first card that can be played to its first place, or else attack; each is announced once."""
        self.said()
        before = self.table.seq
        playable = self.page.locator("[data-own]").get_by_role("button", disabled=False)
        if playable.count():
            playable.first.press("Enter")
            self.page.keyboard.press("Enter")  # the focus is on the first place
            if self.page.get_by_role("dialog").count():
                self.page.keyboard.press("Tab")
                self.page.keyboard.press("Enter")
        else:
            self.page.locator("#status").get_by_role("button").last.press("Enter")
        self.table.reach(before + 1)
        self.table.settle()
        said = self.said()
        assert said, "an action is announced"
        assert len(said) == len(set(said)), f"announced twice: {said}"
        assert self.page.evaluate("document.activeElement !== document.body")

    def turn(self) -> None:
        """Play what can be played, and attack."""
        while self.table.my_turn:
            self.act()


def _cards(page: Page) -> list[str]:
    return page.locator("[data-own] .held .visually-hidden").all_inner_texts()


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_duel_is_played_by_names_and_announcements(visitors: Visitors, language: str) -> None:
    host = visitors.visitor(locale=language)
    anna, bo = open_duel(host, visitors.visitor(locale=language))
    blind = Listener(anna)
    for number in range(MOST_TURNS):
        if host.locator("#result-title").count():
            break
        if not anna.my_turn:
            bo.turn(0)
            anna.reach(bo.seq)
            anna.settle()
            assert any(blind.said()), "the opponent's turn is announced"
            continue
        if number < LISTENED:
            hand = " ".join(blind.read("h").split())
            for place, name in enumerate(_cards(host), 1):
                assert f"{place}: {name}" in hand
            assert blind.read("l") != hand
            assert host.locator("#status .status-line").inner_text() in blind.read("t")
            assert blind.read("o")
        blind.turn()
        bo.reach(anna.seq)
    assert anna.over
    assert blind.read("e")


def test_a_puzzle_is_read_aloud(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto(f"/puzzles/{PUZZLE.id}")
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    page.locator("#main").focus()
    page.keyboard.press("h")
    expect(page.locator("#spoken")).to_contain_text("can be played")
    page.keyboard.press("?")
    page.get_by_role("button", name="Read aloud: the lanes").press("Enter")
    expect(page.locator("#spoken")).to_contain_text("mountain lane")
    page.get_by_role("button", name="Close").first.press("Enter")
    page.locator("#menu-button").focus()
    page.evaluate("document.getElementById('spoken').textContent = ''")
    page.keyboard.press("h")
    page.locator("#main").focus()
    page.keyboard.press("t")
    expect(page.locator("#spoken")).to_contain_text("mana left")


def test_a_draft_is_read_aloud(visitors: Visitors) -> None:
    host = visitors.visitor()
    host.goto(f"/match/{open_match(host, format='draft', seed=1)}")
    sit_down(host, visitors.visitor())
    host.locator("#main").focus()
    host.keyboard.press("l")
    expect(host.locator("#spoken")).to_contain_text("Cards on offer")
    for name in host.locator("#offers .offer").evaluate_all("offers => offers.map((offer) => offer.dataset.name)"):
        expect(host.locator("#spoken")).to_contain_text(name)
