"""A kept game on bad ground: what a browser takes away or refuses is said, and what was played stays."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_offline_match import CONTROLLED, keep, opened
from tests.support.browser import Visitors
from tests.support.table import resign

WORKERS = "window.Worker = class extends Worker { constructor(...all) { super(...all); window.worker = this; } };"
# The page is without a line for a moment only.
TERMINATED = """() => {
  const match = document.getElementById("match");
  window.wasLost = false;
  new MutationObserver(() => { window.wasLost ||= match.dataset.connection === "lost"; })
    .observe(match, { attributeFilter: ["data-connection"] });
  window.worker.terminate();
}"""
REFUSED = "indexedDB.open = () => { throw new DOMException('', 'InvalidStateError'); };"
WORKER = "js/offline/worker.js"
LIBRARY = "vendor/offline/python_stdlib.zip"
TAKEN = """async (path) => {
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (name.startsWith("game-") && url.endsWith(path)) await (await caches.open(name)).delete(url);
}"""
BEGUN_WITH = """async ([path, script]) => {
  const name = (await caches.keys()).find((name) => name.startsWith("game-")), cache = await caches.open(name);
  const kept = await cache.match(name.slice("game-".length) + path);
  const { url, headers } = kept, text = await kept.text();
  await cache.put(name.slice("game-".length) + path, new Response(script + text, { headers }));
}"""

# The kept files are of an older version of the site, whose files had other addresses.
OLDER = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("game-")), cache = await caches.open(name);
  const [files, older] = [name.slice("game-".length), "/static/older/"], renamed = await caches.open("game-" + older);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    await renamed.put(pathname.replace(files, older), await cache.match(url));
  }
  await caches.delete(name);
}"""


def room(page: Page, size: int) -> None:
    """Let the browser keep so many bytes for the site."""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": size})


def toast(page: Page) -> Locator:
    return page.locator("#toast, .toast-apart")


def ended(page: Page) -> None:
    """End the worker as a system without memory does; wait until the match goes on."""
    page.evaluate(TERMINATED)
    expect(toast(page)).to_contain_text("The browser stopped the game")
    page.wait_for_function("() => window.wasLost")
    page.wait_for_selector("#match[data-connection=open]", state="attached")


def test_what_a_browser_refuses_or_takes_away_is_said_and_loses_nothing(visitors: Visitors) -> None:
    page = visitors.own(service_workers="allow")
    page.context.add_init_script(WORKERS)
    page.goto("/solo")
    page.wait_for_function(CONTROLLED)
    switch = page.get_by_role("checkbox", name="Save for offline play")
    room(page, 4_000_000)
    switch.check()
    expect(page.locator("[data-keep=failed]")).to_be_visible()
    room(page, 10**10)
    page.route("**/table.pack.gz", lambda route: route.abort())  # the connection breaks off
    switch.check()
    expect(page.locator("[data-keep=broken]")).to_be_visible()
    page.unroute("**/table.pack.gz")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    keep(page)
    assert "table.pack.gz" in asked and "python_stdlib.zip.gz" not in asked  # what had come was kept
    page.context.set_offline(True)

    page.evaluate(BEGUN_WITH, [WORKER, "Date.now = () => 4e12;"])  # the end of the century
    page.goto("/offline/match?preset=quick-solo")
    table = opened(page)
    table.turn()
    seq, match = table.seq, page.url
    ended(page)
    assert table.seq == seq
    other = visitors.tab(page.context.new_page())
    other.goto(match)
    expect(other.locator("#stage")).to_contain_text("open in another tab")
    page.close()
    page, table = other, opened(other)
    assert table.seq == seq
    table.turn()
    seq = table.seq

    page.evaluate(BEGUN_WITH, [WORKER, REFUSED])  # as in a private window
    page.goto("/offline/match?preset=solo-1")
    page.wait_for_selector("#table")
    expect(toast(page)).to_contain_text("This browser cannot store anything")
    private = opened(page)
    private.turn(1)
    played = private.seq
    ended(page)
    assert private.seq == played > 0  # the page had it
    page.reload()
    expect(page.locator("#stage")).to_contain_text("This match is not in this browser")
    page.goto("/offline/replay/nothing")
    expect(page.locator("#stage")).to_contain_text("This match is not in this browser")

    page.evaluate(TAKEN, LIBRARY)
    page.goto(match)
    expect(page.locator("#stage")).to_contain_text("no longer has everything it needs")
    page.goto("/offline")  # which does not load itself again with the connection
    expect(page.locator("#offline-gone")).to_be_visible()
    page.evaluate(TAKEN, WORKER)
    page.evaluate(OLDER)
    page.context.set_offline(False)
    asked.clear()
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    page.goto("/solo")
    expect(page.locator("[data-keep=on]")).to_be_visible()  # filled up, and renewed
    assert {"python_stdlib.zip.gz", "worker.js"} <= {*asked} and "table.pack.gz" not in asked  # as it was
    assert page.evaluate("async () => (await caches.keys()).filter((name) => name.startsWith('game-')).length") == 1
    page.context.set_offline(True)
    page.evaluate(BEGUN_WITH, [WORKER, "Date.now = () => 1e9;"])  # before the match began
    page.goto(match)
    table = opened(page)
    assert table.seq == seq
    resign(page)
    expect(page.locator("#result-title")).to_be_visible()
    page.context.set_offline(False)
    page.goto("/matches")
    page.get_by_role("button", name="Add to my replays").click()
    expect(page.locator(".tag", has_text="Played without a connection")).to_have_count(1)
    visitors.complaints.clear()  # the console reports what could not be reached
