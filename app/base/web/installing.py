"""The site as an app to install: its manifest, and the worker that serves it offline."""

from __future__ import annotations

from typing import Final

import orjson
from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from app.base.i18n import _, current_language
from app.base.web.assets import STATIC
from app.base.web.limits import Limit
from app.base.web.page_cache import cached_answer
from app.base.web.services import service_of
from app.base.web.templating import Templates

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask"))])

UNINDEXED: Final = (
    *("/api/", "/admin", "/account", "/settings", "/match/", "/matches", "/mistakes", "/replays/", "/studies/"),
    *(
        "/deals/",
        "/challenge",
        "/friends/",
        "/profile/",
        "/tournament/",
        "/calendar",
        "/embed/",
        "/legacy/",
        "/cards/face",
        "/puzzles/",
    ),
)
WORKER = STATIC / "js" / "worker" / "offline.js"


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Return the site's name, icons and colours as an installed application has them."""

    def draw() -> str:
        return orjson.dumps(_manifest(request)).decode()

    return await cached_answer(request, "manifest", draw, media_type="application/manifest+json")


def _manifest(request: Request) -> dict[str, object]:
    asset = service_of(request, Templates).asset
    icons = [(f"vendor/app/icon-{size}.png", f"{size}x{size}", "any") for size in (192, 512)]
    icons.append(("vendor/app/full-512.png", "512x512", "maskable"))
    return {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "name": _("Clash of Decks"),
        "short_name": _("Clash of Decks"),
        "description": _(
            "A card game for two, free in the browser: play a friend by link, play the computer, or play alone."
        ),
        "lang": current_language().tag,
        "dir": current_language().direction,
        "categories": ["games"],
        "background_color": "#10181d",
        "theme_color": "#10181d",
        "icons": [
            {"src": asset(path), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for path, sizes, purpose in icons
        ],
        "shortcuts": [{"name": _("Next match"), "url": "/matches/next"}, {"name": _("Rules"), "url": "/rules"}],
    }


@router.get("/worker.js")
async def worker(request: Request) -> Response:
    """Return the service worker: it must stand at the root of the site to see all of it."""
    asset = service_of(request, Templates).asset
    known = {
        "VERSION": service_of(request, Templates).version or "dev",
        "ICON": asset("vendor/app/icon-192.png"),
        "BADGE": asset("vendor/app/badge-96.png"),
    }
    begin = "".join(f'const {name} = "{value}";\n' for name, value in known.items())
    headers = {"Cache-Control": "no-cache"}
    return Response(begin + WORKER.read_text("utf-8"), media_type="text/javascript", headers=headers)


@router.get("/robots.txt")
async def robots() -> Response:
    """Return what crawlers may leave out: what is drawn for one visitor, or costs much and says little on its own."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in UNINDEXED)]
    return Response("\n".join(lines) + "\n", media_type="text/plain", headers={"Cache-Control": "max-age=86400"})
