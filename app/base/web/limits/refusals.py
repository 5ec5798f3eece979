"""Refusals of requests that the application has not seen: plain text, after which the connection is closed.

Only that of a large head is translated, because its other headers often say the language; before a head is read nothing
is known about the client.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from http import HTTPStatus
from typing import Final

from app.base.i18n import _, use_language
from app.base.web.language import choose
from app.base.web.limits.connections import Why

ACCEPT_LANGUAGE: Final = b"accept-language"
RETRY_SECONDS: Final = 10
REFUSALS: Final[dict[Why, tuple[HTTPStatus, str]]] = {
    "address": (
        HTTPStatus.TOO_MANY_REQUESTS,
        "There are too many connections from your address: close some, then try again.",
    ),
    "full": (HTTPStatus.SERVICE_UNAVAILABLE, "The server is full: please try again in a moment."),
}


def head_too_large(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return what to do about a head that is too large, in the language of those of its headers that were read."""
    wanted = next((value for name, value in headers if name == ACCEPT_LANGUAGE), b"")
    with use_language(choose(None, wanted.decode("latin-1"))):
        return _(
            "The head of this request is too large. In a browser, delete the cookies of this site and others under its "
            "name, then try again."
        )


def answer_and_close(transport: asyncio.Transport, status: HTTPStatus, sentence: str) -> None:
    """Answer with a sentence, and close the connection."""
    text = sentence.encode()
    again = f"retry-after: {RETRY_SECONDS}\r\n" if status in (429, 503) else ""
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
        f"content-length: {len(text)}\r\n{again}connection: close\r\n\r\n"
    )
    transport.write(head.encode() + text)
    transport.close()
