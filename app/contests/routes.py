"""The routers of `app.contests`."""

from typing import Final

from fastapi import APIRouter

from app.contests.deals import api as deals_api
from app.contests.deals import pages as deal_pages
from app.contests.legacy import pages as legacy_pages
from app.contests.ratings import api as ratings_api
from app.contests.ratings import pages as ratings_pages
from app.contests.tournaments.api import routes as tournaments_api
from app.contests.tournaments.live import sockets
from app.contests.tournaments.pages import call, caster_pages, feeds, other_pages, tournament_pages

ROUTERS: Final[list[APIRouter]] = [
    tournaments_api.router,
    feeds.router,  # before the pages: {id}.ics is no tournament
    tournament_pages.router,
    other_pages.router,
    call.router,
    caster_pages.router,
    sockets.router,
    deals_api.router,
    deal_pages.router,
    legacy_pages.router,
    ratings_api.router,
    ratings_pages.router,
]
