"""Guests of a site, and matches that they open: programs by the API, browsers by the site's forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import httpx

from app.base.live.connection import PAGE_PROTOCOL

ClientKind = Literal["api", "page"]
CLOCK: Final = {"kind": "fischer", "base": 10_800, "increment": 5}
"""Of matches of programs: long enough for random play."""
LIVE: Final = f"live?v={PAGE_PROTOCOL}"
"""The last part of the address of a page's socket."""
PAGE_CLOCK: Final = "fischer 1200 30"
"""Of matches of browsers: the longest option of the form."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest, identified by these headers."""

    headers: dict[str, str]


class ApiClient:
    """As a program does (docs/api.md)."""

    async def guest(self, http: httpx.AsyncClient, name: str) -> Guest:
        """Return a player with a token."""
        token = (await self._post(http, "/api/players", {"name": name}, {}))["token"]
        return Guest({"Authorization": f"Bearer {token}"})

    async def open(self, http: httpx.AsyncClient, host: Guest) -> str:
        """Open a match with POST /api/matches."""
        return str((await self._post(http, "/api/matches", {"deck": 1, "clock": CLOCK}, host.headers))["id"])

    async def join(self, http: httpx.AsyncClient, joining_player: Guest, match_id: str) -> None:
        """Take the free seat with POST /api/matches/{id}/join."""
        await self._post(http, f"/api/matches/{match_id}/join", {"deck": 2}, joining_player.headers)

    async def load(self, http: httpx.AsyncClient, guest: Guest, match_id: str) -> None:
        """Do nothing: a program has no page to load."""

    def socket_path(self, match_id: str, live: str = LIVE) -> str:
        """Return the stream."""
        return f"/api/matches/{match_id}/stream"

    async def _post(self, http: httpx.AsyncClient, path: str, body: object, headers: dict[str, str]) -> Any:
        answer = await http.post(path, json=body, headers=headers)
        answer.raise_for_status()
        return answer.json()


class BrowserClient:
    """As a browser does: forms, redirections and a cookie."""

    async def guest(self, http: httpx.AsyncClient, name: str) -> Guest:
        """Return a visitor who became a guest by a first form."""
        answer = await self._post(http, "/new", {"mode": "solo", "name": name}, {})
        cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
        return Guest({"Cookie": cookie})

    async def open(self, http: httpx.AsyncClient, host: Guest) -> str:
        """Return the create form; the redirection leads to the match."""
        fields = {"mode": "duel", "format": "preconstructed", "deck": "1", "clock": PAGE_CLOCK}
        answer = await self._post(http, "/new", fields, host.headers)
        return str(answer.headers["location"].rpartition("/")[2])

    async def join(self, http: httpx.AsyncClient, joining_player: Guest, match_id: str) -> None:
        """Send the join form."""
        await self._post(http, f"/match/{match_id}/join", {"deck": "2"}, joining_player.headers)

    async def load(self, http: httpx.AsyncClient, guest: Guest, match_id: str) -> None:
        """Load the match's page."""
        (await http.get(f"/match/{match_id}", headers=guest.headers)).raise_for_status()
        http.cookies.clear()

    def socket_path(self, match_id: str, live: str = LIVE) -> str:
        """Return the board's socket; `live` is what a site of another version calls its last part."""
        return f"/match/{match_id}/{live}"

    async def _post(
        self, http: httpx.AsyncClient, path: str, fields: dict[str, str], headers: dict[str, str]
    ) -> httpx.Response:
        sent = {"Cookie": headers["Cookie"]} if "Cookie" in headers else {}
        answer = await http.post(path, data=fields, headers=sent)
        http.cookies.clear()  # guests share the client: each sends its own cookie
        if answer.status_code != httpx.codes.SEE_OTHER:
            raise httpx.HTTPStatusError(f"{path}: {answer.status_code}", request=answer.request, response=answer)
        return answer


GUEST_CLIENTS: dict[ClientKind, ApiClient | BrowserClient] = {"api": ApiClient(), "page": BrowserClient()}
