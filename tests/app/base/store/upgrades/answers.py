"""Everything that a site answers about its world: to each of its players, and to a stranger."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

from tools.rig.json import Json
from tools.rig.players import Client

OWN: Final = (
    "/api/players/me", "/api/players/me/settings", "/api/players/me/tokens", "/api/players/me/sessions",
    "/api/players/me/blocks", "/api/players/me/profile", "/api/players/me/export", "/api/matches/mine", "/api/matches",
    "/api/matches/playing", "/api/challenges", "/api/challenges/opponents", "/api/friends", "/api/decks",
    "/api/tournaments", "/api/tournaments/mine", "/api/leaderboard?format=draft&clock=live", "/api/mistakes",
    "/matches", "/replays", "/studies", "/decks", "/designer", "/tournaments", "/profile", "/settings", "/blocked",
)  # fmt: skip
READERS: Final = ("Ann", "Bob", "Cem")
PAGE_READERS: Final = ("Ann", "")
"""Pages take ten times as long as calls of the API."""
OF_THE_MOMENT: Final = ("exported_at", "here", "seen_at", "used_at", "deviation")
"""Keys that depend on when, or from where, somebody asks: a deviation grows with the days."""
RUNNING: Final = ("left", "vacation_left", "next_at", "ends_at")
"""Keys of clocks and tournaments: seconds that run while the site does."""
ORIGIN: Final = re.compile(r"^http://[^/]+")
OF_A_MATCH: Final = ("", "/record", "/ratings", "/talk")
OF_A_TOURNAMENT: Final = ("", "/acts", "/export.csv", "/export.trf")


class CookieClient(Client, Protocol):
    """A client that keeps the cookies of answers."""

    @property
    def cookies(self) -> Any: ...


@dataclass(frozen=True)
class Contents:
    """The names and tokens of a world's players, its matches and tournaments by name, and further addresses."""

    tokens: dict[str, str]
    matches: dict[str, str]
    tournaments: dict[str, str]
    handles: dict[str, str]
    pages: list[str]

    def to_json(self) -> Json:
        """Return the arguments of `Contents`."""
        return asdict(self)

    def paths(self) -> Iterator[str]:
        """Return every address to read."""
        yield from OWN
        yield from self.pages
        for match_id in self.matches.values():
            yield from (f"/api/matches/{match_id}{part}" for part in OF_A_MATCH)
            yield from (f"/match/{match_id}", f"/match/{match_id}/replay")
        for tournament_id in self.tournaments.values():
            yield from (f"/api/tournaments/{tournament_id}{part}" for part in OF_A_TOURNAMENT)
            yield f"/tournament/{tournament_id}"
        for handle in self.handles.values():
            yield from (f"/api/profiles/{handle}", f"/api/profiles/{handle}/matches", f"/profile/{handle}")


def answers(client: CookieClient, world: Contents) -> Json:
    """Return what each player, and a stranger (""), is answered at each address.

    JSON as it is; of a page the names, matches, tournaments and addresses of this world that stand in it.
    """
    known = [*world.tokens, *world.matches.values(), *world.tournaments.values(), *world.handles.values(), *world.pages]
    words = re.compile("|".join(rf"\b{re.escape(word)}\b" if word.isalpha() else re.escape(word) for word in known))
    found: Json = {}
    for name, token in {**{name: world.tokens[name] for name in READERS}, "": ""}.items():
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        for path in world.paths():
            if not path.startswith("/api/") and name not in PAGE_READERS:
                continue
            accept = "*/*" if path.startswith("/api/") else "text/html"
            client.cookies.clear()
            answer = client.request("GET", path, headers={**headers, "Accept": accept, "Accept-Language": "en"})
            found[f"{name} {path}"] = [answer.status_code, _content(answer, words)]
    return found


def _content(answer: Any, words: re.Pattern[str]) -> object:
    kind = answer.headers.get("content-type", "")
    if "json" in kind:
        return _settled(json.loads(answer.text))
    return dict.fromkeys(sorted(words.findall(answer.text)), True) if "html" in kind else answer.text.splitlines()


def _settled(value: object) -> object:
    """Return JSON without what depends on the moment and the address of the site: seconds that run are whole hours, an
    export's matches sorted."""
    if isinstance(value, list):
        return [_settled(one) for one in value]
    if isinstance(value, str):
        return ORIGIN.sub("", value)
    if not isinstance(value, dict):
        return value
    if "exported_at" in value:
        value["matches"].sort(key=lambda match: match["id"])
    return {
        key: _in_hours(one) if key in RUNNING else _settled(one)
        for key, one in value.items()
        if key not in OF_THE_MOMENT
    }


def _in_hours(value: object) -> object:
    if isinstance(value, dict):
        return {key: _in_hours(one) for key, one in value.items()}
    return round(value / 3600) if isinstance(value, float | int) else value
