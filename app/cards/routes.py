"""The routers of `app.cards`."""

from typing import Final

from fastapi import APIRouter

from app.cards.decks import api as decks_api
from app.cards.decks import pages as decks_pages
from app.cards.designer import pages as designer_pages
from app.cards.gallery import api as cards_api
from app.cards.gallery import pages as cards_pages

ROUTERS: Final[list[APIRouter]] = [
    cards_pages.router,
    cards_api.router,
    decks_api.router,
    decks_pages.router,
    designer_pages.router,
]
