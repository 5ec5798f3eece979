"""Without a connection the board says so, takes no move, and loses none."""

from __future__ import annotations

import re

from playwright.sync_api import WebSocketRoute, expect

from tests.support.browser import Visitors
from tests.support.table import open_solo

LIVE = re.compile(r"/match/[\w-]+/live\?")


def test_a_press_without_a_connection_is_not_taken_and_the_board_says_so(visitors: Visitors) -> None:
    language = "he"
    page = visitors.visitor(phone=True, locale=language)
    lines: list[WebSocketRoute] = []
    actions: list[str | bytes] = []

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)

        def said(message: str | bytes) -> None:
            if '"action"' in str(message):
                actions.append(message)
            server.send(message)

        line.on_message(said)

    page.route_web_socket(LIVE, route)
    table = open_solo(page)
    lost = page.locator("#connection-lost")
    expect(lost).to_be_hidden()
    page.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('offline'))")  # a routed socket does not notice by itself
    expect(lost).to_be_visible()
    expect(table.attack).to_have_css("cursor", "not-allowed")
    box = lost.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= page.evaluate("innerWidth")
    table.attack.click()
    expect(page.locator("#toast")).to_have_text(lost.get_attribute("data-pressed") or "")
    choice = table.choices()[0]
    table.held(choice["action"]["hand"]).click(position={"x": 12, "y": 40})
    table.goal(choice["action"]).click()
    expect(page.locator("#match")).not_to_have_attribute("data-busy", "")
    page.context.set_offline(False)
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(lost).to_be_hidden()
    assert not actions, "a press without a connection was kept and sent"
    assert table.seq == 0
    table.play(table.choices()[0])
    assert table.differences() == []
    visitors.complaints.clear()  # the browser itself reports unreachable addresses
