"""Static files under addresses that change with their content, so that browsers may keep them for ever.

One version for the whole folder, as the first part of the path (/static/3f9a…/css/site.css): relative addresses inside
style sheets and scripts then need no rewriting.
"""

import hashlib
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PREFIX = "/static"
FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"
VERSION_LENGTH = 12


def version_of(folder: Path) -> str:
    """A hash of the names and contents of all files in `folder`."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:VERSION_LENGTH]


class Assets(StaticFiles):
    """The application that serves `folder`; `url` gives the address of a file in it.

    With `dev` nothing is cached, and changed files show at once.
    """

    def __init__(self, folder: Path, *, dev: bool = False) -> None:
        super().__init__(directory=folder)
        self.version = "" if dev else version_of(folder)

    def url(self, path: str) -> str:
        """The address of `path` (for example "css/site.css")."""
        return f"{PREFIX}/{self.version}/{path}" if self.version else f"{PREFIX}/{path}"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at `path`, with or without a version; only the present version may be kept by the browser."""
        first, _, rest = path.partition("/")
        versioned = len(first) == VERSION_LENGTH and first.isalnum() and rest
        response = await super().get_response(rest if versioned else path, scope)
        current = versioned and first == self.version
        response.headers["Cache-Control"] = FOREVER if current else ALWAYS_ASK
        return response
