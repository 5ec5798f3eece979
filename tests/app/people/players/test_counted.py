"""Calls are counted for their player at the door, by the dependencies of `app.people.players.identity.counted`."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from tests.support.visitors import another
from tools.rig.players import ApiPlayer

HTML = {"Accept": "text/html"}


@pytest.mark.usefixtures("no_refill")
def test_a_call_counts_for_its_player_even_if_it_is_malformed_and_a_page_says_what_was_too_much(
    settings: Settings,
) -> None:
    narrow = settings.model_copy(update={"rate_limit": 0.05})  # 3 times "create", once "talk" for each guest
    with TestClient(create_app(narrow)) as client:
        ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
        sent: list[object] = [{}, {"mode": "chess"}, {}, {}, {"mode": "chess"}]
        asked = [client.post("/api/matches", json=each, headers=ann.headers).status_code for each in sent]
        assert asked == [201, 400, 201, 429, 429]
        assert client.post("/api/matches", json={}, headers=bob.headers).status_code == 201
        withdrawn = [client.post("/blocked/x/withdraw", headers=bob.headers | HTML).status_code for _ in range(2)]
        assert withdrawn == [404, 429]

        visitor = another(client)
        for status in (200, 200, 200, 422):
            page = visitor.post("/decks", data={"deck": "ogre", "name": "Ten ogres"}, headers=HTML)
            assert page.status_code == status
        assert "That was too fast" in page.text
