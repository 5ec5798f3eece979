"""The services of the site, as what answers a request finds them: each by its class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from starlette.requests import HTTPConnection
from starlette.types import Scope

T = TypeVar("T")


def by_class(services: Iterable[object]) -> dict[type, object]:
    """Return services, each by its class; AssertionError if two are of one class: one would hide the other."""
    found: dict[type, object] = {}
    for service in services:
        assert found.setdefault(type(service), service) is service, f"two services of {type(service)}"
    return found


def service_in(scope: Scope, kind: type[T]) -> T:
    """Return the site's service of this class, for what is no page."""
    service: T = scope["app"].state.services[kind]
    return service


def service_of(connection: HTTPConnection, kind: type[T]) -> T:
    """Return the site's service of this class."""
    service: T = connection.scope["app"].state.services[kind]  # not by `service_in`: a page asks a hundred times
    return service
