"""Several browsers of the site in this process, each with cookies of its own."""

from __future__ import annotations

from starlette.testclient import TestClient


def another(client: TestClient) -> TestClient:
    """Return a second browser of the site that `client` has started: other cookies, the same event loop."""
    visitor = TestClient(client.app)
    visitor.portal = client.portal
    return visitor
