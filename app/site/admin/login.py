"""Access to the page /admin: by its password, the setting `admin_token`, or by the role of a player."""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated, Final

from fastapi import Depends, Form
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.settings import Settings
from app.base.web.http import is_secure
from app.base.web.services import service_of
from app.people.moderation.staff import Staff, StaffService
from app.people.players.identity import player_or_none
from app.people.players.player import Player
from app.people.players.sign_in.provider_accounts import ProviderAccounts

COOKIE: Final = "admin"
SESSION_SECONDS: Final = 12 * 3600
PATH: Final = "/admin"


class AdminKey:
    """Compares passwords and makes cookies. A new password invalidates every cookie."""

    def __init__(self, settings: Settings) -> None:
        token = settings.admin_token
        self._token = token.get_secret_value() if token else ""
        self._mark = hashlib.sha256(self._token.encode()).hexdigest()[:16]
        self._signer = URLSafeTimedSerializer(settings.secret_key, salt=f"admin-{self._mark}")

    @property
    def exists(self) -> bool:
        return bool(self._token)

    def fits(self, password: str) -> bool:
        """True if the password is right; takes the same time however much of it is."""
        given, wanted = (hashlib.sha256(text.encode("utf-8", "replace")).digest() for text in (password, self._token))
        return self.exists and hmac.compare_digest(given, wanted)

    def is_open(self, cookie: str | None) -> bool:
        """True if this cookie was given to somebody who knew the password, less than SESSION_SECONDS ago."""
        try:
            return bool(cookie) and self._signer.loads(cookie or "", max_age=SESSION_SECONDS) == "open"
        except BadSignature:
            return False

    def admit(self, request: Request, response: Response) -> None:
        """Give the cookie: for this page alone, out of reach of scripts and of other sites."""
        response.set_cookie(
            COOKIE,
            self._signer.dumps("open"),
            max_age=SESSION_SECONDS,
            path=PATH,
            secure=is_secure(request),
            httponly=True,
            samesite="strict",
        )


def admin_key(request: Request) -> AdminKey:
    """Return the application's key; AppError(no_page) on a site without this page."""
    key = service_of(request, AdminKey)
    if not key.exists:
        raise AppError(Code.no_page)
    return key


RequiredKey = Annotated[AdminKey, Depends(admin_key)]


async def staff_or_none(request: Request, key: RequiredKey) -> Staff | None:
    """The staff member by the password or by the role of the browser's player; None for others."""
    if key.is_open(request.cookies.get(COOKIE)):
        return Staff("host")
    if "authorization" in request.headers:
        return None
    player = await player_or_none(request)
    if player is not None and not await service_of(request, ProviderAccounts).lets_in(player):
        return None  # the password stays the way in for an emergency
    role = await service_of(request, StaffService).role_of(player.id) if player else None
    return Staff(role, player) if role else None


ActReason = Annotated[str, Form(max_length=2000)]
MaybeStaff = Annotated[Staff | None, Depends(staff_or_none)]


async def required_staff(staff: MaybeStaff) -> Staff:
    """The staff member; AppError(wrong_password) for anybody else."""
    if staff is None:
        raise AppError(Code.wrong_password)
    return staff


RequiredStaff = Annotated[Staff, Depends(required_staff)]


async def required_host(staff: RequiredStaff) -> Staff:
    """The site host; AppError(host_only) for a moderator."""
    if not staff.is_host:
        raise AppError(Code.host_only)
    return staff


RequiredHost = Annotated[Staff, Depends(required_host)]


async def check_may_moderate(request: Request, staff: Staff, player: Player) -> None:
    """Raise AppError(staff_protected) where a moderator would act on somebody with a role."""
    if not staff.is_host and await service_of(request, StaffService).role_of(player.id) is not None:
        raise AppError(Code.staff_protected)
