"""Prometheus figures of one worker, and `GET /metrics`. They count; they name no player and no card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

router = APIRouter(tags=["operation"])


class Metrics:
    """The figures of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("clash_moves_total", "Actions that were played and stored.", registry=self.registry)
        self.refused = Counter(
            "clash_refused_total", "Actions that were refused, by code.", ["code"], registry=self.registry
        )
        self.move_seconds = Histogram(
            "clash_move_seconds",
            "From an action's arrival to its being on disk.",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.requests = Counter(
            "clash_requests_total", "Answered requests, by status.", ["status"], registry=self.registry
        )
        self._sockets = Gauge("clash_sockets", "Open websockets, by kind.", ["kind"], registry=self.registry)

    def gauge(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """A figure that is read when somebody asks."""
        Gauge(name, help_text, registry=self.registry).set_function(value)

    @contextmanager
    def socket(self, kind: str) -> Iterator[None]:
        """Count a websocket ("api", "page") for as long as the block lasts."""
        gauge = self._sockets.labels(kind)
        gauge.inc()
        try:
            yield
        finally:
            gauge.dec()


def metrics(connection: HTTPConnection) -> Metrics:
    """The application's figures."""
    figures: Metrics = connection.app.state.metrics
    return figures


@router.get("/metrics", response_class=Response)
async def get_metrics(request: Request) -> Response:
    """Prometheus figures of the worker that answers."""
    return Response(generate_latest(metrics(request).registry), media_type=CONTENT_TYPE_LATEST)


class CountRequests:
    """ASGI middleware: counts answers by status."""

    def __init__(self, app: ASGIApp, figures: Metrics) -> None:
        self.app = app
        self._figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, and count the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def count(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._figures.requests.labels(str(message["status"])).inc()
            await send(message)

        await self.app(scope, receive, count)
