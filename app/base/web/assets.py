"""Static files under addresses that change with their content, so that browsers may keep them forever.

One version for the whole folder, as the first part of the path (/static/3f9a…/css/site.css): relative addresses inside
style sheets and scripts then need no rewriting. Texts are compressed once, not at each request.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from functools import cache
from os.path import normpath
from pathlib import Path, PurePosixPath

import brotli
import orjson
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.base.web.http import takes
from app.base.web.joined_files import JOINED, served

STATIC = Path(__file__).resolve().parents[3] / "static"
PREFIX = "/static"
FOREVER = "max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"
VERSION_LENGTH = 12
IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.[^"]+)";', re.MULTILINE)
"""A static import, or the `from` of an export, in a script as the formatter leaves it."""
COMPRESSED_TYPES = {".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml"}


OWN = ("css/", "js/")
"""Folders of our own style sheets and scripts."""


def version_of(folder: Path) -> str:
    """Return a hash of the names and contents of all files in `folder`."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:VERSION_LENGTH]


@cache
def keep_size(folder: Path) -> int:
    """Return the megabytes that a browser loads to play without a connection (tools/offline); 0 where that was not
    built."""
    manifest = folder / "vendor" / "offline" / "manifest.json"
    files: list[dict[str, int]] = orjson.loads(manifest.read_bytes())["files"] if manifest.exists() else []
    return sum(file["bytes"] for file in files) // 1_000_000


@cache
def static_files(dev: bool) -> Assets:
    """Return the site's static files; all sites of one process share them, because each would read every file."""
    return Assets(STATIC, dev=dev)


class Assets(StaticFiles):
    """The application that serves `folder`; `url` gives the address of a file in it.

    With `dev` nothing is cached, and changed files show at once.
    """

    def __init__(self, folder: Path, *, dev: bool = False) -> None:
        super().__init__(directory=folder)
        self.folder = folder.resolve()
        self.version = "" if dev else version_of(folder)
        self._compressed: dict[str, bytes] = {}
        self._modules: dict[str, tuple[str, ...]] = {}

    def url(self, path: str) -> str:
        """Return the address of `path` (for example "css/site.css")."""
        return f"{PREFIX}/{self.version}/{path}" if self.version else f"{PREFIX}/{path}"

    def modules(self, path: str) -> tuple[str, ...]:
        """Return the addresses of the modules that the one at `path` cannot begin without, itself first."""
        if path not in self._modules or not self.version:
            found = [PurePosixPath(path)]
            for module in found:  # which grows meanwhile
                imported = IMPORT.findall((self.folder / module).read_text("utf-8"))
                wanted = [PurePosixPath(normpath(module.parent / name)) for name in imported]
                found += [each for each in dict.fromkeys(wanted) if each not in found]
            self._modules[path] = tuple(self.url(str(module)) for module in found)
        return self._modules[path]

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file at `path`, with or without a version; only the present version may be kept by the browser."""
        first, _, rest = path.partition("/")
        versioned = len(first) == VERSION_LENGTH and first.isalnum() and rest
        current = versioned and first == self.version
        response = await self._compressed_response(rest, scope) if current else None
        response = response or await self._plain_response(rest if versioned else path, scope)
        response.headers["Cache-Control"] = FOREVER if current else ALWAYS_ASK
        return response

    async def _plain_response(self, path: str, scope: Scope) -> Response:
        """Return the file at `path`, not compressed."""
        if scope["method"] in {"GET", "HEAD"} and (path in JOINED or path.startswith(OWN)):
            content = await asyncio.to_thread(self._content, path)
            if content is not None:
                return Response(content, media_type=COMPRESSED_TYPES[Path(path).suffix])
        return await super().get_response(path, scope)

    async def _compressed_response(self, path: str, scope: Scope) -> Response | None:
        """Return the text file at `path` by Brotli, if the browser takes that; compressed at most once."""
        kind = COMPRESSED_TYPES.get(Path(path).suffix)
        headers = Headers(scope=scope)
        if not kind or scope["method"] != "GET" or not takes(Request(scope), "br") or "range" in headers:
            return None
        if path not in self._compressed:
            content = await asyncio.to_thread(self._content, path)
            if content is None:
                return None
            self._compressed[path] = await asyncio.to_thread(lambda: brotli.compress(content, quality=11))
        headers_out = {"Content-Encoding": "br", "Vary": "Accept-Encoding"}
        return Response(self._compressed[path], media_type=kind, headers=headers_out)

    def _content(self, path: str) -> bytes | None:
        try:
            inside = (self.folder / path).resolve().is_relative_to(self.folder)
        except (OSError, ValueError):  # too long, or with a character that no name has
            return None
        return served(self.folder, path) if inside else None
