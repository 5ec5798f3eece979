"""The routers of `app.base`."""

from typing import Final

from fastapi import APIRouter

from app.base import health
from app.base.web import api_pages, installing, seen, site_pages

ROUTERS: Final[list[APIRouter]] = [health.router, seen.router, api_pages.router, installing.router, site_pages.router]
