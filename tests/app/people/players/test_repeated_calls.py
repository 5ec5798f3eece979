"""A call sent again with its key: the stored answer is for a caller who would still be let in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.testclient import TestClient

from app.people.players.player import Player
from tests.support.cases import case
from tests.support.service import site_of
from tools.rig.players import ApiPlayer

MADE = "/api/tournaments", {"name": "Club", "entry": "invitation"}


def test_nobody_gets_a_stored_answer_who_is_let_in_no_more(visitor: TestClient) -> None:
    site, call = site_of(visitor), visitor.portal.call  # type: ignore[union-attr]

    def token_of(player: ApiPlayer, *scopes: str) -> dict[str, str]:
        asked = {"label": "x", "scopes": list(scopes)} if scopes else {"label": "x"}
        answer = visitor.post("/api/players/me/tokens", json=asked, headers=player.headers).json()
        return {"Authorization": f"Bearer {answer['token']}", "Idempotency-Key": "1"}

    def ended(player: ApiPlayer) -> None:
        for token in visitor.get("/api/players/me/tokens", headers=player.headers).json()["tokens"]:
            visitor.delete(f"/api/players/me/tokens/{token['id']}", headers=player.headers)

    def banned(player: ApiPlayer) -> None:
        call(partial(site.people.bans.add, "ban", Player(player.id, "Ann"), "rude", None))

    def deleted(player: ApiPlayer) -> None:
        assert visitor.delete("/api/players/me", headers=player.headers).is_success

    def merged(player: ApiPlayer) -> None:
        taker = ApiPlayer(visitor, "Bob")
        call(site.front.accounts.merge, Player(player.id, "Ann"), Player(taker.id, "Bob"))

    ways: tuple[tuple[Callable[[ApiPlayer], None], int, str], ...] = (
        (ended, 401, "bad_token"), (banned, 403, "banned"), (deleted, 401, "bad_token"), (merged, 401, "bad_token"),
    )  # fmt: skip
    path, asked = MADE
    for lose, status, code in ways:
        with case(lose.__name__):
            ann = ApiPlayer(visitor, "Ann")
            headers = token_of(ann)

            def again(headers: dict[str, str] = headers) -> Any:
                return visitor.post(path, json=asked, headers=headers)

            first = again()
            assert first.status_code == 201 and first.json()["invite"]
            assert again().json() == first.json()
            lose(ann)
            assert (again().status_code, again().json()["code"]) == (status, code)


def test_who_proves_nothing_gets_nothing_that_another_such_caller_made(visitor: TestClient) -> None:
    path, asked = MADE
    for headers in ({}, {"Cookie": "guest=forged"}):
        answer = visitor.post(path, json=asked, headers={**headers, "Idempotency-Key": "2"})
        assert answer.status_code in (401, 403) and "invite" not in answer.text
