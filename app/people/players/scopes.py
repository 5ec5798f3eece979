"""Scopes: what a token allows. A browser's cookie, and the token of a new guest, allow everything.

Every token may read. The path of a request decides its scope, so that a new call is closed to tokens of small scope
until it is listed here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

from starlette.requests import HTTPConnection

from app.base.errors import AppError, Code

Scope = Literal["play", "decks", "account"]
Scopes: TypeAlias = frozenset[Scope]

EVERYTHING: Final[Scopes] = frozenset(get_args(Scope))
LOOKING: Final = ("GET", "HEAD")
_OF_FOLDER: Final[dict[str, Scope]] = {
    "matches": "play", "challenges": "play", "friends": "play", "tournaments": "play", "deals": "play",
    "mistakes": "play", "decks": "decks",
}  # fmt: skip


def read_scopes(names: str | Iterable[str]) -> Scopes:
    """Return the scopes with these names (a text has them by commas); unknown ones are left out."""
    given = names.split(",") if isinstance(names, str) else names
    return EVERYTHING & frozenset(given)


def written(scopes: Scopes) -> str:
    """Return scopes as they are stored, in the order in which they are shown."""
    return ",".join(in_order(scopes))


def in_order(scopes: Scopes) -> list[Scope]:
    """Return scopes in the order in which they are shown."""
    return [scope for scope in get_args(Scope) if scope in scopes]


def needed_for(connection: HTTPConnection) -> Scope | None:
    """Return the scope without which a token is refused here; None where every token will do."""
    path = connection.scope["path"].split("/")
    if path[1] != "api":
        return "account"
    if path[2:4] == ["players", "me"] and len(path) > len(["", "api", "players", "me"]):
        return "account"
    if connection.scope["type"] == "websocket" or connection.scope["method"] in LOOKING:
        return None
    return _OF_FOLDER.get(path[2], "account")


def admit(connection: HTTPConnection, scopes: Scopes) -> None:
    """Keep the scopes of a request's token; refuse a request that needs more."""
    connection.state.scopes = scopes
    needed = needed_for(connection)
    if needed is not None:
        check_scope(connection, needed)


def check_scope(connection: HTTPConnection, needed: Scope) -> None:
    """Raise AppError(scope_needed) for somebody whose token does not allow this."""
    if not allows(connection, needed):
        raise AppError(Code.scope_needed, scope=needed)


def allows(connection: HTTPConnection, scope: Scope) -> bool:
    """True unless the request came by a token without this scope."""
    return scope in getattr(connection.state, "scopes", EVERYTHING)
