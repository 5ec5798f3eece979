"""The routes of an application by how their paths begin: a request tries those that it could be for, not all."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

DEPTH: Final = 2  # segments of a path that are looked at: /api/matches, of /api/matches/{id}


class PathIndex:
    """A router's application, which asks in their order the routes whose paths begin as the request's, up to the first
    parameter. The routes are all there when it is made."""

    def __init__(self, router: APIRouter) -> None:
        self._router = router
        by_beginning: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, route in enumerate(router.routes):
            by_beginning[_beginning(route)].append(number)
        firsts = {beginning[:length] for beginning in by_beginning for length in range(DEPTH + 1)}
        self._apps: dict[tuple[str, ...], ASGIApp] = {}
        for first in firsts:
            numbers = sorted({n for length in range(len(first) + 1) for n in by_beginning.get(first[:length], ())})
            self._apps[first] = _narrowed(router, [router.routes[number] for number in numbers])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one of the routes answer."""
        if scope["type"] == "lifespan" or scope.get("root_path"):
            await self._router.app(scope, receive, send)
            return
        scope["router"] = self._router  # which knows all names
        first = tuple(scope["path"].split("/", DEPTH + 1)[1 : DEPTH + 1])
        app = self._apps.get(first) or self._apps.get(first[:1]) or self._apps[()]
        await app(scope, receive, send)


def _beginning(route: BaseRoute) -> tuple[str, ...]:
    """Return the first segments of a route's path that are the same in all that it matches."""
    fixed, parameter, _ = getattr(route, "path", "{").partition("{")
    segments = fixed.split("/")[1:]
    return tuple(segments[:-1] if parameter else segments)[:DEPTH]


def _narrowed(router: APIRouter, routes: Sequence[BaseRoute]) -> ASGIApp:
    narrowed = copy.copy(router)
    narrowed.routes = list(routes)
    return narrowed.app
