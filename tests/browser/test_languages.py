"""The site in other languages in a browser: long words have room on a small phone, and writing from right to left does
not change the table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from app.base.i18n import LANGUAGES
from tests.conftest import UNANALYSED
from tests.support.browser import DESKTOP, Visitors
from tests.support.positions import bot_from, duel_from, record_of, side
from tests.support.table import give_up
from tools.feel.board import crowded_record
from tools.i18n.pseudo import CODE, write_locale
from tools.rig.server import ServerProcess

FROM_THE_LEFT = """(all) => all
  .map((one) => [one.getBoundingClientRect().left, one.dataset.place ?? one.dataset.name])
  .sort(([one], [other]) => one - other)
  .map(([, what]) => what)"""
LETTERS = re.compile(r"[\u0590-\u08ff]")  # that run from right to left
SMALL: ViewportSize = {"width": 360, "height": 740}
RIGHT_TO_LEFT = [code for code, language in LANGUAGES.items() if language.direction == "rtl"]
PAGES = (
    *("/", "/new?preset=everything", "/campaign", "/cards/ogre", "/puzzles", "/learn/fortress", "/cards?q=og"),
    *("/decks", "/designer/new", "/settings", "/account", "/rules"),
)
# What has words and is too narrow for them, and what stands out of the screen where nothing scrolls. Cards have their
# own tests (test_phone.py): those of a hand overlap. A name may be as long as people like, and is cut off.
TOO_WIDE = """() => {
  const named = "button, a, label, summary, legend, h1, h2, h3, h4, th, option:checked, .tag, .chip, .choice";
  const scrolls = (element) => {
    for (let each = element.parentElement; each; each = each.parentElement) {
      if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(each).overflowX)) return true;
    }
    return false;
  };
  const found = [];
  for (const element of document.querySelectorAll(named)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (!element.innerText?.trim() || element.closest(".visually-hidden, .skip-link, .card, .held, [inert]")) continue;
    const name = element.querySelector(":scope > bdi:only-child");
    if (name && name.innerText === element.innerText) continue;
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width < 3 || height < 3) continue;
    const inner = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    const outer = (left < -1 || right > innerWidth + 1) && !scrolls(element);
    if (inner || outer) found.push(`${inner ? "inner" : "outer"} ${element.outerHTML.slice(0, 200)}`);
  }
  for (const field of document.querySelectorAll("input:not([type=checkbox], [type=radio]), select, textarea")) {
    const size = parseFloat(getComputedStyle(field).fontSize);
    if (size < 16 && field.checkVisibility()) found.push(`${size} px, into which iOS zooms: ${field.outerHTML}`);
  }
  const page = document.documentElement;
  if (page.scrollWidth > screen.width + 1) found.push(`the page is ${page.scrollWidth} wide`);
  return found;
}"""

# Where a page's heading begins, counted from the side at which lines begin; boards have none of this kind.
HEADING = """() => {
  const heading = document.querySelector("main:not(.match) h1");
  if (!heading) return null;
  const words = document.createRange();
  words.selectNodeContents(heading);
  const { left, right } = words.getBoundingClientRect();
  return Math.round(document.dir === "rtl" ? innerWidth - right : left);
}"""


@pytest.fixture(scope="module")
def polyglot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a site that speaks the language of tests, too."""
    folder = tmp_path_factory.mktemp("polyglot")
    server = ServerProcess(folder, {**UNANALYSED, "locales": str(write_locale(folder / "locales")), "rate_limit": "0"})
    yield server.start()
    server.close()


@pytest.fixture(scope="module")
def people(browser: Browser, polyglot: ServerProcess) -> Iterator[Visitors]:
    """Provide browsers of that site."""
    found = Visitors(browser, polyglot.url)
    yield found
    found.close()


def _order(page: Page) -> dict[str, list[str]]:
    """Return the cards on the table from left to right as the screen shows them: cards by place, creatures by name."""
    rows = (
        "[data-own] .held[data-place]",
        *(f"#realm-{seat}-{lane} .creature" for seat in "AB" for lane in ("top", "bottom")),
    )
    return {row: page.locator(row).evaluate_all(FROM_THE_LEFT) for row in rows}


def _direction(page: Page, what: str) -> str:
    """Return the direction of an element's words."""
    direction: str = page.locator(what).first.evaluate("(element) => getComputedStyle(element).direction")
    return direction


@pytest.mark.parametrize("code", [CODE, *RIGHT_TO_LEFT])
def test_long_words_have_room_on_a_small_phone(visitors: Visitors, code: str) -> None:
    page = visitors.visitor(phone=True, viewport=SMALL, language=code)
    wide: list[str] = []

    def visit(where: str) -> None:
        wide.extend(f"{where}: {found}" for found in page.evaluate(TOO_WIDE))

    headings: dict[object, set[str]] = {}
    for path in PAGES:
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == code
        visit(path)
        begins = [page.evaluate(HEADING)]
        if code in RIGHT_TO_LEFT:
            page.set_viewport_size(DESKTOP)
            begins.append(page.evaluate(HEADING))
            page.set_viewport_size(SMALL)
        headings.setdefault(tuple(begins), set()).add(path)
    assert headings.pop((None,) * len(begins)) == {"/learn/fortress"}
    assert list(headings) == [(16, 48)[: len(begins)]], headings
    table = bot_from(page, crowded_record())
    visit("a crowded table")
    give_up(table)
    visit("the result")
    page.goto(f"{page.url}/replay")
    visit("the replay")
    assert not wide, "\n".join(wide)


@pytest.mark.parametrize("code", RIGHT_TO_LEFT)
def test_a_duel_in_two_languages_lies_the_same_way_on_both_tables(visitors: Visitors, code: str) -> None:
    host, guest = visitors.visitor(motion=True, language=code), visitors.visitor()
    a = side("ogre * gnome zombie", top="troll brute gnome", bottom="ogre assassin")
    anna, bo = duel_from(host, guest, record_of(a, side("* reptile", fortress="fort"), preview=True))
    assert (_direction(host, "html"), _direction(guest, "html")) == ("rtl", "ltr")
    for page in (host, guest):
        assert _direction(page, "#table") == "ltr"
    assert (_direction(host, "#log"), _direction(guest, "#log")) == ("rtl", "ltr")
    turned = _order(host)
    visitors.speak(host, "en")
    host.reload()
    anna.settle()
    assert _direction(host, "html") == "ltr"
    straight = _order(host)
    visitors.speak(host, code)
    assert turned == straight
    assert turned["[data-own] .held[data-place]"] == ["0", "2", "3"]  # R4.1: the leftmost card is at the left
    host.reload()
    anna.settle()
    expect(host.locator("#attack")).to_have_text(LETTERS)  # with what the assault would do
    expect(guest.locator("#table")).not_to_have_text(LETTERS)

    anna.listen()
    anna.hurry()
    anna.play(next(choice for choice in anna.choices() if "lane" in choice["action"]))
    before = anna.seq
    anna.attack.click()
    anna.after(before)
    bo.reach(anna.seq)
    assert any(LETTERS.search(words) for words in anna.captions)
    assert (bool(LETTERS.search(anna.log)), bool(LETTERS.search(bo.log))) == (True, False)
    for table in (anna, bo):
        table.page.locator("#result-title").wait_for()
        assert table.differences() == []
    expect(host.locator("#result-title")).to_have_text(LETTERS)
    expect(guest.locator("#result-title")).to_have_text("Defeat")
