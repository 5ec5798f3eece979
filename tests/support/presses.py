"""Presses of "Attack!" at every moment of a frame's swap: each goes out once, or is refused with a word.

The line keeps what the page sends, so that the table stays as it is; a frame of the kind that comes while one thinks
(who is there, the whole table again) is sent to the page, and the press falls into a moment of it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Final

from tests.support.browser import Visitors
from tests.support.held_back import held_back
from tests.support.positions import duel_from, record_of, side
from tests.support.waiting import wait_until

EVENTS: Final = {
    "before": "htmx:ws:before:message:incoming",
    "swap": "htmx:before:swap",
    "after": "htmx:ws:after:message:incoming",
}
"""Moments by the first event of htmx in them; the press is in the event, before anybody else hears of it."""
MOMENTS: Final = (*EVENTS, "shown", "swapped", "settling", "held down", "probe", "guarded", "undone")
# A finger or mouse hits what is there now, and may hit nothing.
HELPERS: Final = """() => {
  window.pressed = () => {
    const { left, top, width, height } = document.getElementById("attack").getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    there?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  };
  window.pressAt = (type) => window.addEventListener(type, window.pressed, { once: true, capture: true });
  window.pressOnceSwapped = (wait) => new MutationObserver((_, watch) => {
    watch.disconnect();
    if (wait) setTimeout(window.pressed, wait);
    else window.pressed();
  }).observe(document.getElementById("stage"), { subtree: true, childList: true, attributes: true });
  window.pressWhileShown = () => document.addEventListener("htmx:ws:before:message:incoming", ({ detail }) =>
    detail.waitUntil(new Promise((resolve) => setTimeout(() => resolve(window.pressed())))), { once: true });
}"""
QUIET: Final = """() => {
  document.getElementById("toast").textContent = "";
  document.documentElement.removeAttribute("data-guarded");
  return !document.getElementById("match").hasAttribute("data-busy");
}"""
ZONES: Final = (
    """() => ["status", "hand-A", "bar-A", "realm-A-top"].map((id) => document.getElementById(id).outerHTML)"""
)


SWAP: Final = 'hx-swap-oob="outerMorph"'


class Presser:
    """A duel in which the host has played a card, and presses; the guest waits."""

    def __init__(self, visitors: Visitors, seed: int) -> None:
        self.page = visitors.own()
        self.kept = held_back(self.page)
        record = record_of(side("zombie gnome troll * ogre"), side("* reptile"), undo=True)
        self.table, _ = duel_from(self.page, visitors.visitor(), record)
        self.chance = random.Random(seed)
        self.sent = 0
        self._play()
        self.page.evaluate(HELPERS)
        zones: list[str] = self.page.evaluate(ZONES)
        self.content = "".join(zone.replace(" ", f" {SWAP} ", 1) for zone in zones)

    def _play(self) -> None:
        """Play a card that can be taken back."""
        self.table.held(0).click(position={"x": 12, "y": 40})
        self.page.locator("#berth-top").click()
        self._wait(lambda: bool(self.kept))
        ((self.line, server, message),) = self.kept
        server.send(message)
        self.table.after(0)
        self.kept.clear()

    def _wait(self, so: Callable[[], bool], complaint: str = "it is not sent") -> None:
        """Wait until something is so of what the page has sent: to ask the page lets that arrive."""
        wait_until(lambda: self.page.evaluate("1") == 1 and so(), complaint)

    def _said(self) -> str:
        return self.page.locator("#toast").inner_text()

    def send(self) -> None:
        """Send the page a frame that changes nothing."""
        kind = self.chance.choice(("frame", "snapshot"))
        self.sent += 1
        content = self.content.replace(SWAP, f'{SWAP} data-n="{self.sent}"')
        self.line.send(json.dumps({"type": kind, "seq": self.table.seq, "content": content}))

    def press(self, moment: str) -> None:
        """Press at a moment, and check what becomes of it."""
        self.kept.clear()
        if moment in EVENTS:
            self.page.evaluate("(type) => window.pressAt(type)", EVENTS[moment])
            self.send()
        else:
            getattr(self, f"_{moment.replace(' ', '_')}")()
        self._wait(lambda: bool(self.kept) or self._said() != "", f"{moment}: neither sent nor refused")
        said = self._said()
        sent = [json.loads(message)["action"]["type"] for _, _, message in self.kept]
        assert sent == ([] if said else ["end_summon"]), f"{moment}: {sent} {said}"
        self.refuse()

    def refuse(self) -> None:
        """Answer every action as the server does to what is not legal, and wait for quiet."""
        for line, _, _ in self.kept:
            line.send(json.dumps({"type": "error", "error": "Not now", "code": "not_legal", "content": ""}))
        self.page.wait_for_function(QUIET)
        self.kept.clear()

    def _shown(self) -> None:
        self.page.evaluate("window.pressWhileShown()")
        self.send()

    def _swapped(self) -> None:
        self.page.evaluate("window.pressOnceSwapped(0)")
        self.send()

    def _settling(self) -> None:
        self.page.evaluate("window.pressOnceSwapped(2)")
        self.send()

    def _held_down(self) -> None:
        box = self.table.attack.bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.evaluate(
            "() => { window.came = false; window.addEventListener('htmx:ws:after:message:incoming', "
            "() => { window.came = true; }, { once: true }); }"
        )
        self.send()
        self.page.wait_for_function("() => window.came")
        self.page.mouse.up()

    def _probe(self) -> None:
        self.page.evaluate("() => { window.dispatchEvent(new Event('online')); window.pressed(); }")

    def _guarded(self) -> None:
        self.page.evaluate("() => { document.documentElement.setAttribute('data-guarded', ''); window.pressed(); }")

    def _undone(self) -> None:
        """Take a play back and attack before the answer."""
        self.page.locator("#undo").click()
        self.page.evaluate("window.pressed()")
        self._wait(lambda: bool(self.kept))
        self.kept.pop()
        self.line.send(json.dumps({"type": "frame", "seq": self.table.seq + 1, "content": self.content}))
