"""Players who use the API, against the site in this process or a real one, and make moves by chance."""

from __future__ import annotations

import random
from typing import Any, Protocol

from tools.rig.json import Json
from tools.rig.random_moves import choose


class Client(Protocol):
    """A client of httpx, or starlette's test client."""

    def request(self, method: str, url: str, *, json: object = ..., headers: Any = ...) -> Any: ...


class ApiPlayer:
    """A guest with a token, or a bot account. `received` keeps the text of every answer, for tests of leaks."""

    def __init__(self, client: Client, name: str = "Player", *, bot: bool = False) -> None:
        self.client = client
        self.received: list[str] = []
        created = client.request("POST", "/api/players", json={"name": name, "bot": bot}, headers={})
        assert created.status_code == 201, created.text
        self.id: str = created.json()["id"]
        self.name: str = created.json()["name"]
        self.token: str = created.json()["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, json: object = None) -> Any:
        """Return the answer to a request to /api/matches…"""
        answer = self.client.request(method, f"/api/matches{path}", json=json, headers=self.headers)
        self.received.append(answer.text)
        return answer

    def ok(self, method: str, path: str, json: object = None) -> Json:
        """Return the JSON of a request that must succeed."""
        answer = self.ask(method, path, json)
        assert answer.status_code in (200, 201), f"{method} {path}: {answer.status_code} {answer.text}"
        body: Json = answer.json()
        return body

    def refused(self, method: str, path: str, json: object, status: int, code: str) -> None:
        """Send a request that must be refused with this code and one sentence."""
        answer = self.ask(method, path, json)
        body = answer.json()
        assert (answer.status_code, body["code"]) == (status, code), answer.text
        assert set(body) == {"error", "code"}
        assert body["error"].strip()

    def open(self, **options: object) -> str:
        """Open a match, by default as seat A; returns its id."""
        match_id: str = self.ok("POST", "", {"seat": "A", **options})["id"]
        return match_id

    def state(self, match_id: str) -> Json:
        """Return the match as this player may see it."""
        return self.ok("GET", f"/{match_id}")

    def act(self, match_id: str, seq: int, action: Json) -> Json:
        """Play an action that must be accepted."""
        return self.ok("POST", f"/{match_id}/actions", {"seq": seq, "action": action})


def duel(client: Client, **options: object) -> tuple[ApiPlayer, ApiPlayer, str]:
    """Open a duel: Ann at A, Bob at B, and the id of their match, which has begun."""
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    match_id = ann.open(**options)
    bob.ok("POST", f"/{match_id}/join", {})
    return ann, bob, match_id


def play_on(players: dict[str, ApiPlayer], match_id: str, rng: random.Random, limit: int = 10_000) -> Json:
    """Play random legal moves until the match is over or `limit` have been made; return the last answer."""
    state = players["A"].state(match_id)
    for _ in range(limit):
        if state["status"] == "over":
            break
        seat = rng.choice(state["to_act"])
        mine = players[seat].state(match_id)
        state = players[seat].act(match_id, mine["seq"], choose(mine, rng))
    return state
