"""Proving who one is, in a browser that may already have a guest: then one chooses to merge both or to change over."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from app.account.service import account_service
from app.errors import AppError, malformed
from app.players.identity import player_service, session_of
from app.players.passkeys import PasskeyService, passkey_service
from app.players.place import place_of
from app.players.player import Player
from app.players.preference_service import preference_service
from app.players.recovery import MAX_CODE, recovery_service
from app.players.sessions import session_service
from app.players.tickets import TicketService
from app.web.limits import rate_limits

How = Literal["merge", "switch"]
Credential = dict[str, Any]
"""The answer of a browser's authenticator (PublicKeyCredential.toJSON), which the library reads strictly."""


class Proof(BaseModel):
    """A proof of who one is: a recovery code, or a passkey."""

    model_config = ConfigDict(extra="forbid")

    code: Annotated[str, Field(max_length=MAX_CODE)] | None = None
    passkey: Credential | None = Field(default=None, description="PublicKeyCredential.toJSON() of the browser")


class Proved(BaseModel):
    """A taken proof: `ticket` is good once and for ten minutes. `choose`: the caller is a guest with something to
    lose, and says whether the two are merged or this device switches."""

    ticket: str
    name: str
    choose: bool


def ticket_service(request: Request) -> TicketService:
    """Return the application's tickets."""
    service: TicketService = request.app.state.tickets
    return service


async def prove(request: Request, here: Player | None, proof: Proof) -> Proved:
    """Return a ticket to become the guest whose code or passkey this is; AppError (422, 429), (409) already_here."""
    rate_limits(request).check("prove", request, here)
    if (proof.code is None) == (proof.passkey is None):
        raise malformed("one_proof")
    if proof.passkey is not None:
        passkeys: PasskeyService = passkey_service(request)
        found = await passkeys.player_of(place_of(request), proof.passkey)
    else:
        found = await recovery_service(request).player_of(proof.code or "")
    if here is not None and here.id == found.id:
        raise AppError("already_here", 409)
    return await _proved(request, here, found)


async def _proved(request: Request, here: Player | None, found: Player) -> Proved:
    choose = here is not None and await account_service(request).has_anything(here)
    return Proved(ticket=await ticket_service(request).issue("become", found.id), name=found.name, choose=choose)


async def prove_by_device(request: Request, here: Player | None, ticket: str) -> Proved:
    """Return a ticket to become the guest whose other device has shown this one; it is used up either way.

    AppError: ticket_expired (422), already_here (409).
    """
    player_id = await ticket_service(request).take("device", ticket)
    found = await player_service(request).by_id(player_id or "")
    if found is None:
        raise AppError("ticket_expired", 422)
    if here is not None and here.id == found.id:
        raise AppError("already_here", 409)
    return await _proved(request, here, found)


async def enter(request: Request, here: Player | None, ticket: str, how: How) -> Player:
    """Return the guest of a ticket: merged with the current one, or replacing it on this device.

    AppError: ticket_expired (422), playing_each_other (409). Follow it up with `remember`.
    """
    player_id = await ticket_service(request).take("become", ticket)
    player = await player_service(request).by_id(player_id or "")
    if player is None:
        raise AppError("ticket_expired", 422)
    if here is None or here.id == player.id:
        return player
    if how == "merge":
        await account_service(request).merge(here, player)
        return player
    await preference_service(request).settle(player)  # this browser's copy is of the guest who leaves it
    if (session := session_of(request)) is not None and request.headers.get("authorization") is None:
        await session_service(request).end_if_there(here, session)
    return player
