"""The routers of `app.site`."""

from typing import Final

from fastapi import APIRouter

from app.site.account import api as account_api
from app.site.account import device_pages, provider_pages, settings_pages
from app.site.account import pages as account_pages
from app.site.admin import ban_pages, match_pages, player_pages
from app.site.admin import pages as admin_pages
from app.site.lobby import challenge_pages, finding_pages, friend_pages, live, own_matches, pages
from app.site.offline import pages as offline_pages
from app.site.ops import metrics_page, status_page
from app.site.push import api as push_api
from app.site.push import pages as push_pages

ROUTERS: Final[list[APIRouter]] = [
    live.router,
    pages.router,
    own_matches.router,
    push_pages.router,
    push_api.router,
    finding_pages.router,
    challenge_pages.router,
    friend_pages.router,
    offline_pages.router,
    account_pages.router,
    device_pages.router,
    provider_pages.router,
    account_api.router,
    account_api.proofs,
    settings_pages.router,
    admin_pages.router,
    ban_pages.router,
    player_pages.router,
    match_pages.router,
    metrics_page.router,
    status_page.router,
]
