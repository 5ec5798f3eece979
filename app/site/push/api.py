"""`/api/push`: the browsers in which a guest wants notifications (docs/api.md)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.i18n import current_language, use_language
from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute, site_url
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.matches.core.memory.ongoing import awaited_in
from app.matches.core.service import MatchService
from app.people.players.identity import RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.player import Player
from app.people.players.preference_service import PreferenceService
from app.site.push.models import ENDPOINT_LENGTH
from app.site.push.service import PushService, id_of, language_of
from app.site.push.target import Target
from app.site.push.words import trial

router = APIRouter(prefix="/api/push", route_class=StrictRoute, tags=["push"])


class PushOut(BaseModel):
    """The key a browser needs to subscribe, and the number of the guest's subscribed browsers."""

    key: str | None = Field(description="the site's public key; null: this site sends no notifications")
    browsers: int


class Keys(BaseModel):
    """The keys of a browser's subscription."""

    model_config = ConfigDict(extra="forbid")

    p256dh: str = Field(max_length=128)
    auth: str = Field(max_length=64)


class PushSubscription(BaseModel):
    """A subscription: the JSON of the browser's `PushSubscription`."""

    model_config = ConfigDict(extra="forbid")

    endpoint: str = Field(max_length=ENDPOINT_LENGTH)
    keys: Keys
    expiration_time: float | None = Field(None, alias="expirationTime", description="as browsers send it; not used")


class Endpoint(BaseModel):
    """The address of a subscription."""

    model_config = ConfigDict(extra="forbid")

    endpoint: str = Field(max_length=ENDPOINT_LENGTH)


@router.get("", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 429))
async def state(request: Request, player: RequiredPlayer) -> PushOut:
    """Return the key for subscribing, and the number of subscribed browsers."""
    service = service_of(request, PushService)
    targets = await service.targets(player.id)
    return PushOut(key=service.key.public if service.is_on else None, browsers=len(targets))


@router.post("/subscribe", status_code=204, responses=refusals(400, 401, 409, 422, 429))
async def subscribe(request: Request, player: Annotated[Player, counted("push")], sent: PushSubscription) -> Response:
    """Send the guest's notifications to this browser, too."""
    language, site = current_language().code, site_url(request)
    target = Target(id_of(sent.endpoint), sent.endpoint, sent.keys.p256dh, sent.keys.auth, language, site)
    await service_of(request, PushService).subscribe(player, target)
    return Response(status_code=204)


@router.post("/unsubscribe", status_code=204, responses=refusals(400, 401, 429))
async def unsubscribe(request: Request, player: Annotated[Player, counted("push")], sent: Endpoint) -> Response:
    """Send no more notifications to this browser."""
    await service_of(request, PushService).unsubscribe(player, sent.endpoint)
    return Response(status_code=204)


@router.post("/try", status_code=204, responses=refusals(400, 401, 409, 429, 503))
async def send_trial(request: Request, player: Annotated[Player, counted("push")], sent: Endpoint) -> Response:
    """Send a test notification to one of the guest's browsers, in quiet hours too."""
    service = service_of(request, PushService)
    target = await service.target(player.id, sent.endpoint) if service.is_on else None
    if target is None:
        raise AppError(Code.no_push)
    chosen = await service_of(request, PreferenceService).of(player.id)
    waiting = len(awaited_in(await service_of(request, MatchService).ongoing_of(player.id)))
    with use_language(language_of(target, chosen.language)):
        message = trial(waiting)
    outcome = await service.send(player.id, target, message)
    if outcome == "gone":
        raise AppError(Code.no_push)
    if outcome == "later":
        raise AppError(Code.push_silent)
    return Response(status_code=204)
