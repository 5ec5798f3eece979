"""The pages that a browser keeps."""

from __future__ import annotations

from starlette.testclient import TestClient

from app.cards.gallery.starters import starters
from tools.rig.players import ApiPlayer


def test_the_form_for_matches_without_a_connection_offers_own_decks_and_nothing_that_needs_others(
    visitor: TestClient,
) -> None:
    anna = ApiPlayer(visitor, "Anna")
    cards = [str(card.slug) for card in starters()[0].cards]
    visitor.post("/api/decks", json={"name": "Mine", "cards": cards}, headers=anna.headers)
    html = {"accept": "text/html"}
    form = visitor.get("/offline/create", headers={**html, **anna.headers}).text
    assert "Mine" not in form and "Anna" not in form and form == visitor.get("/offline/create", headers=html).text
    own = visitor.get("/offline/own", headers=anna.headers)
    assert own.json() == {"name": "Anna", "decks": {"2022": [{"name": "Mine", "cards": ".".join(cards)}], "2021": []}}
    assert own.headers["cache-control"] == "no-store"
    assert visitor.get("/offline/own").json() == {"name": "", "decks": {"2022": [], "2021": []}}
    assert 'action="/offline/match"' in form and 'data-edition="2021"' in form
    assert 'value="duel"' not in form and 'name="clock"' not in form
    assert "Without a connection there are no Champions, clocks" in form


def test_the_kept_pages_are_empty_tables_of_a_worker(visitor: TestClient) -> None:
    for page in ("match", "practice", "replay"):
        shown = visitor.get(f"/offline/{page}").text
        assert "js/match/connection.js" in shown and 'id="stage"' in shown
    road = visitor.get("/offline/road").text
    assert "js/match/connection.js" in road and "js/offline/road.js" in road and 'id="opening"' in road
    offered = visitor.get("/offline").text
    assert all(f'href="/offline/road?deck={deck.number}"' in offered for deck in starters())
    assert "data-offer" in visitor.get("/offline/offer").text
