"""Several browsers of the site in this process, each with cookies and an address of its own."""

from __future__ import annotations

import itertools

from starlette.testclient import TestClient

_numbers = itertools.count(1)


def another(client: TestClient, *, follow_redirects: bool = True) -> TestClient:
    """Return a new browser of the site that `client` has started, which no limit of the site knows yet."""
    number = next(_numbers)
    address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
    visitor = TestClient(client.app, client=(address, 50_000), follow_redirects=follow_redirects)
    visitor.portal = client.portal
    return visitor
