"""The workshop, where a player builds a deck for a match or searches for a Champion; and the create form before it."""

from __future__ import annotations

import re

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.cards.decks.builder import text_of
from engine import cards
from tests.support.boards import HTML, seated
from tests.support.service import site_of
from tests.support.visitors import another
from tools.rig.json import Json

STARTER = cards.of_sets(("initiation",))


def workshop(visitor: TestClient, path: str, seat: str, query: str = "", of: str = "div#workshop-deck-A") -> Response:
    """Return the answer to htmx."""
    headers = {"HX-Request-Type": "partial", "HX-Target": of}
    return visitor.get(f"{path}/workshop?seat={seat}{query}", headers=headers)


@pytest.fixture
def table(visitor: TestClient) -> tuple[TestClient, TestClient, str]:
    """Anna at A and Bo at B in a constructed duel with Champions, and its path."""
    guest = another(visitor)
    return visitor, guest, seated(visitor, guest, format="constructed", champions="optional")


def act(visitor: TestClient, path: str, action: Json) -> None:
    """Play an action; the API knows a browser's guest by its cookie."""
    seq = visitor.get(f"/api{path.replace('/match/', '/matches/')}").json()["seq"]
    answer = visitor.post(f"/api{path.replace('/match/', '/matches/')}/actions", json={"seq": seq, "action": action})
    assert answer.status_code == 200, answer.text


def hand_in(visitor: TestClient, path: str, slugs: list[str]) -> None:
    """Hand in a deck."""
    act(visitor, path, {"type": "deck", "cards": slugs})


def test_the_workshop_offers_saved_legal_decks_and_the_builder(table: tuple[TestClient, TestClient, str]) -> None:
    anna, bo, path = table
    anna.post("/decks", data={"name": "Foam", "deck": text_of(tuple(STARTER[:8]))}, headers=HTML)
    anna.post("/decks", data={"name": "Half", "deck": text_of(tuple(STARTER[:4]))}, headers=HTML)
    html = workshop(anna, path, "A").text
    assert "Foam" in html
    assert html.count("Play this deck") == 1 + 4 + 1  # hers, the starter decks, the builder's own
    assert html.index("Foam") < html.index("Half")
    assert "Complete it" in html
    assert html.count('id="pick-') == len(cards.ALL)
    assert "Foam" not in workshop(bo, path, "B").text


def test_a_match_from_a_decks_page_offers_that_deck_first(visitor: TestClient) -> None:
    for name in ("Foam", "Tides"):
        own = visitor.post("/decks", data={"name": name, "deck": text_of(tuple(STARTER[:8]))}, headers=HTML).url.path
        if name == "Foam":
            forms = re.findall(r'name="(\w+)" value="([^"]*)"', visitor.get(own, headers=HTML).text)
            wanted = dict(forms[:5])
    assert wanted == {
        "mode": "duel",
        "public": "no",
        "format": "constructed",
        "edition": "2022",
        "saved": wanted["saved"],
    }
    at = visitor.post("/new", data=wanted | {"mode": "bot", "first": "me"}, headers=HTML).url
    headers = {"HX-Request-Type": "partial", "HX-Current-URL": str(at)}
    html = visitor.get(f"{at.path}/workshop?seat=A", headers=headers).text
    assert 0 < html.index("Foam") < html.index("Play this deck") < html.index("Tides")


def test_building_in_the_workshop(table: tuple[TestClient, TestClient, str]) -> None:
    anna, _, path = table
    panel = workshop(anna, path, "A", "&deck=ogre&toggle=boom", "section#deck-panel")
    assert 'value="boom.ogre"' in panel.text
    assert 'aria-disabled="true"' in panel.text
    assert "hx-replace-url" not in panel.headers
    full = workshop(anna, path, "A", "&fill=8", "section#deck-panel").text
    assert '"type": "deck"' in full
    assert re.findall(r'id="pick-([\w-]+)"', workshop(anna, path, "A", "&q=naga", "section#found").text) == ["naga"]


def test_the_workshop_is_its_players_own(table: tuple[TestClient, TestClient, str]) -> None:
    anna, bo, path = table
    assert workshop(bo, path, "A").status_code == 403
    assert workshop(another(anna), path, "A").status_code == 401
    assert workshop(anna, path, "C").status_code == 400
    assert workshop(anna, "/match/nosuchmatch", "A").status_code == 404
    hand_in(anna, path, STARTER[:8])
    assert workshop(anna, path, "A").text == ""  # she is not awaited any more


def test_R9_1_champions_on_offer_are_those_the_engine_takes(table: tuple[TestClient, TestClient, str]) -> None:
    anna, bo, path = table
    hand_in(anna, path, STARTER[:8])
    hand_in(bo, path, STARTER[8:16])
    html = workshop(anna, path, "A", of="div#workshop-champion-A").text
    offered = set(re.findall(r'id="champion-([\w-]+)" aria', html))
    assert offered == {
        slug
        for slug, card in cards.ALL.items()
        if card.is_creature and "mercenary" not in card.printed and slug not in STARTER[:8]
    }
    assert "Play without Champions" in html
    form = {"name": "Rex's “pet”", "attack": "3", "health": "3", "ability": ["rage"], "icon": "duck"}
    design = anna.post("/designer", data=form, headers=HTML, follow_redirects=False).headers["location"].split("/")[-1]
    query = f"&chosen=titan&champion=design:{design}"
    changed = workshop(anna, path, "A", query, "section#champion-panel").text
    assert "Rex\\u0027s" in changed
    assert set(re.findall(r'id="champion-([\w-]+)" aria', changed)) == {"titan", f"design-{design}"}
    laid_back = workshop(anna, path, "A", "&chosen=titan&champion=titan", "section#champion-panel").text
    assert 'id="choose-champion"' not in laid_back


def test_R2_5a_the_other_decks_cards_make_no_difference(visitor: TestClient) -> None:
    """Bo's whole page is the same, byte for byte, whatever Anna has built or chosen in secret."""
    pages = []
    anna, bo = another(visitor), another(visitor)  # with the same faces each time
    for mine, choice in ((STARTER[:8], "titan"), (STARTER[16:24], "spectre"), (STARTER[16:24], None)):
        path = seated(anna, bo, format="constructed", champions="optional")
        hand_in(anna, path, mine)
        seen = [bo.get(path, headers=HTML).text, workshop(bo, path, "B").text]
        hand_in(bo, path, STARTER[8:16])
        act(anna, path, {"type": "champion_choice", "card": choice})
        seen += [bo.get(path, headers=HTML).text, workshop(bo, path, "B").text, another(visitor).get(path).text]
        seen.append(bo.get(f"{path}/log").text)
        pages.append([text.replace(path.split("/")[-1], "x") for text in seen])
    assert pages[0] == pages[1] == pages[2]


def test_the_form_leaves_out_what_cannot_be(visitor: TestClient) -> None:
    def opened(**fields: str) -> Json:
        path = another(visitor).post("/new", data=fields, headers=HTML, follow_redirects=False).headers["location"]
        live = site_of(visitor).matches.service.live_matches.cached(path.split("/")[-1])
        assert live is not None
        return dict(live.row.options)

    assert opened(mode="solo", format="constructed")["format"] == "preconstructed"
    assert opened(format="constructed", edition="2021", champions="yes")["champions"] is False
    assert opened(format="preconstructed", champions="yes")["champions"] is False
    assert opened(format="draft", champions="yes")["champions"] is True
    assert opened(format="constructed", champions="optional")["champions"] == "optional"
