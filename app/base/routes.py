"""The routers of `app.base`."""

from typing import Final

from fastapi import APIRouter

from app.base import health
from app.base.web import api_pages, house, installing, seen

FIRST: Final[list[APIRouter]] = [health.router, seen.router]
"""The routers of health checks, which are asked every second: they come before all others."""

ROUTERS: Final[list[APIRouter]] = [api_pages.router, installing.router, house.router]
