"""The gallery's pages, and that they agree with GET /api/cards."""

import html
import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from engine import balance, cards
from engine.abilities import NAMES
from tests.support.cases import in_turn
from tools.rig.json import Json

PAGE = {"accept": "text/html"}


@pytest.fixture
def api(visitor: TestClient) -> Json:
    """Provide the answer of GET /api/cards."""
    answer = visitor.get("/api/cards")
    assert answer.status_code == 200
    body: Json = answer.json()
    return body


def shown(client: TestClient, address: str) -> list[str]:
    """Return the slugs of the cards on a page, in order."""
    answer = client.get(address, headers=PAGE)
    assert answer.status_code == 200
    return re.findall(r'data-card="([^"]+)"', answer.text)


def test_gallery_shows_what_the_api_lists(visitor: TestClient, api: Json) -> None:
    assert shown(visitor, "/cards") == [card["slug"] for card in api["cards"]] == list(cards.ALL)


def test_cards_stand_by_how_often_those_who_drafted_them_won(visitor: TestClient) -> None:
    text = visitor.get("/cards?sort=won", headers=PAGE).text
    order = re.findall(r'data-card="([^"]+)"', text)
    rates = {slug: rate[1] for slug in cards.ALL if (rate := balance.newest_rate(slug)) is not None}
    won = [rates[slug].wins / rates[slug].games for slug in order if slug in rates]
    assert won == sorted(won, reverse=True) and set(order[: len(rates)]) == set(rates)
    assert f"{100 * won[0]:.0f} %" in text.replace("\u202f", " ").replace("\xa0", " ") or f"{100 * won[0]:.0f}%" in text


def test_api_card(api: Json) -> None:
    ogre = next(card for card in api["cards"] if card["slug"] == "ogre")
    assert ogre == {
        "slug": "ogre", "name": "Ogre", "names": {"en": "Ogre", "fr": "Ogre", "es": "Ogro"}, "set": "initiation",
        "type": "creature", "cost": 4, "attack": 4, "health": 4, "abilities": ["berserk"], "deck": 2, "icon": "ogre",
        "text": "Hits for 4, falls to 4 damage: each creature it destroys buys it another attack.",
    }  # fmt: skip
    sheepify = next(card for card in api["cards"] if card["slug"] == "sheepify")
    assert (sheepify["attack"], sheepify["health"], sheepify["deck"]) == ("X", None, None)


def test_api_sets_and_abilities(api: Json) -> None:
    assert [(each["slug"], len(each["cards"])) for each in api["sets"]] == [(slug, 32) for slug in cards.SETS]
    assert {each["slug"] for each in api["abilities"]} == set(NAMES)
    editions = {each["slug"]: each["editions"] for each in api["abilities"]}
    assert (editions["rage"], editions["symbiote"]) == (["2021", "2022"], ["2022"])
    assert [each["slug"] for each in api["abilities"] if not each["lendable"]] == [
        "aura", "blood-price", "defender", "mercenary", "symbiote",
    ]  # fmt: skip


def test_every_card_page_agrees_with_the_api(visitor: TestClient, api: Json) -> None:
    for card in api["cards"]:
        text = html.unescape(visitor.get(f"/cards/{card['slug']}", headers=PAGE).text)
        assert f"<h1><bdi>{card['name']}</bdi></h1>" in text and card["text"] in text
        assert f"/cards?set={card['set']}" in text
        for figure in (card["cost"], card["attack"], card["health"]):
            assert figure is None or f"<dd>{figure}</dd>" in text
        for slug in card["abilities"]:
            assert f'href="/abilities/{slug.partition(":")[0]}"' in text


def test_every_ability_page_agrees_with_the_api(visitor: TestClient, api: Json) -> None:
    for ability in api["abilities"]:
        answer = visitor.get(f"/abilities/{ability['slug']}", headers=PAGE)
        text = html.unescape(answer.text)
        assert f"<h1>{ability['name']}</h1>" in text and ability["text"] in text
        slug = ability["slug"]
        has = [c["slug"] for c in api["cards"] if any(slug in mark.split(":") for mark in c["abilities"])]
        assert sorted(re.findall(r'data-card="([^"]+)"', answer.text)) == sorted(has)


def test_filters_by_address(visitor: TestClient) -> None:
    assert shown(visitor, "/cards?set=elusive&set=resistance&type=incantation&sort=name") == [
        "adrenaline-rush", "clean-cut", "demonic-sacrifice", "food-summoning", "sheepify", "shrinking-ritual",
        "trapped-loot", "unstable-mixture",
    ]  # fmt: skip
    assert shown(visitor, "/cards?cost=9") == ["liquefaction"]
    assert shown(visitor, "/cards?ability=vulnerability&ability=splash") == ["democtopus"]
    assert shown(visitor, "/cards?q=poisson") == ["lanternfish"]


@in_turn(
    "address",
    ["/cards?set=atlantis&cost=-1&cost=x&type=spell&ability=flying&sort=beauty", "/cards?cost=99999999999999999999"],
)
def test_unknown_filters_are_left_out(visitor: TestClient, address: str) -> None:
    assert len(shown(visitor, address)) == len(cards.ALL)


def test_searched_text_is_escaped_and_cut(visitor: TestClient) -> None:
    text = visitor.get("/cards", params={"q": '"><script>' + "x" * 500}, headers=PAGE).text
    assert "<script>x" not in text
    assert 'value="&#34;&gt;&lt;script&gt;xxx' in text
    assert "x" * 61 not in text


def test_htmx_gets_the_list_alone(visitor: TestClient) -> None:
    text = visitor.get("/cards?set=elusive", headers={**PAGE, "HX-Request": "true", "HX-Request-Type": "partial"}).text
    assert "<html" not in text and len(re.findall("data-card=", text)) == 32 and f"32 of {len(cards.ALL)} cards" in text


@in_turn("address", ["/cards/unicorn", "/cards/unicorn/face", "/abilities/flying", "/abilities/aura:rage"])
def test_unknown_card_or_ability(visitor: TestClient, address: str) -> None:
    assert visitor.get(address, headers=PAGE).status_code == 404


def test_a_card_alone_for_a_closer_look(visitor: TestClient) -> None:
    text = visitor.get("/cards/ogre/face").text
    assert "<html" not in text and text.count('data-card="ogre"') == 1


def test_a_designed_card_alone_for_a_closer_look(visitor: TestClient) -> None:
    card = {"name": "<i>Bo</i>", "type": "creature", "cost": 3, "attack": 2, "health": 3, "abilities": ["sprint"]}
    face = visitor.get("/cards/face", params={"card": json.dumps(card)}, headers=PAGE)
    assert face.status_code == 200 and "&lt;i&gt;Bo" in face.text and "<i>Bo" not in face.text
    bad: Any
    for bad in ("", "nonsense", "[]", "7", '"ogre"', json.dumps({**card, "attack": 99}), "x" * 3000):
        refused = visitor.get("/cards/face", params={"card": bad})
        assert refused.status_code in (400, 404), bad
        assert set(refused.json()) == {"error", "code"}
