"""A duel by keyboard alone: the focus is never lost, and always on the next button."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import Visitors
from tests.support.table import MatchPage, open_duel

MOST_TURNS = 30
SMALLEST_PICTURE = 40_000  # bytes; without its drawings it would be less
# What has the focus: "card" (a playable one), "place" (where the picked card may go), or the id of anything else.
FOCUS = """() => {
  const active = document.activeElement;
  if (active === document.body || !active.checkVisibility({ visibilityProperty: true })) return "lost";
  if (active.closest("dialog")) return "dialog";
  if (active.matches("[data-own] .held-legal")) return "card";
  return active.dataset.open === undefined ? active.id : "place";
}"""


class Hands:
    """A player without a mouse, who looks where the focus is after each key."""

    def __init__(self, table: MatchPage) -> None:
        self.table = table
        self.page: Page = table.page

    @property
    def focus(self) -> str:
        """The element with the focus."""
        return str(self.page.evaluate(FOCUS))

    def press(self, key: str, *ends: str) -> None:
        """Press a key, after which the focus is on one of these."""
        self.page.keyboard.press(key)
        assert self.focus in ends, (key, self.focus)

    def acted(self, seq: int) -> None:
        """Check, when more than `seq` actions are shown, that the focus is on the next button."""
        self.table.reach(seq + 1)
        self.table.settle()
        assert self.focus == self.awaited, self.awaited

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
        self.page.keyboard.press("Enter")
        assert self.focus != "lost"  # before the answer, too
        if self.focus == "dialog":
            self.page.keyboard.press("Tab")
            self.page.keyboard.press("Enter")
        self.acted(before)

    def attack(self) -> None:
        """Leave what can be played, and attack."""
        before = self.table.seq
        for _ in range(60):
            if self.focus == "attack":
                break
            self.page.keyboard.press("Tab")
            assert self.focus != "lost"
        self.page.keyboard.press("Enter")
        assert self.focus != "lost"
        self.acted(before)

    def turn(self) -> None:
        """Play what there is to play, and attack."""
        while self.focus == "card" and self.table.my_turn:
            self.play()
        if self.table.my_turn:
            self.attack()


def undo(hands: Hands) -> None:
    """Play a card and take it back, by the key and by the button; then all there is, and take back the last."""
    for by_button in (False, True):
        hands.play()
        before = hands.table.seq
        if by_button:
            hands.page.locator("#undo").focus()
        hands.page.keyboard.press("Enter" if by_button else "u")
        hands.acted(before)
    while hands.focus == "card":  # until Attack has the focus: the undo takes it back to a card
        hands.play()
    before = hands.table.seq
    hands.page.keyboard.press("u")
    hands.acted(before)


def test_a_whole_duel_by_keyboard(visitors: Visitors) -> None:
    host = visitors.visitor(motion=True)
    anna, bo = open_duel(host, visitors.visitor())
    anna.hurry(20)
    hands = Hands(anna)
    if not anna.my_turn:
        bo.turn(0)
        anna.reach(bo.seq)
        anna.settle()
    hands.press("ArrowRight", "card")
    mana = host.locator("#mana-A .mana-number, #mana-B .mana-number").inner_text()
    playable = host.locator("[data-own] .held-legal").count()
    expect(host.locator(".status-left")).to_have_text(
        f"{mana} mana left, {playable} card{'s' if playable > 1 else ''} to play"
    )
    undo(hands)
    for _ in range(MOST_TURNS):
        hands.turn()
        if anna.over:
            break
        bo.reach(anna.seq)
        bo.turn(0)
        anna.reach(bo.seq)
        anna.settle()
        assert hands.focus == hands.awaited
    assert host.locator("#result-title").inner_text() == "Victory!"
    with host.expect_download() as saved:
        host.get_by_role("button", name="Share as a picture").press("Enter")
    assert saved.value.suggested_filename == "clash-of-decks.png"
    assert saved.value.path().stat().st_size > SMALLEST_PICTURE
    hands.page.get_by_role("button", name="Look at the board").focus()
    hands.press("Enter", "")
    hands.press("Enter", "result-title")
