"""Several browsers of the site in this process, each with cookies and an address of its own."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping

from starlette.testclient import TestClient

_numbers = itertools.count(1)
_SUFFIX = re.compile(r"-[0-9a-f]{8}(-\d+)?$")  # app/people/players/identity/own_cookies.py


def another(client: TestClient, *, follow_redirects: bool = True) -> TestClient:
    """Return a new browser of the site that `client` has started, which no limit of the site knows yet."""
    number = next(_numbers)
    address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
    visitor = TestClient(client.app, client=(address, 50_000), follow_redirects=follow_redirects)
    visitor.portal = client.portal
    return visitor


def kept(cookies: Mapping[str, str]) -> dict[str, str]:
    """Return what a browser keeps, or an answer sets, by the names that the site has for its cookies."""
    return {_SUFFIX.sub("", name): value for name, value in cookies.items()}


def drop(browser: TestClient, name: str) -> None:
    """Let a browser forget one of the site's cookies."""
    for kept_name in [one for one in browser.cookies if _SUFFIX.sub("", one) == name]:
        browser.cookies.delete(kept_name)
