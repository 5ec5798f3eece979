"""Chromium, driven by Playwright, as one of three engines: pages of `visitors` walk like the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Error, Page

from tests.support.engines.page import EngineError, Pointer, Step

TOUCHES = {"down": "touchStart", "up": "touchEnd"}


class Chromium:
    """A page of Chromium, whose `complaints` are those of its visitors."""

    name = "Chromium"
    has_touch = True

    def __init__(self, page: Page, complaints: list[str]) -> None:
        self._page = page
        self._line = page.context.new_cdp_session(page)
        self.complaints = complaints

    def goto(self, url: str) -> None:
        try:
            self._page.goto(url)
        except Error as error:
            if "ERR_CONNECTION_REFUSED" not in error.message:
                raise

    def evaluate(self, function: str, *arguments: object) -> Any:
        try:
            return self._page.evaluate(f"(all) => ({function})(...all)", list(arguments))
        except Error as error:
            raise EngineError from error

    def point(self, kind: Pointer, steps: Sequence[Step]) -> None:
        at = (0.0, 0.0)
        for step in steps:
            if not isinstance(step, str):
                at = step
                if kind == "mouse":
                    self._page.mouse.move(*at)
            elif kind == "touch":
                points = [{"x": at[0], "y": at[1]}] if step == "down" else []
                self._line.send("Input.dispatchTouchEvent", {"type": TOUCHES[step], "touchPoints": points})
            elif step == "down":
                self._page.mouse.down()
            else:
                self._page.mouse.up()

    def type(self, keys: Sequence[str]) -> None:
        for key in keys:
            self._page.keyboard.press(key)

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})
