"""Starting the server: uvicorn with the options that the site needs."""

import asyncio
import contextlib
import socket
import sys

import uvicorn

from app.base.machine import own_addresses
from app.base.setting_types import LOOPBACK
from app.base.settings import Settings, SettingsError, load
from app.base.store.preflight import StartError, prepare
from app.base.tasks import TaskSet
from app.base.web import logs
from app.base.web.limits.connections import OpenConnections, raise_file_limit
from app.base.web.limits.protocols import Config
from app.base.web.templating import Templates
from app.site.ops.garbage import GarbageSearch
from app.site.site import Site

WS_MAX_BYTES = 64 * 1024
WS_PING_SECONDS = 20.0  # under the 60 seconds after which proxies drop a silent connection
KEEP_ALIVE_SECONDS = 30
UNREAD_MS = 60_000  # after which the system ends a connection that takes nothing: a closing one would wait forever
TURN = 0.0005  # seconds that the event loop keeps the interpreter while the writer's thread waits


def uvicorn_config(settings: Settings) -> Config:
    """uvicorn's configuration for the site; this process may open as many files as it gets."""
    return Config(
        "app.main:create_app",
        factory=True,
        open_connections=OpenConnections(settings, raise_file_limit()),
        ws_max_size=WS_MAX_BYTES,
        ws_ping_interval=WS_PING_SECONDS,
        ws_ping_timeout=WS_PING_SECONDS,
        ws_per_message_deflate=False,  # GuardedSocket compresses what is large
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=settings.shutdown_grace_seconds,
    )


class Server(uvicorn.Server):
    """uvicorn's server; once it has started, circular garbage is searched for when there is time."""

    _tasks: TaskSet
    announced = ""  # what is printed once it listens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.announced and self.started:
            print(self.announced, flush=True)  # noqa: T201
        sys.setswitchinterval(TURN)
        # In a thread: the first visitor need not wait until a page is compiled, nor anybody else meanwhile.
        site: Site = self.config.loaded_app.app.state.site
        self._tasks = TaskSet(site.base.health)
        self._tasks.forever("garbage", lambda: self._warm(site.base.templates))

    async def _warm(self, templates: Templates) -> None:
        await asyncio.to_thread(templates.compile_all)
        await GarbageSearch().run()


def _listen(host: str, port: int, fd: int | None) -> socket.socket:
    """Return the socket: the inherited one, or a new one, which listens once the site is open. Until then connections
    are refused: a proxy tries another worker at once, where it would wait for one whose database is being migrated.

    Ends the program with a sentence if that fails.
    """
    listener = socket.socket(fileno=fd) if fd is not None else bound_socket(host, port)
    if hasattr(socket, "TCP_USER_TIMEOUT") and listener.family != socket.AF_UNIX:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)  # accepted ones have it, too
    return listener


def bound_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        opened = socket.socket(family)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((host, port))
        return opened
    except (OSError, OverflowError) as error:
        sys.exit(f"The server cannot listen on {host}:{port} ({error}): choose another with PORT=… or HOST=…")


def announcement(base_url: str, host: str, port: int) -> str:
    """Return what a host reads once the server listens: the site's address, and where it listens on all interfaces and
    has no other name, those by which others in the network reach it."""
    is_everywhere = host in ("0.0.0.0", "::", "")
    own = "localhost" if is_everywhere or host in LOOPBACK else f"[{host}]" if ":" in host else host
    lines = [f"Clash of Decks is at {base_url or f'http://{own}:{port}'} (stop with Ctrl+C)"]
    if is_everywhere and not base_url:
        lines += [f"Others in your network open http://{address}:{port}" for address in own_addresses()]
    return "\n".join(lines)


def serve(host: str, port: int, fd: int | None = None) -> int:
    """Serve until asked to stop; returns the exit code.

    `fd` is a listening socket to take over instead of opening one at host and port.
    """
    try:
        settings = load()
    except SettingsError as error:
        sys.exit(str(error))
    logs.configure(settings)
    listener = _listen(host, port, fd)
    try:
        prepare(settings)
    except StartError as error:
        listener.close()
        sys.exit(str(error))
    logs.log.info("settings", **settings.changed)
    server = Server(uvicorn_config(settings))
    if fd is None:
        server.announced = announcement(settings.base_url, host, port)
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again when it has stopped
        server.run(sockets=[listener])
    return 0 if server.started else 1
