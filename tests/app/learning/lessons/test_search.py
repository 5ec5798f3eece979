"""The search in the rulebook: headings, abilities and cards, in the reader's language."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from app.base.i18n import LANGUAGES
from engine import abilities
from tests.support.cases import FULL, in_turn

PART = {"HX-Request-Type": "partial"}


def found(visitor: TestClient, query: str, language: str = "en") -> list[str]:
    """Return where the results lead."""
    answer = visitor.get("/rules/found", params={"q": query}, headers=PART | {"Accept-Language": language})
    assert answer.status_code == 200
    return re.findall(r'href="([^"]+)"', answer.text)


def test_a_heading_comes_before_a_rule_that_only_mentions_the_word(visitor: TestClient) -> None:
    links = found(visitor, "newcomers")
    assert links[0] == "#R5.2"
    links = found(visitor, "battered fort")
    assert links == ["#R1.2"]


def test_a_number_an_ability_and_a_card_are_found(visitor: TestClient) -> None:
    assert found(visitor, "r5.5")[0] == "#R5.5"
    assert "#rage" in found(visitor, "RAGE")
    assert "/cards/cowardly-puncher" in found(visitor, "cowardly")


@in_turn("language", sorted(LANGUAGES))
def test_every_ability_is_found_by_its_name_in_each_language(visitor: TestClient, language: str) -> None:
    page = visitor.get("/rules", headers={"Accept-Language": language}).text
    for slug in list(abilities.BY_SLUG)[:: 1 if language == "en" or FULL else 6]:
        name = re.search(rf'id="{slug}-name"><a [^>]*>([^<]+)</a>', page)
        assert name
        assert f"#{slug}" in found(visitor, name[1], language), (slug, name[1])


def test_nothing_and_nonsense_are_answered(visitor: TestClient) -> None:
    assert found(visitor, "") == [] and found(visitor, "zzqx") == []
    assert "Nothing found" in visitor.get("/rules/found?q=zzqx").text
    assert "<script>" not in visitor.get("/rules/found", params={"q": "<script>"}).text.split("</head>")[1]


def test_without_scripts_the_list_is_a_page_that_leads_into_the_book(visitor: TestClient) -> None:
    answer = visitor.get("/rules/found?q=newcomers")
    assert 'href="/rules#R5.2"' in answer.text
    assert 'value="newcomers"' in answer.text
