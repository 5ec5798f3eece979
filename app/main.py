"""The application factory: settings in, the whole site out."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import APIRouter, FastAPI
from starlette_compress import CompressMiddleware

from app.base import i18n
from app.base import routes as base
from app.base.settings import Settings, load
from app.base.version import VERSION
from app.base.web import api_docs, assets, error_pages, logs, metrics
from app.base.web.headers import SecurityHeaders
from app.base.web.language import LanguageMiddleware
from app.base.web.layers import ConnectionKind, LayeredApp
from app.base.web.limits.middleware import ConnectionCost
from app.base.web.methods import Methods
from app.base.web.origin import OriginCheck
from app.base.web.own_address import OwnAddress
from app.cards import routes as cards
from app.contests import routes as contests
from app.learning import routes as learning
from app.matches import routes as matches
from app.people import routes as people
from app.people.players.bans.ban_gate import BanGate
from app.people.players.identity import CookieFirst, send_again
from app.people.players.identity.own_cookies import OwnCookies
from app.people.players.invited import InviteFirst, to_invitations
from app.people.players.programs.repeated_calls import RepeatedCalls
from app.people.players.sign_in.sign_in_gate import SignInGate
from app.site import routes as site
from app.site.open_site import open_site_patiently

# Those whose paths begin alike (`app/base/web/path_index.py`) are tried in this order: the site's come before those of
# contests, because POST /tournament/{id}/word asks for notifications and is no act of tournaments.
ROUTERS: list[APIRouter] = [
    *base.ROUTERS,
    *matches.ROUTERS,
    *site.ROUTERS,
    *contests.ROUTERS,
    *cards.ROUTERS,
    *learning.ROUTERS,
    *people.ROUTERS,
]

PASSED_BY: Final[dict[ConnectionKind, tuple[object, ...]]] = {
    "file": (RepeatedCalls, OwnAddress, BanGate, OwnCookies),
    "socket": (RepeatedCalls, OwnAddress, Methods, CompressMiddleware, metrics.CountRequests, SecurityHeaders),
}
"""Layers that have nothing to do with static files, or with websockets."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application with these settings (by default the environment's); it opens the site when it starts."""
    settings = settings or load()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    logs.configure(settings)
    i18n.offer_further([settings.locales] if settings.locales else [])

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        async with open_site_patiently(settings) as opened:
            app.state.site, app.state.services = opened, opened.services
            yield

    app = LayeredApp(PASSED_BY, title="Clash of Decks", version=VERSION, lifespan=running, openapi_url=None)
    error_pages.install(app)
    app.add_exception_handler(CookieFirst, send_again)
    app.add_exception_handler(InviteFirst, to_invitations)
    api_docs.install(app)
    # The last one added is the outermost.
    app.add_middleware(RepeatedCalls)
    if settings.oidc_only:
        app.add_middleware(SignInGate)
    app.add_middleware(OriginCheck, base_url=settings.base_url)
    if settings.base_url:
        app.add_middleware(OwnAddress, base_url=settings.base_url)
    app.add_middleware(Methods)
    app.add_middleware(BanGate)
    app.add_middleware(ConnectionCost, most_sockets=settings.sockets_per_address)
    app.add_middleware(error_pages.UnexpectedErrors)
    app.add_middleware(LanguageMiddleware)
    app.add_middleware(CompressMiddleware)
    app.add_middleware(metrics.CountRequests)
    app.add_middleware(SecurityHeaders, base_url=settings.base_url)
    app.add_middleware(OwnCookies)
    app.add_middleware(logs.RequestLog)
    for router in ROUTERS:
        # As they are: include_router would build each of them again, 0.2 s of CPU time at the first page of a process.
        app.router.routes.extend(router.routes)
    app.mount(assets.PREFIX, assets.static_files(settings.dev), name="static")
    return app
