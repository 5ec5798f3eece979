"""Prometheus figures of one process. They count; they name no player and no card.

Each worker counts for itself. The figures clash_site_… are of the whole site, and the same at every worker.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    Metric,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.base.web.services import service_in


@dataclass(frozen=True, slots=True)
class SiteCounts:
    """Matches by status, workers, players and spectators who have a match open."""

    by_status: dict[str, int]
    workers: int
    connected: int
    watchers: int


BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The figures of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.refused = Counter(
            "clash_refused_total", "Actions that were refused, by code.", ["code"], registry=self.registry
        )
        self.move_seconds = Histogram(
            "clash_move_seconds",
            "From an action's arrival to its being on disk.",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.registry.register(_Moves(self.move_seconds))
        self.requests = Counter(
            "clash_requests_total", "Answered requests, by status.", ["status"], registry=self.registry
        )
        self.request_seconds = Histogram(
            "clash_request_seconds", "From a request to its answer.", buckets=BUCKETS, registry=self.registry
        )
        self.errors = Counter(
            "clash_errors_total", "Errors that nobody expected; all are logged.", registry=self.registry
        )
        self._restarts = Counter(
            "clash_task_restarts_total",
            "Endless tasks that failed and were started again.",
            ["task"],
            registry=self.registry,
        )
        self._sockets = Gauge("clash_sockets", "Open websockets, by kind.", ["kind"], registry=self.registry)
        self._worker = Info("clash_worker", "Which worker counts here.", registry=self.registry)
        ProcessCollector(registry=self.registry)  # memory, CPU, open files
        self._disk = Gauge("clash_disk_bytes", "The size of the data folder's disk.", registry=self.registry)
        self._free = Gauge("clash_disk_free_bytes", "What is free of it.", registry=self.registry)
        self._matches = self._site("matches", "Matches stored, by status.", ["status"])
        self._workers = self._site("workers", "Workers that are running.")
        self._connected = self._site("players_connected", "Players who have a match open.")
        self._watchers = self._site("watchers", "Spectators who have a match open.")

    def _site(self, name: str, help_text: str, labels: Sequence[str] = ()) -> Gauge:
        return Gauge(f"clash_site_{name}", f"{help_text} The whole site's.", labels, registry=self.registry)

    def set_site(self, worker: str, counts: SiteCounts) -> None:
        """Set the figures that the database has of the whole site; `worker` names this one."""
        self._worker.info({"worker": worker})
        for status, count in counts.by_status.items():
            self._matches.labels(status).set(count)
        self._workers.set(counts.workers)
        self._connected.set(counts.connected)
        self._watchers.set(counts.watchers)

    def set_disk(self, size: float, free: float) -> None:
        """Set the bytes of the disk that holds the data folder; NaN: unknown."""
        self._disk.set(size)
        self._free.set(free)

    def count_restart(self, task: str) -> None:
        """Count an endless task that is started again."""
        self._restarts.labels(task).inc()

    @contextmanager
    def counting_errors(self) -> Iterator[None]:
        """Count every error that is logged within the block."""
        counter = _ErrorCounter(self.errors)
        logging.getLogger().addHandler(counter)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(counter)

    def count(self, name: str) -> int:
        """Return the sum of a counter over its labels."""
        samples = [sample for metric in self.registry.collect() for sample in metric.samples]
        return round(sum(sample.value for sample in samples if sample.name == name))

    def move_ms(self, share: float) -> float | None:
        """Return the milliseconds within which this share of moves was on disk, as a bound of BUCKETS.

        None without moves.
        """
        buckets = [
            (float(sample.labels["le"]), sample.value)
            for metric in self.move_seconds.collect()
            for sample in metric.samples
            if sample.name.endswith("_bucket")
        ]
        total = buckets[-1][1]
        return next((bound * 1000 for bound, count in buckets if total and count >= share * total), None)

    def gauge(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Add a figure that is read on request."""
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


class _Moves(Collector):
    """The number of moves, which is that of their times: each is counted once."""

    def __init__(self, times: Histogram) -> None:
        self._times = times

    def collect(self) -> Iterator[Metric]:
        samples = [sample for metric in self._times.collect() for sample in metric.samples]
        count = next(sample.value for sample in samples if sample.name.endswith("_count"))
        yield CounterMetricFamily("clash_moves", "Actions that were played and stored.", count)


class _ErrorCounter(logging.Handler):
    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.ERROR)
        self._counter = counter

    def emit(self, record: logging.LogRecord) -> None:
        """Count one."""
        self._counter.inc()


class CountRequests:
    """ASGI middleware: counts answers by status, and how long they took."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, and count the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        metrics = service_in(scope, Metrics)
        began = time.perf_counter()

        async def count(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics.requests.labels(str(message["status"])).inc()
                metrics.request_seconds.observe(time.perf_counter() - began)
            await send(message)

        await self.app(scope, receive, count)
