"""Rows: how soon a played card lies on the table, with half a second of delay on the line."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser, Page

from tools.feel.row import Row

DELAY: Final = 500  # milliseconds, each way
GOAL: Final = 50  # milliseconds from the click
PLAYS: Final = 5
# What the page sends and what it hears comes late, from its next load on.
LATE: Final = f"""(() => {{
  const {{ send }} = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {{ setTimeout(() => send.call(this, data), {DELAY}); }};
}})()"""
# Play the first card that can be played; how long until it is laid out on the table, in milliseconds.
PLAY: Final = """async () => {
  const { action } = JSON.parse(document.getElementById("turn").dataset.choices).find(({ ask }) => !ask);
  const key = action.target
    ? `#realm-${action.target.player}-${action.target.lane} .creature:nth-of-type(${action.target.index + 1})`
    : `#berth-${action.lane}`;
  const count = () => document.querySelectorAll(".realm .creature, #fx .spell").length;
  document.querySelector(`[data-own] .held[data-place="${action.hand}"]`).click();
  const before = count();
  const begun = performance.now();
  document.querySelector(key).click();
  await new Promise((resolve) => {
    const look = () => count() !== before && resolve();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    look();
  });
  document.body.getBoundingClientRect(); // laid out; the next frame shows it
  return performance.now() - begun;
}"""
IDLE: Final = """() => {
  const match = document.getElementById("match");
  const isPlaying = document.documentElement.hasAttribute("data-playing");
  return match.dataset.line === "open" && !match.hasAttribute("data-busy") && !isPlaying;
}"""


def click_to_slot(_browser: Browser, page: Page) -> list[Row]:
    """Measure on the crowded board how long a card takes to its place; it is loaded anew for that."""
    page.add_init_script(LATE)
    page.reload()
    times: list[float] = []
    for _ in range(PLAYS):
        page.wait_for_function(IDLE)
        if page.evaluate("JSON.parse(document.getElementById('turn').dataset.choices).some(({ask}) => !ask)"):
            times.append(page.evaluate(PLAY))
            page.wait_for_timeout(2 * DELAY)
    worst = max(times)
    what = f"click to the card in its place, {DELAY} ms of delay on the line, the worst of {len(times)}"
    return [Row(what, f"{worst:.0f} ms", f"at most {GOAL} ms", worst <= GOAL)]
