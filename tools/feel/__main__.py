"""`make feel`: open a crowded board on a phone, in a real Chromium and on a site of its own, and print figures."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize

from tools.feel import answers, board, frames, messages, smallest
from tools.feel.row import Row, lines
from tools.rig.browser import running_browser
from tools.rig.server import ServerProcess

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
MEASURES = (frames.at_rest, smallest.on_a_small_phone, messages.in_a_duel, answers.click_to_slot)
"""What is measured on the crowded board, in this order: functions from browser and page to rows."""


def measure(browser: Browser, page: Page) -> list[Row]:
    """Return all rows for the board that `page` shows."""
    return [row for one in MEASURES for row in one(browser, page)]


def main() -> None:
    """Measure, and print the table."""
    with (
        tempfile.TemporaryDirectory(prefix="clash-feel-") as folder,
        closing(ServerProcess(Path(folder)).start()) as site,
        running_browser() as browser,
    ):
        page = browser.new_page(viewport=PHONE, is_mobile=True, has_touch=True, locale="en-GB")
        board.open_board(page, site.url, board.crowded_record())
        rows = measure(browser, page)
    print("\n".join(lines(rows)))


if __name__ == "__main__":
    main()
