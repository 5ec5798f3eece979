"""Answers that depend on their address and the language alone: drawn once, kept compressed, each version with an ETag.

What differs from one moment to the next, the host's notices, is put in between afterwards. Pages that are not kept yet
are drawn one at a time, with rests in between, so that no reader takes the loop away from those who play.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable, Hashable, Mapping
from functools import partial
from typing import Final

import brotli
from cachetools import LRUCache
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from app.base.i18n import current_language
from app.base.tasks import SharedWork
from app.base.web.limits import DRAWN, RateLimits
from app.base.web.services import service_of
from app.base.web.templating import Templates

MAX_BYTES: Final = 32 * 1024 * 1024  # of all answers together; the longest unused go first
REST: Final = 1  # before the next is drawn, the loop is left to others so many times as long
ALWAYS_ASK: Final = "no-cache"
NOT_MODIFIED: Final = 304
VARY: Final = "Accept-Language, Cookie, Accept-Encoding, HX-Request-Type, HX-Target"
_BANNER: Final = Markup(f"<!--{secrets.token_hex(16)}-->")  # where it goes; nobody can guess it and so send it

_COMPRESS: Final[dict[str, Callable[[bytes], bytes]]] = {  # the best first
    "br": lambda body: brotli.compress(body, quality=5),
    "gzip": lambda body: gzip.compress(body, compresslevel=6, mtime=0),
    "": lambda body: body,
}


class CachedAnswer:
    """One kept answer: its text around the banner, and what is sent while a banner stands there."""

    __slots__ = ("_bodies", "_compressing", "_etag", "_head", "_shown", "_tail", "key")

    def __init__(self, key: Hashable, text: str) -> None:
        self.key = key
        self._head, _, self._tail = (part.encode() for part in text.partition(_BANNER))
        self._shown: str | None = None
        self._etag = ""
        self._bodies: dict[str, bytes] = {}
        self._compressing = SharedWork[tuple[str, str], bytes]()

    @property
    def size(self) -> int:
        """The bytes it takes."""
        return len(self._head) + len(self._tail) + sum(map(len, self._bodies.values()))

    def etag(self, banner: str) -> str:
        """Return the weak tag of this text with this banner, the same in each compression."""
        if self._shown != banner:
            digest = hashlib.blake2b(self._whole(banner), digest_size=12).hexdigest()
            self._shown, self._etag, self._bodies = banner, f'W/"{digest}"', {}
        return self._etag

    def found(self, banner: str, encoding: str) -> bytes | None:
        """Return the body as it was compressed before; None if it was not."""
        return self._bodies.get(encoding) if self._shown == banner else None

    async def compressed(self, banner: str, encoding: str) -> bytes:
        """Return the body, compressed in a thread, once however many ask."""
        work = partial(asyncio.to_thread, _COMPRESS[encoding], self._whole(banner))
        body = await self._compressing.get((banner, encoding), work)
        if self._shown == banner:
            self._bodies[encoding] = body
        return body

    def _whole(self, banner: str) -> bytes:
        return self._head + banner.encode() + self._tail if self._tail else self._head


class PageCache:
    """All kept answers of one application, within MAX_BYTES."""

    def __init__(
        self,
        *,
        dev: bool = False,
        most: int = MAX_BYTES,
        rest: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._dev = dev
        self._rest = rest
        self._rest_until = 0.0
        self._drawing = SharedWork[Hashable, CachedAnswer]()
        self._answers: LRUCache[Hashable, CachedAnswer] = LRUCache(most, getsizeof=lambda answer: answer.size)
        self._turn = asyncio.Lock()
        self.drawn = 0

    @property
    def size(self) -> int:
        """The bytes that are kept."""
        return int(self._answers.currsize)

    def has(self, key: Hashable) -> bool:
        """True if an answer is kept under `key` and the present language."""
        return (current_language().code, key) in self._answers

    async def get(self, key: Hashable, draw: Callable[[], str], *, in_thread: bool = False) -> CachedAnswer:
        """Return the answer kept under `key` and the present language, drawn now if there is none, once for all who
        ask. `in_thread`: it takes too long for the loop."""
        key = (current_language().code, key)
        answer = self._answers.get(key)
        if answer is None:
            answer = await self._drawing.get(key, partial(self._drawn, key, draw, in_thread=in_thread))
        return answer

    async def _drawn(self, key: Hashable, draw: Callable[[], str], *, in_thread: bool) -> CachedAnswer:
        """Draw an answer when its turn has come; the rest after it delays the next one, not this one's readers."""
        if in_thread:
            answer = CachedAnswer(key, await asyncio.to_thread(draw))
        else:
            async with self._turn:
                await self._rest(max(0.0, self._rest_until - time.perf_counter()))
                began = time.perf_counter()
                answer = CachedAnswer(key, draw())
                now = time.perf_counter()
                self._rest_until = now + REST * (now - began)
        self.drawn += 1
        if not self._dev:
            self._keep(answer)
        return answer

    async def body(self, answer: CachedAnswer, banner: str, encoding: str) -> bytes:
        found = answer.found(banner, encoding)
        if found is None:
            found = await answer.compressed(banner, encoding)
            if answer.key in self._answers:
                self._keep(answer)
        return found

    def _keep(self, answer: CachedAnswer) -> None:
        """Store an answer by its present size, unless it is larger than the whole cache."""
        if answer.size <= self._answers.maxsize:
            self._answers[answer.key] = answer
        else:
            self._answers.pop(answer.key, None)


async def cached_answer(
    request: Request,
    key: Hashable,
    draw: Callable[[], str],
    *,
    media_type: str,
    banner: str = "",
    headers: Mapping[str, str] | None = None,
    in_thread: bool = False,
) -> Response:
    """Answer with what is kept under `key`, or with 304 to a client that has it already. Readers who have to wait until
    it is drawn pay for that."""
    kept = service_of(request, PageCache)
    if not kept.has(key):
        service_of(request, RateLimits).charge(request, DRAWN)
    answer = await kept.get(key, draw, in_thread=in_thread)
    shown = {"Cache-Control": ALWAYS_ASK, "Content-Language": current_language().code, "Vary": VARY, **(headers or {})}
    if shown["Cache-Control"] != "no-store":
        shown["ETag"] = answer.etag(banner)
        if _has(request.headers.get("if-none-match", ""), shown["ETag"]):
            return Response(status_code=NOT_MODIFIED, headers=shown)
    else:
        answer.etag(banner)
    encoding = _encoding(request.headers.get("accept-encoding", ""))
    body = await kept.body(answer, banner, encoding)
    if encoding:
        shown["Content-Encoding"] = encoding
    return Response(body, media_type=media_type, headers=shown)


async def cached_page(
    request: Request,
    name: str,
    key: Hashable,
    context: Callable[[], Mapping[str, object]],
) -> Response:
    """Template `name` with a context that depends on `key` and the language alone."""
    render = service_of(request, Templates)

    def draw() -> str:
        return render.text(name, {**context(), "banner": lambda: _BANNER})

    return await cached_answer(request, (name, key), draw, media_type="text/html", banner=render.banner())


async def cached_part(
    request: Request,
    name: str,
    key: Hashable,
    context: Callable[[], Mapping[str, object]],
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a part of a page from the cache of drawn answers. htmx gets it at the page's
    own address: no browser may keep that."""
    render = service_of(request, Templates)
    no_store = {"Cache-Control": "no-store", **(headers or {})}
    return await cached_answer(
        request, (name, key), lambda: render.text(name, context()), media_type="text/html", headers=no_store
    )


def _has(header: str, etag: str) -> bool:
    """True if If-None-Match names this tag; compared weakly, as for GET."""
    named = {tag.strip().removeprefix("W/") for tag in header.split(",")}
    return etag.removeprefix("W/") in named or "*" in named


def _encoding(header: str) -> str:
    """Return the best compression that Accept-Encoding allows; "" for none."""
    allowed = set[str]()
    for part in header.split(","):
        name, _, weight = part.partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            allowed.add(name.strip().lower())
    return next(name for name in _COMPRESS if not name or name in allowed)
