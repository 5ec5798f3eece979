"""The application factory: settings in, the whole site out."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI
from starlette_compress import CompressMiddleware

from app.base import i18n
from app.base.settings import Settings, load
from app.base.version import VERSION
from app.base.web import api_docs, api_pages, assets, error_pages, house, installing, logs, metrics
from app.base.web.headers import SecurityHeaders
from app.base.web.language import LanguageMiddleware
from app.base.web.limits.middleware import ConnectionCost
from app.base.web.methods import Methods
from app.base.web.origin import OriginCheck
from app.base.web.own_address import OwnAddress
from app.cards.decks import api as decks_api
from app.cards.decks import pages as decks_pages
from app.cards.designer import pages as designer_pages
from app.cards.gallery import api as cards_api
from app.cards.gallery import pages as cards_pages
from app.contests.deals import api as deals_api
from app.contests.deals import pages as deal_pages
from app.contests.ratings import api as ratings_api
from app.contests.ratings import pages as ratings_pages
from app.contests.tournaments.api import routes as tournaments_api
from app.contests.tournaments.live import sockets as tournaments_live
from app.contests.tournaments.pages import call as tournaments_call
from app.contests.tournaments.pages import caster_pages as tournaments_caster_pages
from app.contests.tournaments.pages import feeds as tournaments_feeds
from app.contests.tournaments.pages import other_pages as tournaments_other_pages
from app.contests.tournaments.pages import tournament_pages as tournaments_pages
from app.learning.lessons import pages as learn_pages
from app.learning.lessons import rulebook, search
from app.learning.mistakes import api as mistakes_api
from app.learning.mistakes import pages as mistake_pages
from app.learning.practice import page as practice_pages
from app.learning.puzzles import pages as puzzle_pages
from app.learning.replay import library
from app.learning.replay import pages as replay_pages
from app.learning.studies import edit_pages as study_edit_pages
from app.learning.studies import embed_pages, question_pages
from app.learning.studies import pages as study_pages
from app.matches.core import api as matches_api
from app.matches.core.opponents import challenge_api, company_api, finding_api, friend_api
from app.matches.core.sockets import match_socket as matches_socket
from app.matches.core.sockets import own_socket
from app.matches.play import bots as bot_pages
from app.matches.play import company_pages, hints, page_socket, waiting_host, workshop
from app.matches.play import pages as match_pages
from app.matches.solo import pages as solo_pages
from app.matches.talk import api as talk_api
from app.matches.talk import pages as talk_pages
from app.matches.talk import socket as talk_socket
from app.people.players import api as players_api
from app.people.players import invite_pages
from app.people.players.bans.ban_gate import BanGate
from app.people.players.identity import CookieFirst, send_again
from app.people.players.identity.own_cookies import OwnCookies
from app.people.players.programs import programs_pages, tokens_api
from app.people.players.programs.repeated_calls import RepeatedCalls
from app.people.players.sign_in.sign_in_gate import SignInGate
from app.site.account import api as account_api
from app.site.account import device_pages, provider_pages, settings_pages
from app.site.account import pages as account_pages
from app.site.admin import ban_pages, player_pages
from app.site.admin import match_pages as admin_match_pages
from app.site.admin import pages as admin_pages
from app.site.lobby import challenge_pages, finding_pages, friend_pages, own_matches, pages
from app.site.lobby import live as lobby_live
from app.site.offline import pages as offline_pages
from app.site.open_site import open_site_patiently
from app.site.ops import health, metrics_page, seen, status_page
from app.site.push import api as push_api
from app.site.push import pages as push_pages

# Every part of the site that answers requests: add its router here. They are tried in this order, and trying all costs
# more than a small answer: the most frequent come first.
ROUTERS: list[APIRouter] = [
    health.router,
    seen.router,
    finding_api.router,
    challenge_api.router,
    friend_api.router,
    matches_api.router,
    matches_api.records,
    hints.api,
    matches_socket.router,
    page_socket.router,
    lobby_live.router,
    own_socket.router,
    match_pages.router,
    tournaments_api.router,
    tournaments_feeds.router,  # before the pages: {id}.ics is no tournament, and /word no act
    push_pages.router,
    tournaments_pages.router,
    tournaments_other_pages.router,
    tournaments_call.router,
    tournaments_caster_pages.router,
    tournaments_live.router,
    talk_api.router,
    talk_socket.router,
    talk_pages.router,
    cards_pages.router,
    cards_api.router,
    api_pages.router,
    decks_api.router,
    decks_pages.router,
    designer_pages.router,
    players_api.router,
    push_api.router,
    pages.router,
    own_matches.router,
    finding_pages.router,
    challenge_pages.router,
    friend_pages.router,
    workshop.router,
    bot_pages.router,
    waiting_host.router,
    company_pages.router,
    company_api.router,
    offline_pages.router,
    hints.router,
    rulebook.router,
    search.router,
    learn_pages.router,
    practice_pages.router,
    puzzle_pages.router,
    mistakes_api.router,
    mistake_pages.router,
    deals_api.router,
    deal_pages.router,
    replay_pages.router,
    question_pages.router,
    study_pages.router,
    study_edit_pages.router,
    embed_pages.router,
    library.router,
    ratings_api.router,
    ratings_pages.router,
    solo_pages.router,
    invite_pages.router,
    account_pages.router,
    device_pages.router,
    provider_pages.router,
    account_api.router,
    account_api.proofs,
    settings_pages.router,
    installing.router,
    programs_pages.router,
    tokens_api.router,
    admin_pages.router,
    ban_pages.router,
    player_pages.router,
    admin_match_pages.router,
    metrics_page.router,
    status_page.router,
    house.router,
]


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application with these settings (by default the environment's); it opens the site when it starts."""
    settings = settings or load()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    logs.configure(settings)
    i18n.offer_further([settings.locales] if settings.locales else [])

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        async with open_site_patiently(settings) as site:
            app.state.site, app.state.services = site, site.services
            yield

    app = FastAPI(title="Clash of Decks", version=VERSION, lifespan=running, openapi_url=None)
    error_pages.install(app)
    app.add_exception_handler(CookieFirst, send_again)
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
