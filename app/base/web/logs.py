"""Structured logs: one line per thing that happened, for people or for machines.

Never log a cookie, a token, a seed or a card: name things by their ids.
"""

import logging
import re
import time
from typing import Final
from urllib.parse import quote

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.base.settings import Settings
from app.base.web import request_id
from app.base.web.assets import PREFIX

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger("clash")
PATH_LENGTH = 200
OWN = ("clash", "app", "engine")
_QUIET = ("/healthz", "/readyz", "/metrics")


def configure(settings: Settings) -> None:
    """Send structlog's and the standard library's logs to standard error in one format."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    final: list[structlog.typing.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if settings.log_format == "json":
        final += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback
        final.append(structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain, pad_event_to=0))
    handler = logging.StreamHandler()
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=final, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers = [handler]
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    # Libraries log headers and whole messages at DEBUG, and so tokens and hidden cards: only our own code may.
    root.setLevel(max(level, logging.INFO))
    for name in OWN:
        logging.getLogger(name).setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # app.base.store.migrate says in one line what it did
    logging.getLogger("httpx2").setLevel(
        logging.WARNING
    )  # app.people.players.sign_in.provider_client says what went wrong
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = name != "uvicorn.access"
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


SECRET: Final = re.compile(r"(/match/[^/]+/with/|/company/)[^/]+|(?<=/code/).+")


class RequestLog:
    """ASGI middleware: an id for each request and each websocket, and one line per request with method, path, status
    and milliseconds, per websocket with path and seconds.

    A page loads a hundred files, which leave no line: their answers have no id, whose header would weigh as much as
    some of them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and log it when it has been answered."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        known_as = request_id.begin(scope)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        if scope["path"].startswith(f"{PREFIX}/"):
            await self.app(scope, receive, send)
            return
        status = 0
        began = time.perf_counter()

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[request_id.HEADER] = known_as
            await send(message)

        try:
            await self.app(scope, receive, watch)
        finally:
            if not scope["path"].startswith(_QUIET):
                took = round((time.perf_counter() - began) * 1000, 1)
                log.info("request", method=scope["method"], path=logged_path(scope), status=status, ms=took)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a websocket; its messages pass as they are, since each move is some."""
        began = time.perf_counter()
        try:
            await self.app(scope, receive, send)
        finally:
            log.info("socket", path=logged_path(scope), seconds=round(time.perf_counter() - began, 1))


def logged_path(scope: Scope) -> str:
    """Return the path, quoted: it may hold line breaks, with which somebody could write log lines of their own. What
    gives its holder a seat or a hand to see is left out."""
    return SECRET.sub(r"\1…", quote(scope["path"]))[:PATH_LENGTH]
