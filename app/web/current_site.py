"""The site that answers a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.types import Scope

if TYPE_CHECKING:
    from app.site import Site


def site_in(scope: Scope) -> Site:
    """Return the site of a request or a socket, for what is no page."""
    site: Site = scope["app"].state.site
    return site


def site_of(connection: HTTPConnection) -> Site:
    """Return the site of a request or a socket."""
    return site_in(connection.scope)
