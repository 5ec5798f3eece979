"""`python -m app check`: one table, before the first guest comes, of all that a site needs, with a sentence where
something is wrong."""

from __future__ import annotations

import asyncio
import os
import shutil
import ssl
import stat
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import connect

from app.base.errors import Code
from app.base.settings import Settings, SettingsError, load
from app.base.store import migrate
from app.base.store.database import make_engine, parsed_url
from app.base.store.preflight import in_short
from app.base.web import seen
from app.matches.table import drawing
from app.people.players.sign_in.provider import Provider
from app.site.push.endpoints import NONE
from app.site.push.vapid import FILE as PUSH_KEY
from engine import position

State = Literal["ok", "note", "BAD"]
TIMEOUT: Final = 10
MEGABYTE: Final = 1024 * 1024
SOCKET_PATH: Final = "/api/lobby/stream"
WIDTH: Final = 12
COMPILABLE: Final = {"the engine": position, "the drawing of tables": drawing}
"""Each part that can be compiled, and one of its modules."""


class CheckedPart(NamedTuple):
    """A row of the table: the part, how it is, and a sentence; "note" is for what may be intended."""

    part: str
    state: State
    words: str


def run() -> int:
    """Print the table; returns the exit code, 1 if something is wrong."""
    try:
        settings = load()
    except SettingsError as error:
        for line in str(error).splitlines():
            _show(CheckedPart("settings", "BAD", line))
        return 1
    found = []
    for finding in findings(settings):
        _show(finding)
        found.append(finding)
    return int(any(finding.state == "BAD" for finding in found))


def _show(finding: CheckedPart) -> None:
    print(f"{finding.part:{WIDTH}}{finding.state:6}{finding.words}", flush=True)


def findings(settings: Settings) -> Iterator[CheckedPart]:
    """Yield a finding for each part of the site, from its packages to its reachability."""
    changed = settings.changed
    words = ", ".join(f"{name}={value}" for name, value in changed.items())
    yield CheckedPart("settings", "ok", f"Not at the default: {words}." if changed else "All at their defaults.")
    yield _code()
    yield _data_folder(settings)
    database, guests = _database(settings)
    yield database
    yield _secret(settings, guests)
    yield _redis(settings)
    yield from _address(settings)
    if settings.oidc_issuer:
        yield _provider(settings)
    yield _push(settings)


def _code() -> CheckedPart:
    """Return the finding about what may be compiled (`tools/compile.py`): a site plays the same either way."""
    compiled = [name for name, module in COMPILABLE.items() if not str(module.__file__).endswith(".py")]
    if not compiled:
        return CheckedPart("code", "ok", "All of it runs as Python.")
    state: State = "ok" if len(compiled) == len(COMPILABLE) else "note"
    return CheckedPart("code", state, f"Compiled: {', '.join(compiled)}.")


def _data_folder(settings: Settings) -> CheckedPart:
    folder = settings.data_dir
    if not folder.exists():
        return CheckedPart("data folder", "note", f"There is none yet; the first start makes it ({folder.absolute()}).")
    try:
        with tempfile.TemporaryFile(dir=folder):
            free = shutil.disk_usage(folder).free // MEGABYTE
    except OSError as error:
        return CheckedPart("data folder", "BAD", f"It cannot be written to: {error.strerror or error} ({folder}).")
    if free < settings.min_free_mb:
        least = f"CLASH_MIN_FREE_MB asks for {settings.min_free_mb}"
        return CheckedPart("data folder", "BAD", f"The disk has only {free} MB left, and {least} ({folder}).")
    return CheckedPart(
        "data folder", "ok", f"It can be written to, and the disk has {free} MB left ({folder.absolute()})."
    )


def _database(settings: Settings) -> tuple[CheckedPart, int]:
    """Return the finding about the database, and the number of guests in it."""
    url = parsed_url(settings.database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        return CheckedPart("database", "note", f"There is none yet; the first start makes it ({url.database})."), 0
    engine = make_engine(settings.database)
    try:
        with engine.connect() as connection:
            name = settings.shown_database
            if (
                engine.dialect.name == "postgresql"
                and connection.exec_driver_sql("SELECT pg_is_in_recovery()").scalar_one()
            ):
                return CheckedPart("database", "BAD", f"{name} is a standby that takes no writes."), 0
            return _revision(connection, name)
    except SQLAlchemyError as error:
        return CheckedPart("database", "BAD", f"It cannot be used: {in_short(error)}."), 0
    finally:
        engine.dispose()


def _revision(connection: sa.Connection, name: str) -> tuple[CheckedPart, int]:
    revision = migrate.revision_of(connection)
    if revision is None:
        return CheckedPart("database", "ok", f"{name}; it is empty, the first start makes its tables."), 0
    try:
        migrate.check_known(revision)
    except migrate.UnknownRevision as error:
        return CheckedPart("database", "BAD", str(error)), 0
    guests: int = connection.execute(sa.select(sa.func.count()).select_from(sa.table("players"))).scalar_one()
    holds = f"{name}, guests: {guests}"
    if revision != migrate.head():
        brought = f"its tables are at revision {revision}; the next start migrates them to {migrate.head()}"
        return CheckedPart("database", "note", f"{holds}; {brought}."), guests
    return CheckedPart("database", "ok", f"{holds}; its tables are those of this version ({revision})."), guests


def _secret(settings: Settings, guests: int) -> CheckedPart:
    if settings.secret is not None:
        return CheckedPart("secret", "ok", "It is given by CLASH_SECRET.")
    path = settings.secret_path
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        if guests:
            lost = f"There is none, and all guests will be signed out (guests: {guests})"
            return CheckedPart("secret", "BAD", f"{lost}: put the old file back, {path}.")
        return CheckedPart("secret", "ok", "The first start makes it.")
    except OSError as error:
        return CheckedPart("secret", "BAD", f"It cannot be read: {error.strerror or error} ({path}).")
    if not os.access(path, os.R_OK):
        return CheckedPart("secret", "BAD", f"It cannot be read by this user ({path}).")
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        return CheckedPart("secret", "BAD", f"Other users of this machine can read it: chmod 600 {path}.")
    return CheckedPart("secret", "ok", f"It is kept in {path}.")


def _redis(settings: Settings) -> CheckedPart:
    if not settings.redis_url:
        if settings.workers > 1:
            slow = "Without it workers learn of each other's moves only by polling the database"
            return CheckedPart("Redis", "note", f"{slow}: set CLASH_REDIS_URL.")
        return CheckedPart("Redis", "ok", "Not used; a single worker does not need it.")
    import redis
    from redis.exceptions import RedisError

    try:
        with redis.Redis.from_url(settings.redis_url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT) as client:
            client.ping()
    except (RedisError, OSError) as error:
        return CheckedPart("Redis", "BAD", f"It does not answer, so news between workers is slow: {in_short(error)}.")
    return CheckedPart("Redis", "ok", "It answers.")


def _provider(settings: Settings) -> CheckedPart:
    trouble = asyncio.run(Provider(settings).trouble())
    asked = f"{settings.oidc_issuer}/.well-known/openid-configuration"
    if trouble:
        return CheckedPart("sign-in", "BAD", f"No provider answers at {asked} ({trouble[:200]}): is the issuer right?")
    return CheckedPart("sign-in", "ok", f"{settings.oidc_issuer} answers as a provider does.")


def _push(settings: Settings) -> CheckedPart:
    if settings.push_services.strip().lower() in ("", NONE):
        return CheckedPart("push", "ok", "It is switched off by CLASH_PUSH_SERVICES.")
    if urlsplit(settings.base_url).scheme != "https":
        return CheckedPart("push", "note", "Browsers allow notifications only where CLASH_BASE_URL begins with https.")
    if settings.vapid_key is not None:
        return CheckedPart("push", "ok", "Its key is given by CLASH_VAPID_KEY.")
    made = (settings.data_dir / PUSH_KEY).exists()
    return CheckedPart("push", "ok", "Its key is there." if made else "Its key is made when it is first needed.")


# -- from outside


def _address(settings: Settings) -> Iterator[CheckedPart]:
    """Yield the findings about the site at its own address, requested through its proxy."""
    base = settings.base_url
    if not base:
        yield CheckedPart("address", "note", "CLASH_BASE_URL is not set: links use whatever host the request names.")
        return
    try:
        found = _seen(base, settings.secret_key if settings.has_secret else "")
    except HTTPError as error:
        yield CheckedPart(
            "address", "BAD", f"{base} answers with status {error.code}, not as this site: {_hint(error)}."
        )
        return
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        yield CheckedPart(
            "address", "BAD", f"{base} does not answer ({reason}): start the site and its proxy, then check."
        )
        return
    yield check_proxy(base, found)
    yield _websocket(base)


def _hint(error: HTTPError) -> str:
    if error.code == 404:
        return "another site, an older version or one with another secret answers there"
    return "look into the proxy's log"


def _seen(base: str, secret: str) -> seen.Seen:
    signed = seen.signer(secret).sign(seen.QUESTION).decode()
    request = urllib.request.Request(base + seen.PATH, headers={seen.HEADER: signed})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
        return seen.Seen.model_validate_json(answer.read(MEGABYTE))


def check_proxy(base: str, found: seen.Seen) -> CheckedPart:
    """The finding about the proxy: whether it passes on the caller's address and scheme."""
    asked, seen = urlsplit(base), urlsplit(found.site)
    if asked.scheme != seen.scheme:
        passed = "X-Forwarded-Proto is not passed on, or CLASH_TRUSTED_PROXIES does not name the proxy"
        return CheckedPart("address", "BAD", f"Asked over {asked.scheme}, the site sees {seen.scheme}: {passed}.")
    if asked.netloc != seen.netloc:
        passed = "the proxy must pass on the header Host"
        return CheckedPart("address", "BAD", f"Asked for {asked.netloc}, the site sees {seen.netloc}: {passed}.")
    if found.address in ("127.0.0.1", "::1", "unknown") and asked.hostname not in ("localhost", "127.0.0.1", "::1"):
        passed = "X-Forwarded-For is not passed on, or CLASH_TRUSTED_PROXIES does not name the proxy"
        words = f"Asked from outside, the site sees {found.address}, as if all were one visitor: {passed}"
        return CheckedPart("address", "BAD", f"{words} (no fault if {asked.hostname} is this machine by /etc/hosts).")
    return CheckedPart("address", "ok", f"{base} is this site, and sees requests from here as from {found.address}.")


def _websocket(base: str) -> CheckedPart:
    url = base.replace("http", "ws", 1) + SOCKET_PATH
    try:
        with _connected(url, base) as receive:
            receive()
    except (OSError, WebSocketException, TimeoutError) as error:
        if isinstance(error, InvalidStatus) and Code.sign_in_needed.name.encode() in (error.response.body or b""):
            return CheckedPart("websocket", "ok", "A handshake gets through, and the site asks for a sign-in.")
        passed = "the proxy must pass on Upgrade and Connection"
        return CheckedPart("websocket", "BAD", f"A handshake does not get through ({in_short(error)}): {passed}.")
    return CheckedPart("websocket", "ok", "A handshake gets through, and the site answers.")


@contextmanager
def _connected(url: str, origin: str) -> Iterator[Callable[[], object]]:
    context = ssl.create_default_context() if url.startswith("wss") else None
    with connect(url, additional_headers={"Origin": origin}, open_timeout=TIMEOUT, proxy=None, ssl=context) as socket:
        yield lambda: socket.recv(timeout=TIMEOUT)
