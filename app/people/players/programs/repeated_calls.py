"""A call that creates something, sent again because its answer was lost: with the same `Idempotency-Key` it gets that
answer, and nothing is made twice. See docs/decisions/programs.md."""

from __future__ import annotations

import hashlib
import time
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.base.errors import AppError, Code
from app.base.seconds import DAY
from app.base.store.database import StoredRow
from app.base.store.group_commit import Writer
from app.base.web.api_docs import IDEMPOTENCY_KEY, MAX_KEY, takes_key
from app.base.web.error_pages import refuse_connection
from app.base.web.limits import RateLimits
from app.base.web.services import service_of
from app.people.players.identity import known_guest, player_or_none
from app.people.players.models import repeated_calls

STORED_SECONDS: Final = DAY
RUNNING_SECONDS: Final = 60.0  # after which the first try has died with its worker
CREATED: Final = 201


class CallStore:
    """Keeps the answers of calls that have created something."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def claim(self, name: bytes, body: bytes) -> str | None:
        """Return the first answer to a call of this name; None: this is the first. AppError: key_reused where it had
        another body, still_running."""
        now, mine = time.time(), repeated_calls.c.hash == name
        old = repeated_calls.c.at < now - STORED_SECONDS
        dead = sa.and_(mine, repeated_calls.c.answer.is_(None), repeated_calls.c.at < now - RUNNING_SECONDS)

        def write(connection: sa.Connection) -> StoredRow | None:
            connection.execute(sa.delete(repeated_calls).where(sa.or_(old, dead)))
            known = connection.execute(sa.select(repeated_calls).where(mine)).one_or_none()
            if known is None:
                connection.execute(sa.insert(repeated_calls).values(hash=name, body=body, at=now))
            return known

        try:
            known = await self._writer.job(write)
        except IntegrityError as error:  # another worker has just claimed it
            raise AppError(Code.still_running, seconds=1) from error
        if known is None:
            return None
        if known.body != body:
            raise AppError(Code.key_reused)
        if known.answer is None:
            raise AppError(Code.still_running, seconds=1)
        return str(known.answer)

    async def keep(self, name: bytes, answer: str | None) -> None:
        """Keep the answer; None: nothing was created, and the call may be sent again."""
        mine = repeated_calls.c.hash == name
        done = sa.update(repeated_calls).where(mine).values(answer=answer)
        change = sa.delete(repeated_calls).where(mine) if answer is None else done
        await self._writer.execute(change)


class RepeatedCalls:
    """ASGI middleware: answers a call that comes again with its key."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or answer."""
        request = Request(scope, receive) if scope["type"] == "http" else None
        key = request.headers.get(IDEMPOTENCY_KEY) if request else None
        if request is None or key is None or not takes_key(scope["method"], scope["path"]):
            await self.app(scope, receive, send)
            return
        try:
            if not 0 < len(key) <= MAX_KEY:
                raise AppError(Code.bad_key, most=MAX_KEY)
            service_of(request, RateLimits).check("act", request)
            caller = await _caller(request)
            if caller is None:  # who proves nothing creates nothing that could be sent again
                await self.app(scope, receive, send)
                return
            body = await request.body()
            name = _hash(b"\0".join((caller, scope["path"].encode(), key.encode())))
            before = await service_of(request, CallStore).claim(name, _hash(body))
        except AppError as refusal:
            await refuse_connection(scope, receive, send, refusal)
            return
        if before is not None:
            await Response(before, CREATED, media_type="application/json")(scope, receive, send)
            return
        await self._first(scope, body, send, service_of(request, CallStore), name)

    async def _first(self, scope: Scope, body: bytes, send: Send, store: CallStore, name: bytes) -> None:
        status, answer = 0, bytearray()

        async def again() -> Message:
            return {"type": "http.request", "body": body}

        async def watch(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            answer.extend(message.get("body", b""))
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                await store.keep(name, answer.decode() if status == CREATED else None)
            await send(message)

        try:
            await self.app(scope, again, watch)
        except Exception:
            await store.keep(name, None)
            raise


async def _caller(request: Request) -> bytes | None:
    """Return what stands for the session or the token that came with a call; None without one.

    AppError where it would not be let in now: bad_token, scope_needed, banned. The stored answer is for nobody else.
    """
    if await player_or_none(request) is None:
        return None
    known = await known_guest(request)
    return None if known is None else str(known.key).encode()


def _hash(text: bytes) -> bytes:
    return hashlib.sha256(text).digest()
