"""A match page as a player uses it: what may be done, by click, by keyboard, and whether it shows the truth."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from typing import Any, TypeAlias

from playwright.sync_api import Locator, Page, expect

from tests.support.waiting import DEADLINE
from tools.rig.json import Json

Action: TypeAlias = Mapping[str, Any]
"""An action in the notation."""

SETTLED = """() => {
  const match = document.getElementById("match");
  // What was shown for long is followed by a moment in which "Attack!" refuses a press that was meant for Skip.
  const { dataset } = document.documentElement;
  const still = dataset.playing === undefined && dataset.guarded === undefined;
  // The room of the lanes, by which cards have their sizes, is measured when a new table is drawn.
  const sea = document.querySelector("#table .sea");
  const measured = !sea?.getClientRects().length || sea.style.getPropertyValue("--lane-w") !== "";
  return still && measured && match?.dataset.connection === "open" && !match.hasAttribute("data-busy");
}"""
# The focus, and what else waits for the layout, is in its place: observers are called in the order of their making.
LAID_OUT = """() => new Promise((resolve) => {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    resolve();
  });
  observer.observe(document.body);
})"""
# Frames append to the log, and what came before them is fetched.
LOGGED = """() => {
  const [log, turn] = ["log", "turn"].map((id) => document.getElementById(id));
  return Number(log.dataset.seq) >= Number(turn.dataset.seq);
}"""
# The class that waits between animations, as the page has loaded it.
_ANIMATOR = """
  const loaded = performance.getEntriesByType("resource").find(({ name }) => name.includes("match/animator.js"));
  const { Animator } = await import(loaded.name);"""
# The chosen animation is paused as soon as it starts, until it is skipped, on any machine, and nothing comes after
# it; "#pause": what is between.
HOLD = (
    f"""async (what) => {{{_ANIMATOR}
  const {{ wait }} = Animator.prototype;
  Animator.prototype.wait = function (...given) {{
    if (what !== "#pause" && !document.querySelector(what)) return wait.apply(this, given);
    return new Promise((resolve) => this.running.set({{ finish: resolve }}, undefined));
  }};"""
    + """
  const real = Element.prototype.animate;
  Element.prototype.animate = function (...frames) {
    const animation = real.apply(this, frames);
    if (this.matches(what)) animation.pause();
    return animation;
  };
}"""
)
# Animations that no test observes need not last.
HURRY = (
    f"""async (times) => {{{_ANIMATOR}
  const {{ wait }} = Animator.prototype;
  Animator.prototype.wait = function (duration) {{
    return wait.call(this, duration / times);
  }};"""
    + """
  const real = Element.prototype.animate;
  Element.prototype.animate = function (...frames) {
    const animation = real.apply(this, frames);
    animation.playbackRate = times;
    return animation;
  };
}"""
)
# Every sentence about the animation.
CAPTIONS = """() => {
  window.captions = [];
  const caption = document.getElementById("caption");
  new MutationObserver(() => window.captions.push(document.getElementById("caption").textContent))
    .observe(caption.parentElement, {childList: true, characterData: true, subtree: true});
}"""

# The table as it is on the page, against the one that the server would send now. The classes and marks of htmx and
# of the focus are not the server's.
DIFFERENCES = """async () => {
  const text = await (await fetch(location.href, {headers: {Accept: "text/html"}})).text();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("stage");
  const live = document.getElementById("stage").cloneNode(true);
  for (const root of [fresh, live]) {
    for (const node of root.querySelectorAll("*")) {
      node.removeAttribute("data-htmx-powered");
      if (node.id === "result-title") node.removeAttribute("data-greeted");
      if (node.dataset.due || node.dataset.clock) node.textContent = "";
      if (node.id === "hint" || node.id === "caption") node.textContent = "";
      if (node.classList.contains("asked")) node.textContent = ""; // a page asks for it by itself, once it is there
    }
  }
  const ids = [...fresh.querySelectorAll("[id]")].map((node) => node.id);
  const differ = (mine, theirs) => !mine || (!theirs.querySelector("[id]") && !theirs.isEqualNode(mine));
  return ids.flatMap((id) => {
    const [mine, theirs] = [live, fresh].map((root) => root.querySelector(`[id="${id}"]`));
    return differ(mine, theirs) ? [`${mine?.outerHTML ?? "nothing"} instead of ${theirs.outerHTML}`] : [];
  });
}"""

# Strips that are seen, each with a lane, hand, HP or mana under it.
COVERED = """() => {
  const seen = (rule) => [...document.querySelectorAll(rule)].filter((element) => element.checkVisibility());
  const boxes = seen(".lane, .hand, .bar-hp, .mana").map((element) => [element, element.getBoundingClientRect()]);
  return seen("#recap, .offer-line").flatMap((strip) => {
    const { left, top, right, bottom } = strip.getBoundingClientRect();
    const under = boxes.filter(([, box]) => box.left < right - 1 && left < box.right - 1
      && box.top < bottom - 1 && top < box.bottom - 1);
    return under.map(([{ id, className }]) => `${strip.textContent.trim().slice(0, 30)} over ${id || className}`);
  });
}"""


class MatchPage:
    """One player's page of a match."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.asked = 0

    def settle(self) -> None:
        """Wait until everything has been shown and answered."""
        while True:
            self.page.wait_for_function(SETTLED)
            self.page.evaluate(LAID_OUT)
            if self.page.evaluate(SETTLED):
                return

    def hold(self, what: str = "*") -> None:
        """Let animations of these elements last until they are skipped, until the page reloads."""
        self.page.evaluate(HOLD, what)

    def hurry(self, times: float = 4) -> None:
        """Play animations so many times as fast, until the page reloads."""
        self.page.evaluate(HURRY, times)

    def listen(self) -> None:
        """Write down the captions of animations from now on."""
        self.page.evaluate(CAPTIONS)

    @property
    def captions(self) -> list[str]:
        """The sentences of the animations since `listen`."""
        words: list[str] = self.page.evaluate("window.captions")
        return words

    @property
    def log(self) -> str:
        """The words of the log, when they have all arrived."""
        self.page.wait_for_function(LOGGED)
        return self.page.locator("#log").inner_text()

    @property
    def seq(self) -> int:
        """The number of actions that the page shows."""
        return int(self.page.locator("#turn").get_attribute("data-seq") or 0)

    @property
    def seat(self) -> str:
        """The viewer's seat."""
        return self.page.locator("#turn").get_attribute("data-seat") or ""

    @property
    def over(self) -> bool:
        """True if the result is shown."""
        return self.page.locator("#result-title").count() > 0

    @property
    def attack(self) -> Locator:
        """The big button."""
        return self.page.locator("#attack")

    @property
    def my_turn(self) -> bool:
        """True if the big button is there."""
        return self.attack.count() > 0

    def choices(self) -> list[Json]:
        listed: list[Json] = json.loads(self.page.locator("#turn").get_attribute("data-choices") or "[]")
        return listed

    def held(self, place: int) -> Locator:
        """Return the card at a place of the own hand."""
        return self.page.locator(f"[data-own] .held[data-place='{place}']")

    def creature(self, player: str, lane: str, index: int) -> Locator:
        """Return a creature in play."""
        return self.page.locator(f"#realm-{player}-{lane} .creature").nth(index)

    def goal(self, action: Action) -> Locator:
        """Return where a card goes with this action."""
        if "target" in action:
            return self.creature(*(action["target"][key] for key in ("player", "lane", "index")))
        if "onto" in action:
            return self.creature(self.seat, action["lane"], action["onto"])
        return self.page.locator(f"#berth-{action['lane']}")

    def play(self, choice: Json) -> None:
        """Play a card by clicks, saying yes where the page asks."""
        before = self.seq
        # Cards of a hand overlap on a phone: only its left edge is surely seen.
        self.held(choice["action"]["hand"]).click(position={"x": 12, "y": 40})
        self.goal(choice["action"]).click()
        if choice["ask"]:
            self.asked += 1
            expect(self.page.locator(f"[data-ask='{choice['ask']}']")).to_be_visible()
            self.page.get_by_role("button", name="Yes, do it").click()
        self.after(before)

    def press(self, action: Action, *, tap: bool = False) -> None:
        """Act by clicks or taps, and wait for nothing."""
        press = Locator.tap if tap else Locator.click
        if action["type"] == "play":
            press(self.held(action["hand"]))
            press(self.goal(action))
        else:
            self.unguarded()
            press(self.attack)

    def unguarded(self) -> None:
        """Wait until a press of the status line's buttons cannot be meant for Skip any more, which lay there."""
        self.page.wait_for_function("() => !document.documentElement.hasAttribute('data-guarded')")

    def press_keys(self, action: Action) -> None:
        """Act by keys alone: arrows choose the place, Enter plays."""
        if action["type"] == "play":
            self.held(action["hand"]).focus()
            self.page.keyboard.press("Enter")
            self._walk(self.goal(action))
        else:
            self.attack.focus()
        self.page.keyboard.press("Enter")

    def _walk(self, goal: Locator) -> None:
        for _ in range(8):
            if goal.evaluate("element => element === document.activeElement"):
                return
            here = self.page.evaluate("(({x, y}) => [x, y])(document.activeElement.getBoundingClientRect())")
            there = goal.evaluate("element => (({x, y}) => [x, y])(element.getBoundingClientRect())")
            dx, dy = there[0] - here[0], there[1] - here[1]
            across, also_write = "ArrowRight" if dx > 0 else "ArrowLeft", "ArrowDown" if dy > 0 else "ArrowUp"
            self.page.keyboard.press(across if abs(dx) > abs(dy) else also_write)
        expect(goal).to_be_focused()

    def after(self, seq: int) -> None:
        """Wait until the page shows more than `seq` actions."""
        self.page.mouse.move(0, 0)  # resting on a card, it would bring a closer look, which lies in the way
        self.reach(seq + 1)
        self.settle()

    def reach(self, seq: int, timeout: float | None = None) -> None:
        """Wait until the page shows at least `seq` actions; `timeout` in milliseconds."""
        # A function, not an expression: the site's policy lets nobody evaluate strings.
        shown = "(seq) => Number(document.getElementById('turn').dataset.seq) >= seq"
        self.page.wait_for_function(shown, arg=seq, timeout=timeout)

    def turn(self, plays: int = 4) -> None:
        """Play a random turn: up to `plays` cards, then the attack."""
        self.settle()
        for _ in range(plays):
            choices = self.choices()
            if not choices:
                break
            self.play(self.chance.choice(choices))
            if self.over or not self.my_turn:
                return
        before = self.seq
        self.attack.click()
        self.after(before)

    def differences(self) -> list[str]:
        """Return the elements in which the page stays different from what the server says: the one and the other.

        Word of who has come or gone may still be on its way.
        """
        give_up = time.monotonic() + DEADLINE
        while True:
            self.settle()
            found: list[str] = self.page.evaluate(DIFFERENCES)
            if not found or time.monotonic() > give_up:
                return found


def prefer(page: Page, name: str, value: str) -> None:
    """Choose a setting on any page of the site, and wait until it is stored."""
    page.evaluate("([name, value]) => prefs.set(name, value)", [name, value])
    all_stored(page)


def all_stored(page: Page) -> None:
    """Wait until the site has stored all settings that were chosen on a page."""
    page.wait_for_function(
        "() => localStorage.getItem(['clash-prefs', window.prefs.who(), 'unsent'].filter(Boolean).join('-')) === '{}'"
    )


def menu(page: Page, item: str, *, sure: bool = True) -> None:
    """Choose something from the menu of a match, and say yes if the page asks (`sure`)."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=item).click()
    if sure:
        page.get_by_role("button", name="Yes, do it").click()


def leave_controls(page: Page) -> None:
    """Keep the closer look away, by mouse and by focus: it could lie over what is pressed next."""
    page.mouse.move(0, 0)
    page.keyboard.press("Escape")


def resign(page: Page) -> None:
    """Resign the match that the page shows."""
    menu(page, "Resign")
    page.locator("#result-title").wait_for()


def give_up(table: MatchPage) -> None:
    """Resign as the player to act, whatever the language of the page."""
    match_id = table.page.url.rpartition("/")[2]
    resigned = {"seq": table.seq, "action": {"type": "resign", "player": table.seat}}
    answer = table.page.request.post(f"/api/matches/{match_id}/actions", data=resigned)
    assert answer.status == 200, answer.text()
    table.page.locator("#result-title").wait_for()
    table.settle()


def posted(page: Page, address: str, **fields: str | float | bool) -> str:
    """Send a form as the page's visitor does, without a page of it; return where it leads."""
    answer = page.request.post(address, form=fields, headers={"Accept": "text/html"}, max_redirects=0)
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def sit_down(host: Page, guest: Page) -> tuple[MatchPage, MatchPage]:
    """Seat the guest at the table that the host's page shows; both are there."""
    link = host.locator("#link").input_value()
    posted(guest, f"{link}/join", name="Bo")
    guest.goto(link)
    tables = MatchPage(host, 1), MatchPage(guest, 2)
    for table in tables:
        table.page.locator("#table, #draft").wait_for()
        table.settle()
    return tables


def open_duel(host: Page, guest: Page, site: str = "") -> tuple[MatchPage, MatchPage]:
    """Return a duel with starter decks, both at the table; `site` is the address of another server than the shared one.

    Nobody has used the pages before it: `tests/browser/test_lobby.py` does.
    """
    address = site + posted(host, f"{site}/new", mode="duel", format="preconstructed", deck="1", name="Anna")
    posted(guest, f"{address}/join", deck="2", name="Bo")
    for page in (host, guest):
        page.goto(address)
    tables = MatchPage(host, 1), MatchPage(guest, 2)
    for table in tables:
        table.page.locator("#table").wait_for()
        table.settle()
    return tables


def open_match(page: Page, **options: object) -> str:
    """Open a match of these options (docs/api.md), a seed among them, for the page's visitor; return its id."""
    posted(page, "/new", mode="solo", format="preconstructed")  # now the visitor is a guest
    opened = page.request.post("/api/matches", data=options)
    assert opened.status == 201, opened.text()
    match_id: str = opened.json()["id"]
    return match_id


def open_solo(page: Page, site: str = "") -> MatchPage:
    """Return a game against the automaton (of another server than the shared one: `site`)."""
    page.goto(site + posted(page, f"{site}/new", mode="solo", format="preconstructed"))
    page.locator("#table").wait_for()
    table = MatchPage(page)
    table.settle()
    return table


def covered(page: Page) -> list[str]:
    """Return what a strip of the page (offer, notice, list of what happened) lies over, on screens of four sizes."""
    found = []
    for width, height in ((390, 844), (360, 640), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {pair}" for pair in page.evaluate(COVERED)]
    return found
