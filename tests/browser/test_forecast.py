"""The forecast of the coming assault: only on the attacker's board."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser import DESKTOP, PHONE, SIDEWAYS, Visitors, serious_problems
from tests.support.positions import automaton, duel_from, record_of, side, solo_from
from tests.support.table import MatchPage

# The troll fells the gnome and, being Berserk, goes on to the fortress; the brute meets a wall.
MINE = side("* zombie baron boom", top="troll", bottom="brute")
THEIRS = side("* shaman ogre grrr brute", top="gnome", bottom="martyr")


def marked(page: Page) -> list[str]:
    """Return the names of the creatures with a mark."""
    names = page.locator(".creature:has(.forecast-creature)")
    return [names.nth(n).get_attribute("data-name") or "" for n in range(names.count())]


def words(page: Page, seat: str) -> str:
    return " ".join(page.locator(f"#bar-{seat} .bar-hp").inner_text().split())


def test_who_falls_and_how_far_the_fortress_moves(visitors: Visitors) -> None:
    anna, bo = duel_from(visitors.visitor(), visitors.visitor(), record_of(MINE, THEIRS))
    page = anna.page
    watcher = visitors.visitor()
    watcher.goto(page.url)
    for size in (DESKTOP, PHONE, SIDEWAYS):
        page.set_viewport_size(size)
        page.reload()
        anna.settle()
        assert marked(page) == ["Gnome"]
        expect(page.locator("#realm-B-top .creature [title='Would fall in the coming assault']")).to_be_visible()
        assert words(page, "B").endswith("4 → after the coming assault 2") or "→" in words(page, "B")
        expect(page.locator("#attack .gist")).to_contain_text("destroys 1")
        expect(page.locator("#attack .gist")).to_contain_text("4 → 2")
        assert serious_problems(page) == []
    for other in (bo.page, watcher):
        MatchPage(other).settle()
        assert other.locator(".forecast").count() == 0
    # It keeps up with the table: with Boom! on the gnome the troll goes for the fortress alone.
    target = {"player": "B", "lane": "top", "index": 0}
    anna.play(next(choice for choice in anna.choices() if choice["action"].get("target") == target))
    assert marked(page) == []
    expect(page.locator("#attack .gist")).to_contain_text("5 → 2")
    anna.attack.click()
    anna.after(1)
    assert page.locator(".forecast").count() == 0
    bo.reach(2)
    bo.settle()
    assert bo.differences() == []


def test_a_falling_fortress_is_said_and_so_is_winning(visitors: Visitors) -> None:
    strong = side("* zombie baron", top="troll")
    anna, _ = duel_from(visitors.visitor(), visitors.visitor(), record_of(strong, side("* shaman ogre")))
    anna.settle()
    assert "Bastion falls!" in words(anna.page, "B")
    expect(anna.page.locator("#hand-B .forecast-fortress")).to_be_visible()
    cara, _ = duel_from(
        visitors.visitor(), visitors.visitor(), record_of(strong, side("* shaman ogre", fortress="fort"))
    )
    cara.settle()
    assert "falls!" in words(cara.page, "B")
    expect(cara.page.locator("#attack .gist")).to_have_text("wins the match")


def test_one_can_do_without_it(visitors: Visitors) -> None:
    visitor = visitors.visitor()
    anna, _ = duel_from(visitor, visitors.visitor(), record_of(MINE, THEIRS))
    anna.settle()
    mark = visitor.locator(".forecast-creature")
    expect(mark).to_be_visible()
    visitor.get_by_role("button", name="Menu").click()
    visitor.get_by_label("Show what the assault would do").uncheck()
    visitor.keyboard.press("Escape")
    expect(mark).to_be_hidden()
    visitor.reload()
    anna.settle()
    expect(mark).to_be_hidden()
    expect(visitor.locator("#bar-B .forecast")).to_be_hidden()


def test_a_room_may_do_without_it(visitors: Visitors) -> None:
    anna, _ = duel_from(visitors.visitor(), visitors.visitor(), record_of(MINE, THEIRS, preview=False))
    anna.settle()
    assert anna.page.locator(".forecast").count() == 0
    anna.page.get_by_role("button", name="Menu").click()
    expect(anna.page.get_by_label("Show what the assault would do")).to_have_count(0)


def test_it_goes_through_the_assault_of_2021(visitors: Visitors) -> None:
    anna, bo = duel_from(
        visitors.visitor(),
        visitors.visitor(),
        record_of(MINE, THEIRS, edition="2021"),
    )
    anna.settle()
    anna.attack.click()
    anna.after(0)
    assert marked(anna.page) == ["Gnome"]
    anna.page.get_by_role("button", name="Next attack").click()
    anna.after(1)
    assert marked(anna.page) == []
    assert bo.page.locator(".forecast").count() == 0


def test_against_the_automaton_it_counts_cards_and_names_none(visitors: Visitors) -> None:
    pile = "brute combustion gnome meteorite baron"
    table = solo_from(visitors.visitor(), record_of(MINE, automaton(pile, top="gnome"), mode="solo"))
    table.settle()
    assert marked(table.page) == ["Gnome"]
    expect(table.page.locator("#attack .gist")).to_contain_text("Bastion falls")
    html = table.page.content()
    assert not [
        slug for slug in pile.split() if f'data-card="{slug}"' in html and slug not in ("gnome", "brute", "baron")
    ]
