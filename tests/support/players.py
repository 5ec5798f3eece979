"""Players who use the API, against the site in this process or a real one, and make moves by chance."""

from __future__ import annotations

import random
from typing import Any, Protocol

Json = dict[str, Any]


class Answer(Protocol):
    """What httpx and starlette's test client both answer."""

    status_code: int

    @property
    def text(self) -> str: ...

    def json(self) -> Any: ...


class Client(Protocol):
    """What httpx and starlette's test client both can do."""

    def request(self, method: str, url: str, *, json: Any = ..., headers: Any = ...) -> Any: ...


class ApiPlayer:
    """A guest with a token. `heard` keeps the text of every answer, for tests that look for leaks."""

    def __init__(self, client: Client, name: str = "Player") -> None:
        self.client = client
        self.heard: list[str] = []
        created = client.request("POST", "/api/players", json={"name": name}, headers={})
        assert created.status_code == 201, created.text
        self.id: str = created.json()["id"]
        self.name: str = created.json()["name"]
        self.token: str = created.json()["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, json: Any = None) -> Any:
        """The answer to a request to /api/matches…"""
        answer = self.client.request(method, f"/api/matches{path}", json=json, headers=self.headers)
        self.heard.append(answer.text)
        return answer

    def ok(self, method: str, path: str, json: Any = None) -> Json:
        """The JSON of a request that must succeed."""
        answer = self.ask(method, path, json)
        assert answer.status_code in (200, 201), f"{method} {path}: {answer.status_code} {answer.text}"
        body: Json = answer.json()
        return body

    def refused(self, method: str, path: str, json: Any, status: int, code: str) -> None:
        """A request that must be refused so, with one sentence."""
        answer = self.ask(method, path, json)
        body = answer.json()
        assert (answer.status_code, body["code"]) == (status, code), answer.text
        assert set(body) == {"error", "code"}
        assert body["error"].strip()

    def open(self, **options: Any) -> str:
        """Open a match, by default as seat A; its id."""
        match_id: str = self.ok("POST", "", {"seat": "A", **options})["id"]
        return match_id

    def state(self, match_id: str) -> Json:
        """The match as this player may see it."""
        return self.ok("GET", f"/{match_id}")

    def act(self, match_id: str, seq: int, action: Json) -> Json:
        """Play an action that must be accepted."""
        return self.ok("POST", f"/{match_id}/actions", {"seq": seq, "action": action})


def duel(client: Client, **options: Any) -> tuple[ApiPlayer, ApiPlayer, str]:
    """Ann at A, Bob at B, and the id of their match, which has begun."""
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    match_id = ann.open(**options)
    bob.ok("POST", f"/{match_id}/join", {})
    return ann, bob, match_id


def choose(state: Json, rng: random.Random) -> Json:
    """A legal action by chance; where only the kind of action is listed, a deck or a Champion by chance."""
    action: Json = rng.choice(state["legal"])
    if "choose" not in action:
        return action
    if action["type"] == "deck":
        return {"type": "deck", "cards": rng.sample(cards_to_build_with(state), action["choose"])}
    taken = set(state["view"].get("decks", {}).get(state["seat"]) or [])
    champion = next(slug for slug in rng.sample(CREATURES, len(CREATURES)) if slug not in taken)
    return {"type": "champion_choice", "card": champion}


def _creatures() -> list[str]:
    from engine import cards

    return [slug for slug, card in cards.ALL.items() if card.is_creature and "mercenary" not in card.printed]


CREATURES = _creatures()


def cards_to_build_with(state: Json) -> list[str]:
    """The cards of which a deck may be built in this match (R2.5)."""
    from engine import cards

    sets = ("initiation",) if state["edition"] == "2021" else cards.SETS
    return cards.of_sets(sets)


def play_on(players: dict[str, ApiPlayer], match_id: str, rng: random.Random, limit: int = 10_000) -> Json:
    """Random legal moves until the match is over or `limit` have been made; the last answer."""
    state = players["A"].state(match_id)
    for _ in range(limit):
        if state["status"] == "over":
            break
        seat = rng.choice(state["to_act"])
        mine = players[seat].state(match_id)
        state = players[seat].act(match_id, mine["seq"], choose(mine, rng))
    return state
