"""A real Chromium, driven by Playwright, whose pages may not complain."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect

from tests.support.need import needed
from tools.rig import browser as rig

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
TIMEOUT_MS = 30_000  # for every wait; immediate events cost nothing, and a busy machine is slow
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AXE = Axe().axe_script
FOUND = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"], selectors: false });
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help} – ${html.slice(0, 160)}`));
}"""
# What fades in is hard to read for a moment. Animations without end are not waited for, nor notices that fade slowly.
STILL = """() => {
  const brief = (animation) => animation.effect.getComputedTiming().endTime < 2000;
  const running = document.getAnimations().filter((animation) => animation.playState === "running" && brief(animation));
  const ended = Promise.allSettled(running.map((animation) => animation.finished));
  return Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))]).then(() => null);
}"""


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Run Chromium for as long as the block lasts; where it is not installed, the test is skipped or fails."""
    expect.set_options(timeout=TIMEOUT_MS)
    with ExitStack() as stack:
        with needed():
            browser = stack.enter_context(rig.running_browser(rig.headless_shell))
        yield browser


class Visitors:
    """People with a browser each: every `visitor` has cookies of their own.

    What their pages print as an error, and every exception in a script, is collected in `complaints`; a test that
    expects one takes it out.
    """

    def __init__(self, browser: Browser, base_url: str) -> None:
        self._browser = browser
        self._base_url = base_url
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def visitor(self, *, phone: bool = False, motion: bool = False, **options: Any) -> Page:
        """Return a page in a fresh browser context; `options` are Playwright's (color_scheme, locale, …).

        Nothing moves on it but with `motion`: animations cost most of what a page does.
        """
        shape: dict[str, Any] = {"viewport": PHONE if phone else DESKTOP, "has_touch": phone, "is_mobile": phone}
        shape["reduced_motion"] = "no-preference" if motion else "reduce"
        # A page's requests must not go by a worker whose own cannot be watched, but where a test is about it.
        plain = {"locale": "en-GB", "service_workers": "block"}
        context = self._browser.new_context(base_url=self._base_url, **{**plain, **shape, **options})
        context.set_default_timeout(TIMEOUT_MS)
        self._contexts.append(context)
        return self.tab(context.new_page())

    def tab(self, page: Page) -> Page:
        """Watch `page` for complaints; for a second tab of the same visitor."""
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.complaints.append(f"script error: {error}"))
        return page

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console: {message.text} ({message.location.get('url', '')})")

    @property
    def pages(self) -> list[Page]:
        """All open pages of all visitors."""
        return [page for context in self._contexts for page in context.pages]

    def close(self) -> None:
        """Close every visitor's browser context."""
        for context in self._contexts:
            context.close()


def taken_over(page: Page, form: str) -> None:
    """Wait until htmx listens to a form: a link has led to its page, which may have come before the page's scripts."""
    page.locator(f"{form}[data-htmx-powered]").wait_for()


def serious_by_day_and_night(page: Page) -> list[str]:
    """Return axe's findings on `page` in the light colours and in the dark ones, which stay."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme} {problem}" for problem in serious_problems(page)]
    return found


def serious_problems(page: Page) -> list[str]:
    """Return axe's findings on the accessibility of `page`, serious and critical ones only, one line each."""
    page.evaluate(STILL)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(FOUND)
    return found
