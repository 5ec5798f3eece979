"""All routes of the site, and their paths with something that exists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fastapi.routing import APIRoute, APIWebSocketRoute

from app.main import ROUTERS

SLUGS = {"/cards/": "ogre", "/abilities/": "rage", "/learn/": "1", "/rules/": "R1"}


def routes() -> Iterator[APIRoute | APIWebSocketRoute]:
    """Yield every route of the site."""
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute | APIWebSocketRoute)
            yield route


def all_reads() -> list[str]:
    """Return the path of every route that is read, with {id} and the like in it."""
    return sorted({route.path for route in routes() if isinstance(route, APIRoute) and "GET" in (route.methods or ())})


def filled(path: str, match_id: str) -> str:
    """Return the path with something that exists, as far as this test knows."""
    slug = next((value for start, value in SLUGS.items() if path.startswith(start)), "x")
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda found: match_id if path.startswith("/match/") else slug, path)
