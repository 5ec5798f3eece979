"""`GET /check/seen`: how this server sees whoever asks, for `python -m app check`, which signs its question.

A proxy that hides the visitors' addresses, or their https, is found by this and by nothing else.
"""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Depends
from itsdangerous import BadSignature, TimestampSigner
from pydantic import BaseModel
from starlette.requests import Request

from app.errors import AppError
from app.web.current_site import site_of
from app.web.limits import Limit, address_of

PATH: Final = "/check/seen"
HEADER: Final = "X-Clash-Check"
SECONDS: Final = 60
QUESTION: Final = "seen"

router = APIRouter(include_in_schema=False)


class Seen(BaseModel):
    """The address of whoever asks, and the address under which they have reached the site."""

    address: str
    site: str


def signer(secret: str) -> TimestampSigner:
    """Return what signs the question with the secret of the site."""
    return TimestampSigner(secret, salt="check")


@router.get(PATH, dependencies=[Depends(Limit("ask"))])
async def seen(request: Request) -> Seen:
    """Answer whoever has the secret of the site; to everybody else there is no such page."""
    try:
        signer(site_of(request).settings.secret_key).unsign(request.headers.get(HEADER, ""), max_age=SECONDS)
    except BadSignature:
        raise AppError("no_page", 404) from None
    return Seen(address=address_of(request), site=str(request.base_url).rstrip("/"))
