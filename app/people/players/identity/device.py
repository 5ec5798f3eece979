"""The browser and the system that a request comes from, in words, for the list of a guest's devices."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import HTTPConnection

from app.people.players.models import DEVICE_LENGTH

# Names in User-Agent headers: the first match counts, since most browsers claim to be others as well.
_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Vivaldi": "Vivaldi",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def device_of(connection: HTTPConnection) -> str:
    """Return the names of a request's browser and system, "Firefox, Android"; "" if unknown."""
    user_agent = connection.headers.get("user-agent", "")
    browser = next((name for mark, name in _BROWSERS.items() if re.search(rf"{mark}\w*/", user_agent)), "")
    system = next((name for mark, name in _SYSTEMS.items() if mark in user_agent), "")
    return ", ".join(filter(None, (browser, system)))[:DEVICE_LENGTH]
