"""Sign-ins on their way to the provider and back: good once, for some minutes, at any worker, and only in the browser
that began them. What the provider must not mix up (nonce, verifier) never leaves the server."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from dataclasses import dataclass, field
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.store.group_commit import Writer
from app.people.players.models import PATH_LENGTH, started_sign_ins

VALID_SECONDS: Final = 600.0
MAX_TEXT: Final = 200  # characters of a state or a cookie that are read
_COOKIE: Final = re.compile("[A-Za-z0-9_-]{43}")  # 32 bytes


@dataclass(frozen=True, slots=True)
class StartedSignIn:
    """A sign-in that has begun. `state` goes to the provider and back, `browser` into a cookie. `player_id`: the guest
    who gets the account; None where somebody becomes the guest of their account."""

    nonce: str = field(repr=False)
    verifier: str = field(repr=False)
    player_id: str | None
    path: str
    state: str = field(repr=False, default="")
    browser: str = field(repr=False, default="")


class StartedSignIns:
    """Keeps sign-ins that have begun."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def begin(self, player_id: str | None, path: str, browser: str = "") -> StartedSignIn:
        """Return a new one; expired ones are deleted. `browser`: the cookie that it has already, by another tab."""
        state, another, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(4))
        browser = browser if _COOKIE.fullmatch(browser) else another
        now = time.time()
        row = {
            "state_hash": _hash(state),
            "browser_hash": _hash(browser),
            "player_id": player_id,
            "nonce": nonce,
            "verifier": verifier,
            "path": path,
            "expires_at": now + VALID_SECONDS,
        }

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(started_sign_ins).where(started_sign_ins.c.expires_at < now))
            connection.execute(sa.insert(started_sign_ins), row)

        await self._writer.job(write)
        return StartedSignIn(nonce, verifier, player_id, path, state, browser)

    async def take(self, state: str, browser: str) -> StartedSignIn:
        """Use one up; AppError(ticket_expired) for an old or unknown one, and for one of another browser, which may
        still use it."""
        mine = sa.and_(started_sign_ins.c.state_hash == _hash(state), started_sign_ins.c.browser_hash == _hash(browser))
        taken = sa.delete(started_sign_ins).where(mine).returning(*started_sign_ins.c)
        row = await self._writer.job(lambda connection: connection.execute(taken).one_or_none())
        if row is None or row.expires_at < time.time():
            raise AppError(Code.ticket_expired)
        return StartedSignIn(row.nonce, row.verifier, row.player_id, row.path)


def local_path(path: str) -> str:
    """Return a page of this site; the home page for anything else."""
    local = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if local and len(path) <= PATH_LENGTH and "\\" not in path else "/"


def _hash(text: str) -> bytes:
    # 256 random bits: a fast hash is enough. Text that cannot be encoded is none of ours.
    return hashlib.sha256(text[:MAX_TEXT].encode("utf-8", "replace")).digest()
