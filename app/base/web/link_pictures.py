"""The pictures that chats show next to a link: PNG files, each drawn once and kept while it is asked for.

The drawing program holds the interpreter for up to four tenths of a second, so it runs in a process of its own, one at
a time: those who play are not kept waiting.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path
from typing import Final

from cachetools import LRUCache
from fastapi import Depends, Request, params
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.i18n import current_language
from app.base.tasks import SharedWork
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates

WIDTH: Final = 1200  # pixels
MAX_BYTES: Final = 16 * 1024 * 1024  # of all pictures together, some 60; the longest unused go first
MAX_WAITING: Final = 8  # drawings that wait for their turn
DEADLINE: Final = 20.0  # seconds for one
ROOT: Final = Path(__file__).resolve().parents[3]
PRIVATE_FOR_A_DAY: Final = {"Cache-Control": "private, max-age=86400"}  # its words are in the reader's language
COSTLY: Final[params.Depends] = Depends(Limit("look", 400.0))
"""A PNG file takes up to four tenths of a second of a processor."""


class LinkPictures:
    """All kept pictures of one application."""

    def __init__(self) -> None:
        self._kept: LRUCache[Hashable, bytes] = LRUCache(MAX_BYTES, getsizeof=len)
        self._making = SharedWork[Hashable, bytes]()
        self._turn = asyncio.Lock()
        self._waiting = 0
        self.drawn = 0

    async def get(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        """Return the picture kept under `key` and the present language; `draw` returns its SVG. AppError(too_busy)."""
        key = (current_language().code, key)
        kept = self._kept.get(key)
        return await self._making.get(key, partial(self._made, key, draw)) if kept is None else kept

    async def _made(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        if self._waiting >= MAX_WAITING:
            raise AppError(Code.too_busy, seconds=int(DEADLINE))
        self._waiting += 1
        try:
            async with self._turn:
                content = await _png(draw())
        finally:
            self._waiting -= 1
        self.drawn += 1
        if len(content) <= MAX_BYTES:
            self._kept[key] = content
        return content


async def _png(svg: str) -> bytes:
    """Return a drawing of ours as a PNG file; AppError(too_busy) if it does not come in time."""
    # Nothing is imported from the folder in which the server was started.
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app.base.web.png", str(WIDTH),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
    )  # fmt: skip
    try:
        content, _ = await asyncio.wait_for(program.communicate(svg.encode()), DEADLINE)
    except TimeoutError:
        raise AppError(Code.too_busy, seconds=int(DEADLINE)) from None
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()
    if not content:
        raise AppError(Code.too_busy, seconds=int(DEADLINE))
    return content


async def link_picture(
    request: Request, key: Hashable, template: str, context: Callable[[], dict[str, object]]
) -> Response:
    """Answer with the picture kept under `key`, of this template."""
    templates = service_of(request, Templates)
    content = await service_of(request, LinkPictures).get(key, lambda: templates.text(template, context()))
    return Response(content, media_type="image/png", headers=PRIVATE_FOR_A_DAY)
