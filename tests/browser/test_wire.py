"""A move that is on its way: whatever comes in between changes nothing about it."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import WebSocketRoute, expect

from tests.support.browser import Visitors
from tests.support.table import open_solo

WORD = '<p hx-swap-oob="innerHTML:#hint">Somebody has come</p>'


def test_word_of_who_has_come_is_no_answer_to_a_move(visitors: Visitors) -> None:
    page = visitors.visitor()
    held: list[tuple[WebSocketRoute, str | bytes]] = []

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def said(message: str | bytes) -> None:
            if held or "action" not in json.loads(message):
                server.send(message)
                return
            held.append((server, message))
            line.send(json.dumps({"type": "frame", "seq": json.loads(message)["seq"], "content": WORD}))

        line.on_message(said)

    page.route_web_socket(re.compile(r"/match/[\w-]+/live\?"), route)
    table = open_solo(page)
    before, match = table.seq, page.locator("#match")
    table.attack.click()
    expect(page.locator("#hint")).to_have_text("Somebody has come")
    expect(match).to_have_attribute("data-busy", "")
    ((server, message),) = held
    server.send(message)
    table.after(before)
    expect(match).not_to_have_attribute("data-busy", "")


def test_a_page_that_must_reload_does_so_but_not_for_ever(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.add_init_script(f"Date.now = () => {time.time_ns() // 1_000_000};")  # both within the same ten seconds
    lines: list[WebSocketRoute] = []

    def route(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile(r"/match/[\w-]+/live\?"), route)
    open_solo(page)
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    page.evaluate("window.before = true")
    lines[-1].send(json.dumps({"type": "reload"}))
    page.wait_for_function("() => window.before === undefined")  # bare, it would be an eval
    expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    page.evaluate("window.before = true")
    lines[-1].send(json.dumps({"type": "reload"}))
    lines[-1].send(json.dumps({"type": "frame", "seq": 0, "content": WORD}))
    expect(page.locator("#hint")).to_have_text("Somebody has come")
    assert page.evaluate("window.before"), "it loads itself over and over"
