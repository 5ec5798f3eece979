"""The door of the page /admin: one password, the setting `admin_token`, and a signed cookie for whoever has said it."""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated, Final

from fastapi import Depends
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import Response

from app.errors import AppError
from app.settings import Settings
from app.web.http import is_secure

COOKIE: Final = "admin"
SECONDS: Final = 12 * 3600
PATH: Final = "/admin"


class AdminKey:
    """Compares passwords and makes cookies. Another password makes every cookie worthless."""

    def __init__(self, settings: Settings) -> None:
        token = settings.admin_token
        self._token = token.get_secret_value() if token else ""
        self._mark = hashlib.sha256(self._token.encode()).hexdigest()[:16]
        self._signer = URLSafeTimedSerializer(settings.secret_key, salt=f"admin-{self._mark}")

    @property
    def exists(self) -> bool:
        """Return whether this site has such a page."""
        return bool(self._token)

    def fits(self, password: str) -> bool:
        """Return whether that is the password; takes the same time however much of it is right."""
        given, wanted = (hashlib.sha256(text.encode("utf-8", "replace")).digest() for text in (password, self._token))
        return self.exists and hmac.compare_digest(given, wanted)

    def is_open(self, cookie: str | None) -> bool:
        """Return whether this cookie was given to somebody who knew the password, less than SECONDS ago."""
        try:
            return bool(cookie) and self._signer.loads(cookie or "", max_age=SECONDS) == "open"
        except BadSignature:
            return False

    def admit(self, request: Request, response: Response) -> None:
        """Give the cookie: for this page alone, out of reach of scripts and of other sites."""
        response.set_cookie(
            COOKIE,
            self._signer.dumps("open"),
            max_age=SECONDS,
            path=PATH,
            secure=is_secure(request),
            httponly=True,
            samesite="strict",
        )


def admin_key(request: Request) -> AdminKey:
    """Return the application's key; AppError(no_page, 404) on a site without this page."""
    key: AdminKey = request.app.state.admin_key
    if not key.exists:
        raise AppError("no_page", 404)
    return key


RequiredKey = Annotated[AdminKey, Depends(admin_key)]


def required_admin(request: Request, key: RequiredKey) -> None:
    """Raise AppError(wrong_password, 403) for a visitor who has not given the password."""
    if not key.is_open(request.cookies.get(COOKIE)):
        raise AppError("wrong_password", 403)
