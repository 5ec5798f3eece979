"""`GET /check/seen`: the caller as this server sees them, for `python -m app check`, which signs its request. Only this
finds a proxy that hides the visitors' addresses, or their https."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Depends
from itsdangerous import BadSignature, TimestampSigner
from pydantic import BaseModel
from starlette.requests import Request

from app.base.errors import AppError, Code
from app.base.settings import Settings
from app.base.web.limits import Limit, address_of
from app.base.web.services import service_of

PATH: Final = "/check/seen"
HEADER: Final = "X-Clash-Check"
VALID_SECONDS: Final = 60
QUESTION: Final = "seen"

router = APIRouter(include_in_schema=False)


class Seen(BaseModel):
    """The caller's address, and the address under which they reached the site."""

    address: str
    site: str


def signer(secret: str) -> TimestampSigner:
    """Return the signer of that request, with the secret of the site."""
    return TimestampSigner(secret, salt="check")


@router.get(PATH, dependencies=[Depends(Limit("ask"))])
async def seen(request: Request) -> Seen:
    """Answer a request signed with the site's secret; all others get a 404."""
    try:
        signer(service_of(request, Settings).secret_key).unsign(request.headers.get(HEADER, ""), max_age=VALID_SECONDS)
    except BadSignature:
        raise AppError(Code.no_page) from None
    return Seen(address=address_of(request), site=str(request.base_url).rstrip("/"))
