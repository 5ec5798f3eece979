"""Playing without a mouse and without sight: the focus is on the next button, and everything is announced once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.support.browser import Visitors
from tests.support.table import MatchPage, give_up, open_duel

TURNS = 4
LISTENED = 2  # turns in which everything is read aloud and nothing moves
SMALLEST_PICTURE = 40_000  # bytes; without its drawings it would be less
# What has the focus, once the page is drawn: "card" (a playable one), "place" (where the picked card may go), or the id
# of anything else.
# A swap between two frames takes the focus away; it is back with the frame that shows what the swap has brought.
FOCUS = """async () => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const lost = () => {
    const active = document.activeElement;
    return active === document.body || !active.checkVisibility({ visibilityProperty: true });
  };
  await drawn();
  if (lost()) await drawn();
  const active = document.activeElement;
  if (lost()) return "lost";
  if (active.closest("dialog")) return "dialog";
  if (active.matches("[data-own] .held-legal")) return "card";
  return active.dataset.open === undefined ? active.id : "place";
}"""
# Every text that comes into a live region while a page is open, as a screen reader would say it.
LISTEN = """() => {
  window.said = [];
  const live = (node) => node.closest?.("[role=status], [aria-live]:not([aria-live=off])");
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


class Hands:
    """A player without a mouse, who looks where the focus is after each key, and listens."""

    def __init__(self, table: MatchPage) -> None:
        self.table = table
        self.page: Page = table.page
        self.listens = True
        self.page.evaluate(LISTEN)

    @property
    def focus(self) -> str:
        """The element with the focus."""
        return str(self.page.evaluate(FOCUS))

    def press(self, key: str, *ends: str) -> None:
        """Press a key, after which the focus is on one of these."""
        self.page.keyboard.press(key)
        assert self.focus in ends, (key, self.focus)

    def said(self) -> list[str]:
        """Return what was announced since it was last asked for."""
        found: list[str] = self.page.evaluate("window.said.splice(0)")
        return found

    def acted(self, seq: int) -> None:
        """Check, when more than `seq` actions are shown, what was announced, and the focus on the next button."""
        assert self.focus != "lost"  # before the answer, too
        if self.focus == "dialog":
            self.page.keyboard.press("Tab")
            self.page.keyboard.press("Enter")
        self.table.reach(seq + 1)
        self.table.settle()
        assert self.focus == self.awaited, self.awaited
        said = self.said()
        if self.listens:
            assert said, "an action is announced"
            assert len(said) == len(set(said)), f"announced twice: {said}"

    @property
    def awaited(self) -> str:
        """The next button, or the element with the focus while nothing can be pressed."""
        if self.table.over:
            return "result-title"
        return "card" if self.table.choices() else "attack" if self.table.my_turn else "main"

    def play(self) -> None:
        """Play the card that has the focus to the first of its places."""
        before = self.table.seq
        self.press("Enter", "place")
        self.press("Escape", "card")
        self.press("Enter", "place")
        self.said()
        self.page.keyboard.press("Enter")
        self.acted(before)

    def turn(self) -> None:
        """Play what there is to play, leave what is left, and attack."""
        while self.focus == "card" and self.table.my_turn:
            self.play()
        if not self.table.my_turn:
            return
        for _ in range(60):
            if self.focus == "attack":
                break
            self.page.keyboard.press("Tab")
            assert self.focus != "lost"
        before = self.table.seq
        self.said()
        self.page.keyboard.press("Enter")
        self.acted(before)

    def undo(self, *, by_button: bool = False) -> None:
        """Take the last play back: by the key U, or by the button."""
        before = self.table.seq
        if by_button:
            self.page.locator("#undo").focus()
        self.page.keyboard.press("Enter" if by_button else "u")
        self.acted(before)

    def read(self, key: str) -> str:
        """Return what a key reads aloud."""
        self.page.locator("#main").focus()
        self.page.evaluate("document.getElementById('spoken').textContent = ''")
        self.page.keyboard.press(key)
        expect(self.page.locator("#spoken")).not_to_be_empty()
        return self.page.locator("#spoken").inner_text()


@contextmanager
def late_log(table: MatchPage) -> Iterator[None]:
    """Let the log that a page asks for before the block come after it."""
    held: list[tuple[Route, APIResponse]] = []
    table.page.route("**/log", lambda route: held.append((route, route.fetch())), times=1)
    table.page.evaluate("() => htmx.trigger('#log', 'refresh')")
    while not held:
        table.page.evaluate("() => new Promise(requestAnimationFrame)")
    yield
    route, answer = held.pop()
    with table.page.expect_request("**/log"):  # for the log as it is now
        route.fulfill(response=answer)
    assert table.log


def test_a_duel_by_keyboard_and_announcements_in_hebrew(visitors: Visitors) -> None:
    host = visitors.visitor(language="he")
    anna, bo = open_duel(host, visitors.visitor())
    hands = Hands(anna)
    if not anna.my_turn:
        bo.turn(0)
        anna.reach(bo.seq)
        anna.settle()
    hands.press("ArrowRight", "card")
    for number in range(TURNS):
        if hands.listens:
            hand = " ".join(hands.read("h").split())
            for place, name in enumerate(host.locator("[data-own] .held .visually-hidden").all_inner_texts(), 1):
                assert f"{place}: {name}" in hand
            assert hands.read("l") != hand
            assert host.locator("#status .status-line").inner_text() in hands.read("t")
            assert hands.read("o")
            (host.locator("[data-own] .held-legal").first if anna.choices() else anna.attack).focus()
        if number == 0:
            for by_button in (False, True):
                with late_log(anna):
                    hands.play()
                assert hands.said() == []
                hands.undo(by_button=by_button)
            while hands.focus == "card":  # until Attack has the focus: the undo takes it back to a card
                hands.play()
            hands.undo()
        hands.turn()
        if anna.over:
            break
        hands.said()
        bo.reach(anna.seq)
        bo.turn(0)
        anna.reach(bo.seq)
        anna.settle()
        assert hands.focus == hands.awaited
        assert hands.said() or not hands.listens, "the opponent's turn is announced"
        if number == LISTENED:  # from now on it moves
            hands.listens = False
            host.emulate_media(reduced_motion="no-preference")
            anna.hurry(20)
    if not anna.over:
        give_up(anna)
    assert hands.focus == hands.awaited == "result-title"
    assert hands.read("e")
    with host.expect_download() as saved:
        host.locator("[data-poster]").press("Enter")
    assert saved.value.suggested_filename == "clash-of-decks.png"
    assert saved.value.path().stat().st_size > SMALLEST_PICTURE
    host.locator("[data-result=hidden]").first.focus()
    hands.press("Enter", "")
    hands.press("Enter", "result-title")
