"""The routers of `app.people`."""

from typing import Final

from fastapi import APIRouter

from app.people.players import api, invite_pages
from app.people.players.programs import programs_pages, tokens_api

ROUTERS: Final[list[APIRouter]] = [api.router, invite_pages.router, programs_pages.router, tokens_api.router]
