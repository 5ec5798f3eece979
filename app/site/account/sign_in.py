"""Sign-in with a recovery code, passkey, other device or account of the provider; a browser that already has a guest
may merge or switch."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from app.base.errors import AppError, Code, malformed
from app.base.web.services import service_of
from app.people.players.identity import session_of
from app.people.players.player import Player
from app.people.players.preference_service import PreferenceService
from app.people.players.service import PlayerService
from app.people.players.sign_in.passkeys import PasskeyService
from app.people.players.sign_in.provider_accounts import ProviderAccounts
from app.people.players.sign_in.recovery import MAX_CODE, RecoveryService
from app.people.players.sign_in.relying_party import relying_party
from app.people.players.sign_in.sessions import SessionService
from app.people.players.sign_in.tickets import TicketService
from app.site.account.service import AccountService

How = Literal["merge", "switch"]
Credential = dict[str, object]
"""The answer of a browser's authenticator (PublicKeyCredential.toJSON), which the library reads strictly."""


class Proof(BaseModel):
    """A proof of who one is: a recovery code, or a passkey."""

    model_config = ConfigDict(extra="forbid")

    code: Annotated[str, Field(max_length=MAX_CODE)] | None = None
    passkey: Credential | None = Field(default=None, description="PublicKeyCredential.toJSON() of the browser")


class Proved(BaseModel):
    """An accepted proof: `ticket` works once, within ten minutes. `choose`: the caller is a guest with something to
    lose, and must choose whether the two merge or this device switches."""

    ticket: str
    name: str
    choose: bool


async def prove(request: Request, here: Player | None, proof: Proof) -> Proved:
    """Return a ticket to become the guest whose code or passkey this is; AppError (422), (409) already_here."""
    if (proof.code is None) == (proof.passkey is None):
        raise malformed(Code.one_proof)
    if proof.passkey is not None:
        passkeys = service_of(request, PasskeyService)
        found = await passkeys.player_of(relying_party(request), proof.passkey)
    else:
        found = await service_of(request, RecoveryService).player_of(proof.code or "")
    if here is not None and here.id == found.id:
        raise AppError(Code.already_here)
    return await _proved(request, here, found)


async def _proved(request: Request, here: Player | None, found: Player) -> Proved:
    choose = here is not None and await service_of(request, AccountService).has_anything(here)
    ticket = await service_of(request, TicketService).issue("become", found.id)
    return Proved(ticket=ticket, name=found.name, choose=choose)


async def prove_by_device(request: Request, here: Player | None, ticket: str) -> Proved:
    """Return a ticket to become the guest whose other device has shown this one; it is used up either way.

    AppError: ticket_expired, already_here.
    """
    player_id = await service_of(request, TicketService).take("device", ticket)
    found = await service_of(request, PlayerService).by_id(player_id or "")
    if found is None:
        raise AppError(Code.ticket_expired)
    if here is not None and here.id == found.id:
        raise AppError(Code.already_here)
    return await _proved(request, here, found)


async def prove_by_provider(request: Request, here: Player | None, found: Player) -> Proved:
    """Return a ticket to become the guest of an account at the provider, which has been proven. The guest of another
    account is never merged: at a shared computer it is somebody else."""
    proved = await _proved(request, here, found)
    if here is not None and await service_of(request, ProviderAccounts).of(here) is not None:
        return proved.model_copy(update={"choose": False})
    return proved


async def enter(request: Request, here: Player | None, ticket: str, how: How) -> Player:
    """Return the guest of a ticket: merged with the current one, or replacing it on this device.

    AppError: ticket_expired, playing_each_other. Follow it up with `remember`.
    """
    player_id = await service_of(request, TicketService).take("become", ticket)
    player = await service_of(request, PlayerService).by_id(player_id or "")
    if player is None:
        raise AppError(Code.ticket_expired)
    if here is None or here.id == player.id:
        return player
    if how == "merge":
        await service_of(request, AccountService).merge(here, player)
        return player
    await service_of(request, PreferenceService).settle(player)  # this browser's copy belongs to the previous guest
    if (session := session_of(request)) is not None and request.headers.get("authorization") is None:
        await service_of(request, SessionService).end_if_there(here, session)
    return player
