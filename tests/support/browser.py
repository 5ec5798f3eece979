"""A real Chromium, driven by Playwright, whose pages may not complain."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Literal, TypedDict, Unpack

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect

from tests.support.need import needed
from tests.support.waiting import DEADLINE
from tools.rig import browser as rig

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
# Nothing but contrast depends on the colours.
SCHEMES: tuple[tuple[Literal["light", "dark"], list[str] | None], ...] = (("light", None), ("dark", ["color-contrast"]))
AXE = Axe().axe_script
FOUND = """async (rules) => {
  const some = rules && { runOnly: { type: "rule", values: rules } };
  const { violations } = await axe.run({ resultTypes: ["violations"], selectors: false, ...some });
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

# What moves for ever (the sea, the mist, a creature that breathes) stands still: to draw it costs more than tests do.
CALM_SEA = """addEventListener("animationstart", ({ target }) => {
  for (const animation of target.getAnimations({ subtree: true }))
    if (animation.effect.getComputedTiming().endTime === Infinity) animation.pause();
}, true);"""


class Media(TypedDict, total=False):
    """The preferences of a reader's system that a page may know."""

    color_scheme: Literal["light", "dark"]
    forced_colors: Literal["active", "none"]
    contrast: Literal["more", "no-preference"]


class Options(TypedDict, total=False):
    """The options of a page of your own, for as long as it is there."""

    phone: bool
    motion: bool
    java_script_enabled: bool
    permissions: list[str]
    service_workers: Literal["allow", "block"]


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Run Chromium for as long as the block lasts; where it is not installed, the test is skipped or fails."""
    expect.set_options(timeout=DEADLINE * 1000)
    with ExitStack() as stack:
        with needed():
            browser = stack.enter_context(rig.running_browser(rig.headless_shell))
        yield browser


class Visitors:
    """People with a browser each: every `visitor` has cookies of their own.

    To open a page in a new process of the browser costs more than all else that most tests do. So pages are lent: after
    a test they forget cookies and storage, and the next test has them. What pages print as errors, and every exception
    in a script, is collected in `complaints`; a test that expects one takes it out.
    """

    def __init__(self, browser: Browser, base_url: str) -> None:
        self._browser = browser
        self._base_url = base_url
        self._idle: dict[bool, list[Page]] = {False: [], True: []}
        self._lent: list[tuple[bool, Page]] = []
        self._own: list[BrowserContext] = []
        self.complaints: list[str] = []

    def visitor(
        self,
        *,
        phone: bool = False,
        motion: bool = False,
        language: str = "",
        viewport: ViewportSize | None = None,
        **media: Unpack[Media],
    ) -> Page:
        """Return a page of somebody unknown to the site but for the language that they have chosen, if one is named.

        Nothing moves on it but with `motion`: animations cost most of what a page does. Those without end are paused.
        """
        idle = self._idle[phone]
        page = idle.pop() if idle else self._open(phone=phone)
        self._lent.append((phone, page))
        if language:
            self.speak(page, language)
        page.set_viewport_size(viewport or (PHONE if phone else DESKTOP))
        plain: Media = {"color_scheme": "light", "forced_colors": "none", "contrast": "no-preference"}
        page.emulate_media(media="screen", reduced_motion="no-preference" if motion else "reduce", **(plain | media))
        return page

    def speak(self, page: Page, language: str) -> None:
        """Let a visitor choose a language, from the next page on."""
        page.context.add_cookies([{"name": "language", "value": language, "url": self._base_url}])

    def own(self, **options: Unpack[Options]) -> Page:
        """Return a page that no other test has, for what cannot be undone: scripts, routes of sockets, a clock."""
        page = self._open(**options)
        self._own.append(page.context)
        return page

    def _open(
        self,
        *,
        phone: bool = False,
        motion: bool = False,
        # A page's requests must not go by a worker whose own cannot be watched, but where a test is about it.
        service_workers: Literal["allow", "block"] = "block",
        java_script_enabled: bool = True,
        permissions: list[str] | None = None,
    ) -> Page:
        context = self._browser.new_context(
            base_url=self._base_url,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            locale="en-GB",
            reduced_motion="no-preference" if motion else "reduce",
            service_workers=service_workers,
            java_script_enabled=java_script_enabled,
            permissions=permissions,
        )
        context.set_default_timeout(DEADLINE * 1000)
        context.add_init_script(CALM_SEA)
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
        """All pages that the test has open."""
        contexts = [page.context for _, page in self._lent] + self._own
        return [page for context in contexts for page in context.pages]

    def leave(self, *, keep: bool) -> None:
        """End the visits of a test; what its pages were is forgotten, or closed where they are not kept."""
        for phone, page in self._lent:
            if keep and not page.is_closed():
                self._forget(page)
                self._idle[phone].append(page)
            else:
                page.context.close()
        for context in self._own:
            context.close()
        self._lent, self._own = [], []
        self.complaints.clear()

    def _forget(self, page: Page) -> None:
        for tab in page.context.pages:
            if tab is not page:
                tab.close()
        page.unroute_all()
        page.context.set_offline(False)
        page.mouse.move(0, 0)
        page.goto(f"{self._base_url}/healthz")
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.context.clear_cookies()

    def close(self) -> None:
        """Close every browser context."""
        self.leave(keep=False)
        for pages in self._idle.values():
            for page in pages:
                page.context.close()


def taken_over(page: Page, form: str) -> None:
    """Wait until htmx listens to a form: a link has led to its page, which may have come before the page's scripts."""
    page.locator(f"{form}[data-htmx-powered]").wait_for()


def serious_by_day_and_night(page: Page) -> list[str]:
    """Return axe's findings on `page` in the light colours and, of contrast, in the dark ones, which stay."""
    found = []
    for scheme, rules in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme} {problem}" for problem in serious_problems(page, rules)]
    return found


def serious_problems(page: Page, rules: list[str] | None = None) -> list[str]:
    """Return axe's findings on the accessibility of `page`, serious and critical ones only, one line each."""
    page.evaluate(STILL)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(FOUND, rules)
    return found
