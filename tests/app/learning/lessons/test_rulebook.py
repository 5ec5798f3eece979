"""The rulebook: every rule has its anchor, every link leads somewhere, every table and figure comes from the engine."""

import re
from collections import Counter

import pytest
from starlette.testclient import TestClient

from app.learning.lessons import rulebook
from app.learning.lessons.diagrams import PieceMark, panels
from app.learning.lessons.figures import FIGURES, caption
from engine import abilities, editions
from tests.support.cases import in_turn
from tests.support.rules import listed_abilities, listed_costs, rule_numbers

NUMBERS = [*rule_numbers(), *(f"R{section}" for section in range(1, 14))]


@pytest.fixture(scope="module")
def page(shared_client: TestClient) -> str:
    """Provide the HTML of the rulebook."""
    return shared_client.get("/rules").text


def _ids(page: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', page)


def test_every_rule_and_ability_is_an_anchor(page: str) -> None:
    """#R5.5, #G5, #I3, #R13.2, #aerial: what tests, errors and the board point to."""
    times = Counter(_ids(page))
    assert {anchor: times[anchor] for anchor in (*NUMBERS, *abilities.NAMES) if times[anchor] != 1} == {}
    # docs/rules.md and the rulebook have the same numbers; Q are the questions that players ask.
    numbered = re.compile(r"(R\d+\.\d+a?|[GIH]\d+)$")
    assert [anchor for anchor in _ids(page) if numbered.match(anchor) and anchor not in NUMBERS] == []


def test_no_anchor_twice_no_link_into_the_void_and_no_rule_without_text(page: str) -> None:
    """Ids are unique, and every link inside the page has a target."""
    ids = Counter(_ids(page))
    assert [name for name, count in ids.items() if count > 1] == []
    assert set(re.findall(r'href="#([^"]+)"', page)) <= ids.keys()
    for text in re.findall(r'<div class="rule-text[^"]*">(.*?)</div>', page, re.S):
        assert re.sub(r"<[^>]+>|\s", "", text)


def test_editions_are_marked(page: str) -> None:
    """Rules of one edition carry its year, and so does every ability that 2021 does not know."""
    only_2022 = set(re.findall(r'<section class="ability[^"]*" id="([^"]+)" data-edition="2022"', page))
    assert only_2022 == {ability.slug for ability in abilities.TABLE if not ability.in_2021}
    for edition in editions.BY_NAME:
        assert page.count(f'class="only" data-edition="{edition}"') >= 4


@in_turn(("asked", "chosen"), [("2021", "2021"), ("2022", "2022"), ("1999", "both"), ("", "both")])
def test_an_edition_can_be_asked_for(visitor: TestClient, asked: str, chosen: str) -> None:
    """A link from a match of 2021 opens the rules with that edition highlighted."""
    answer = visitor.get("/rules", params={"edition": asked})
    assert re.findall(r'value="(\w+)" checked', answer.text) == [chosen]


def test_design_costs_are_the_engines() -> None:
    """R9.6: the table shows what the designer asks."""
    costs = {cost.slug: (cost.creature, cost.incantation) for cost in rulebook.ability_costs()}
    assert costs["rage"] == ("1½", "–") and costs["mercenary"] == ("−1", "−1") and costs["aerial"] == ("½", "–")
    assert costs["blood-price"] == ("2", "3") and costs.keys() == abilities.BY_SLUG.keys()


def test_the_document_lists_every_ability_with_its_costs() -> None:
    """R8 and R9.6 in docs/rules.md, which programmers read."""
    assert listed_abilities() == list(abilities.BY_SLUG)
    named = {ability.name.lower().replace(" ", "-"): ability for ability in abilities.TABLE}
    creature = {name: float(ability.creature_cost) for name, ability in named.items()}
    incantation = {name: float(each.incantation_cost) for name, each in named.items() if each.incantation_cost}
    assert listed_costs() == (creature, incantation)


@in_turn("slug", ["cards", *FIGURES])
def test_every_figure_is_shown_with_its_caption(page: str, slug: str) -> None:
    """No figure is forgotten; one that is impossible by the rules could not be drawn at all."""
    assert f"<figcaption>{caption(slug)}</figcaption>" in page.replace("&#39;", "'")


def _marked(slug: str) -> dict[tuple[str, str, int], list[PieceMark]]:
    return panels(FIGURES[slug])[0].marks.creatures


def test_marks_follow_the_attack_order() -> None:
    """R5.1: mountain lane rear to bridge, then wave lane rear to bridge."""
    order = {place: marks[0].value for place, marks in _marked("order").items()}
    top, bottom = [("A", "top", n) for n in (2, 1, 0)], [("A", "bottom", n) for n in (1, 0)]
    assert order == {place: number for number, place in enumerate([*top, *bottom], 1)}


def test_marks_stay_with_their_creature() -> None:
    """Berserk: the second victim stands at position 0 when it is hit, and is marked where it stood before."""
    assert _marked("berserk") == {("B", "top", n): [PieceMark("wound", 4), PieceMark("fall")] for n in (0, 1)}
    assert panels(FIGURES["berserk"])[0].marks.fortress == {("B", "top"): 4}
