"""A request of a page that fails changes nothing on it; it is made again when the server is back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.support.browser import Visitors
from tests.support.table import open_solo, resign

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
FAILURES = (502, 503, 429, 403)
UNREACHED = "The server cannot be reached at the moment. Please try again."
FAR_OFF = {  # pages that take a whole match, a listed table, a kept deck, a replay, a study or an event
    "/match/{{ scene.summary.id }}/climb",
    "/studies/choice",
    "/studies/{{ study.id }}/report",
    "/tournament/{{ event.id }}/caster/{{ round }}/{{ line.board }}?key={{ key }}",
    "/match/{{ id }}/others",
    "{{ address }}&amp;deck={{ d.text }}",
    "{{ base }}/analysis?step={{ step }}&from={{ perspective.slug }}",
    "{{ url }}?before={{ first }}",
}
BACK = "() => window.dispatchEvent(new Event('online'))"
# Each address of the page is asked for once; nothing of the answer may come in, nor anything go.
ASK_ALL = """async (status) => {
  const addresses = new Set();
  for (const source of document.querySelectorAll("[hx-get], [hx-post]")) {
    const verb = source.hasAttribute("hx-get") ? "GET" : "POST";
    const address = source.getAttribute(`hx-${verb.toLowerCase()}`);
    if (addresses.has(address)) continue;
    addresses.add(address);
    const shown = source.textContent;
    await htmx.ajax(verb, address, {source, event: new CustomEvent("asked")});
    const text = document.title + document.body.textContent;
    if (text.includes("Bad Gateway") || !source.isConnected || source.textContent !== shown)
      throw new Error(`${status} of ${address} came into ${location.pathname}`);
  }
  return [...addresses];
}"""


@contextmanager
def failing(page: Page, status: int, text: str = "<title>Bad Gateway</title><h1>Bad Gateway</h1>") -> Iterator[None]:
    """Answer what htmx asks as a proxy without a server does, for as long as the block lasts."""

    def answer(route: Route) -> None:
        if "hx-request" in route.request.headers:
            route.fulfill(status=status, body=text, content_type="text/html")
        else:
            route.fallback()

    page.route("**/*", answer)
    yield
    page.unroute("**/*", answer)


def addresses_of_templates() -> set[str]:
    """Return the addresses of all parts of pages, as templates write them."""
    text = "".join(path.read_text("utf-8") for path in TEMPLATES.rglob("*.html"))
    loaded = re.findall(r"\bloaded\(\"[\w-]+\", (.*?)(?:, \w+=.*?)?\) }}", text)  # the macro of web/loaded.html
    return set(re.findall(r'hx-(?:get|post)="([^"]+)"', text)) | {joined(address) for address in loaded}


def joined(address: str) -> str:
    """Return an address that a template joins from parts, as a text with the same parts in it."""
    return "".join(part[1:-1] if part.startswith('"') else f"{{{{ {part} }}}}" for part in address.split(" ~ "))


def pattern(address: str) -> str:
    """Return a regular expression for the addresses on a page that a template's address can become."""
    return "".join(".+" if part.startswith("{{") else re.escape(part) for part in re.split(r"({{.*?}})", address))


def test_no_answer_of_a_failure_comes_into_a_page(visitors: Visitors) -> None:
    page, bo = visitors.visitor(), visitors.visitor()
    seen: set[str] = set()
    statuses = cycle(FAILURES)

    def ask_all() -> None:
        page.wait_for_load_state()
        status = next(statuses)
        with failing(page, status):
            seen.update(page.evaluate(ASK_ALL, status))

    with failing(page, 502):  # what is asked for at once stays to be asked for
        page.goto("/new?preset=own-decks")
        page.get_by_label("Your name").fill("Anna")
        page.get_by_role("button", name="Get the link").click()
        link = page.locator("#link").input_value()
        ask_all()
        bo.goto(link)
        bo.get_by_label("Your name").fill("Bo")
        bo.get_by_role("button", name="Sit down and play").click()
        page.locator(".workshop").wait_for()
        ask_all()
        resign(page)
        ask_all()
        for path in ("/", "/rules", "/profile", "/cards", "/decks/new", "/designer/new", "/new?preset=solo-10"):
            page.goto(path)
            ask_all()
        page.goto("/")
        page.locator("[name=mode][value=bot] ~ button").click()
        page.locator("#hint-button").wait_for()
        ask_all()
        resign(page)
        ask_all()
    unseen = {one for one in addresses_of_templates() if not any(re.fullmatch(pattern(one), there) for there in seen)}
    assert unseen == FAR_OFF
    visitors.complaints.clear()  # the browser itself reports what failed


def test_automatic_requests_are_repeated_and_failed_presses_are_explained(visitors: Visitors) -> None:
    page = visitors.visitor()
    table = open_solo(page)
    page.goto("/")
    ongoing = page.locator("#ongoing")
    shown = ongoing.inner_text()
    with failing(page, 502):
        with page.expect_response("**/matches/ongoing"):
            page.evaluate("() => htmx.trigger('#ongoing', 'look')")
        with page.expect_response("**/matches/ongoing"):  # without anybody's doing
            pass
    with page.expect_response(lambda answer: answer.url.endswith("/matches/ongoing") and answer.ok):
        page.evaluate(BACK)
    expect(ongoing).to_have_text(re.compile(".+"))
    assert ongoing.inner_text() == shown

    page.goto("/decks/new")
    pick = page.locator(".pick").first
    notice = page.locator(".toast-apart")
    with failing(page, 502):
        pick.click()
        expect(notice).to_have_text(UNREACHED)
    with failing(page, 403, json.dumps({"error": "Not yours.", "code": "not_your_deck"})):
        pick.click()
        expect(notice).to_have_text("Not yours.")
    pick.click()
    expect(pick).to_have_attribute("aria-pressed", "true")
    expect(notice).to_have_count(0)

    with failing(page, 503):
        page.goto("/")
        page.locator("#ongoing a").first.click()
        table.settle()
        expect(page.locator("#log")).to_have_attribute("data-seq", "-1")
    page.evaluate(BACK)
    expect(page.locator("#log li")).not_to_have_count(0)
    assert table.log
    visitors.complaints.clear()  # the browser itself reports what failed
