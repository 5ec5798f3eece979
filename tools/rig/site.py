"""A site of real processes: its workers, each at a port of its own, and the database and Redis that they share."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import httpx

from tools.rig import nginx, usage
from tools.rig.cluster import PostgresCluster
from tools.rig.postgres import PostgresServer
from tools.rig.redis import RedisServer
from tools.rig.server import ROOT, ServerProcess

WIDE_LIMITS = {"rate_limit": "1000", "connections_per_address": "100000", "sockets_per_address": "100000"}
"""Limits are counted as always, but so wide that players without pauses, all at one address, stay within them."""


@dataclass
class RunningSite:
    """Workers that serve the same matches. Players of one match sit at different ones, `url(0)` and `url(1)`; behind a
    proxy both sit at the match's own."""

    workers: list[ServerProcess]
    postgres: PostgresServer | None
    redis: RedisServer | None
    cluster: PostgresCluster | None = None  # instead of `postgres`
    proxy: str = ""  # the address of nginx, which sends what is about one match to one worker

    def url(self, number: int) -> str:
        """Return the address of a worker, counted around, or of the proxy where there is one."""
        return self.proxy or self.workers[number % len(self.workers)].url

    @cached_property
    def live(self) -> str:
        """The last part of the address of a page's socket, as this site's pages have it: other versions have others."""
        page = httpx.get(self.url(0), timeout=60).text
        found = re.search(r"/lobby/(live\?v=\w+)", page)
        assert found is not None, f"the start page names no socket:\n{page[:4000]}"
        return found[1]

    @property
    def cpu(self) -> float:
        """CPU seconds of the workers so far."""
        return sum(usage.thread_cpu_seconds(worker.pid) for worker in self.workers)

    @property
    def store_cpu(self) -> float:
        """CPU seconds of PostgreSQL and Redis so far."""
        servers = [server.pid for server in (self.postgres, self.redis) if server is not None]
        return sum(usage.family_cpu_seconds(pid) for pid in servers)

    @property
    def memory_kib(self) -> int:
        """Resident memory of the workers."""
        return sum(usage.memory_kib(worker.pid) for worker in self.workers)


@contextmanager
def running(
    database: str,
    workers: int,
    *,
    redis: bool,
    settings: Mapping[str, str] | None = None,
    folder: Path | None = None,
    variables: Callable[[int], Mapping[str, str]] = lambda number: {},
    routed: bool = False,
    tree: Path = ROOT,
) -> Iterator[RunningSite]:
    """Run a site on "sqlite" or "postgresql" that really syncs to the disk, or on a "patroni" cluster; everything
    ends with the block.

    `variables` are further ones in the environment of each worker. `routed`: behind the proxy of
    docker-compose.scale.yml. `tree`: the checkout that the workers run. Raises NotInstalled where a program is missing.
    """
    with ExitStack() as stack:
        folder = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="clash-rig-")))
        chosen = {**WIDE_LIMITS, "log_level": "warning", **(settings or {})}
        postgres = redis_server = cluster = None
        if database == "postgresql":
            postgres = stack.enter_context(closing(PostgresServer(durable=True))).start()
            chosen["database_url"] = postgres.create()
        if database == "patroni":
            cluster = stack.enter_context(closing(PostgresCluster())).start()
            chosen["database_url"] = cluster.create()
        if redis:
            redis_server = stack.enter_context(closing(RedisServer())).start()
            chosen["redis_url"] = redis_server.url
        servers: list[ServerProcess] = []
        for number in range(workers):
            routed_as = {"worker": str(number + 1), "workers": str(workers)} if routed else {}
            server = ServerProcess(folder, {**chosen, **routed_as}, f"worker-{number}", variables(number), tree)
            servers.append(stack.enter_context(closing(server)).start())
        proxy = stack.enter_context(nginx.before([server.port for server in servers])) if routed else ""
        yield RunningSite(servers, postgres, redis_server, cluster, proxy)
