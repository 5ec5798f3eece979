"""A visitor who is kept out while pages are open: each of them shows the refusal, with its reason, by itself."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.conftest import StartServer
from tests.support.browser import Visitors

PASSWORD = "correct horse battery"


def test_open_pages_show_why_somebody_is_kept_out(visitors: Visitors, start_server: StartServer) -> None:
    server = start_server(admin_token=PASSWORD)
    pages = [visitors.visitor() for _ in range(3)]
    for page, path in zip(pages, ("/", "/learn/hand", "/new"), strict=True):
        page.goto(f"{server.url}{path}")
    pages[2].get_by_text("More options").click()
    pages[2].get_by_text("Open to everybody").click()
    pages[2].get_by_role("button", name="Get the link").click()
    for page in pages[1:]:
        expect(page.locator("#match")).to_have_attribute("data-connection", "open")
    expect(pages[0].locator("#open-tables").get_by_role("link", name="Sit down")).to_be_visible()
    with httpx.Client(base_url=server.url) as host:
        form = {"kind": "ban", "network": "127.0.0.0/24", "reason": "A flood", "confirmed": "yes"}
        for path, sent in (("/admin/login", {"password": PASSWORD}), ("/admin/bans", form)):
            assert host.post(path, data=sent).status_code == 303, path
    for page in pages:
        expect(page.get_by_role("heading", name="A flood")).to_have_count(1)
    visitors.complaints[:] = [said for said in visitors.complaints if "403" not in said]  # of the refusal
