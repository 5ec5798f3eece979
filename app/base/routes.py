"""The routers of `app.base`."""

from typing import Final

from fastapi import APIRouter

from app.base import health
from app.base.web import api_pages, house, installing, seen

FIRST: Final[list[APIRouter]] = [health.router, seen.router]
"""What is asked every second, before all others."""

ROUTERS: Final[list[APIRouter]] = [api_pages.router, installing.router, house.router]
