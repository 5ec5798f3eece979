"""The bench of every measure: a browser, a site, and phones to open pages with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}


class Bench(NamedTuple):
    """A Chromium, and the address of a site that runs for it alone."""

    browser: Browser
    site: str

    @contextmanager
    def phone(self) -> Iterator[Page]:
        """Give a page of a visitor who was never here before, on a phone; it is closed after the block."""
        context = self.browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, locale="en-GB")
        try:
            yield context.new_page()
        finally:
            context.close()
