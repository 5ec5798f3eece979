"""An id for each request and each websocket: in its log lines, in its answer, and on the page of a server's error."""

from __future__ import annotations

import re
import secrets
from typing import Final

from starlette.types import Scope
from structlog.contextvars import bind_contextvars, get_contextvars

HEADER: Final = "X-Request-Id"
NAME: Final = b"x-request-id"  # as it is in a scope
KEY: Final = "request_id"  # in the log
PROPER: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
"""Nothing with which somebody could write log lines of their own, or long ones."""


def begin(scope: Scope) -> str:
    """Return the id of a request that begins, which from now on is in its log lines.

    It is the one that a trusted proxy sent, if that is a proper one: anybody else's has been dropped
    (`app/base/web/limits/protocols.py`). Else it is a new one.
    """
    sent = [value for name, value in scope["headers"] if name == NAME]
    usable = len(sent) == 1 and PROPER.fullmatch(sent[0])
    request_id = sent[0].decode() if usable else secrets.token_hex(8)
    bind_contextvars(**{KEY: request_id})
    return request_id


def current() -> str:
    """Return the id of the present request or websocket; empty outside of one."""
    found: str = get_contextvars().get(KEY, "")
    return found
