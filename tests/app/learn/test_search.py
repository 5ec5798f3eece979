"""The search in the rulebook: headings, abilities and cards, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.i18n import LANGUAGES
from app.main import create_app
from app.settings import Settings
from engine import abilities

PART = {"HX-Request-Type": "partial"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Provide one site for all tests here: they only read."""
    with TestClient(create_app(Settings(data_dir=tmp_path_factory.mktemp("data")))) as started:
        yield started


def found(site: TestClient, query: str, language: str = "en") -> list[str]:
    """Return where the results lead."""
    answer = site.get("/rules/found", params={"q": query}, headers=PART | {"Accept-Language": language})
    assert answer.status_code == 200
    return re.findall(r'href="([^"]+)"', answer.text)


def test_a_heading_comes_before_a_rule_that_only_mentions_the_word(site: TestClient) -> None:
    links = found(site, "newcomers")
    assert links[0] == "#R5.2"
    links = found(site, "battered fort")
    assert links == ["#R1.2"]


def test_a_number_an_ability_and_a_card_are_found(site: TestClient) -> None:
    assert found(site, "r5.5")[0] == "#R5.5"
    assert "#rage" in found(site, "RAGE")
    assert "/cards/cowardly-puncher" in found(site, "cowardly")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_ability_is_found_by_its_name_in_each_language(site: TestClient, language: str) -> None:
    page = site.get("/rules", headers={"Accept-Language": language}).text
    for slug in abilities.BY_SLUG:
        name = re.search(rf'id="{slug}-name"><a [^>]*>([^<]+)</a>', page)
        assert name
        assert f"#{slug}" in found(site, name[1], language), (slug, name[1])


def test_nothing_and_nonsense_are_answered(site: TestClient) -> None:
    assert found(site, "") == []
    assert found(site, "zzqx") == []
    assert "Nothing found" in site.get("/rules/found?q=zzqx").text
    assert "<script>" not in site.get("/rules/found", params={"q": "<script>"}).text.split("</head>")[1]


def test_without_scripts_the_list_is_a_page_that_leads_into_the_book(site: TestClient) -> None:
    answer = site.get("/rules/found?q=newcomers")
    assert 'href="/rules#R5.2"' in answer.text
    assert 'value="newcomers"' in answer.text
