"""`/api/players/me/…`: devices, passkeys, the recovery code, everything exported, everything deleted (docs/api.md)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from app.base.store.database import Database
from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute, json_response
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.people.players.api import GuestOut
from app.people.players.identity import RequiredPlayer, forget_guest, remember, session_of
from app.people.players.identity.counted import counted, counted_visitor
from app.people.players.identity.device import device_of
from app.people.players.player import Player
from app.people.players.sign_in.passkeys import PasskeyService
from app.people.players.sign_in.recovery import RecoveryService
from app.people.players.sign_in.relying_party import relying_party
from app.people.players.sign_in.sessions import SessionService
from app.site.account.export import export
from app.site.account.service import AccountService
from app.site.account.sign_in import Credential, How, Proof, Proved, enter, prove

router = APIRouter(prefix="/api/players/me", route_class=StrictRoute, tags=["players"])
proofs = APIRouter(prefix="/api/proofs", route_class=StrictRoute, tags=["players"])

Ask = [Depends(Limit("ask"))]


class SessionOut(BaseModel):
    """A browser in which the guest is known; `here`: the one that sent this request."""

    id: str
    device: str
    created_at: float
    seen_at: float
    here: bool


class PasskeyOut(BaseModel):
    """A passkey, and where and when it was made."""

    id: str
    device: str
    created_at: float
    used_at: float


class CodeOut(BaseModel):
    """A recovery code; it is shown this once."""

    code: str


class NewPasskey(BaseModel):
    """A passkey, as the browser has made it."""

    model_config = ConfigDict(extra="forbid")

    passkey: Credential = Field(description="PublicKeyCredential.toJSON() of the browser")


class EntryIn(BaseModel):
    """A ticket that a proof gave, and what happens to the current guest."""

    model_config = ConfigDict(extra="forbid")

    ticket: str = Field(max_length=200)
    how: How = "switch"


@router.get("/sessions", dependencies=Ask, responses=refusals(401, 429))
async def sessions(request: Request, player: RequiredPlayer) -> list[SessionOut]:
    """Return the browsers in which the caller is known, the one seen last first."""
    here = session_of(request)
    return [
        SessionOut(
            id=each.id, device=each.device, created_at=each.created_at, seen_at=each.seen_at, here=each.id == here
        )
        for each in await service_of(request, SessionService).of(player)
    ]


@router.delete("/sessions/{session_id}", status_code=204, dependencies=Ask, responses=refusals(401, 404, 429))
async def end_session(request: Request, player: RequiredPlayer, session_id: str) -> Response:
    """End one of them: its cookie is worth nothing from then on."""
    await service_of(request, SessionService).end(player, session_id)
    return Response(status_code=204)


@router.get("/passkeys", dependencies=Ask, responses=refusals(401, 429))
async def passkeys(request: Request, player: RequiredPlayer) -> list[PasskeyOut]:
    """Return the caller's passkeys, the oldest first."""
    return [
        PasskeyOut(id=each.id, device=each.device, created_at=each.created_at, used_at=each.used_at)
        for each in await service_of(request, PasskeyService).of(player)
    ]


@router.post("/passkeys/options", responses=refusals(401, 409, 429))
async def options_for_new_passkey(request: Request, player: Annotated[Player, counted("prove")]) -> Response:
    """Return the options for making a passkey (PublicKeyCredential.parseCreationOptionsFromJSON)."""
    return json_response(await service_of(request, PasskeyService).options_for_new(player, relying_party(request)))


@router.post("/passkeys", status_code=201, responses=refusals(400, 401, 409, 422, 429))
async def add_passkey(request: Request, player: Annotated[Player, counted("prove")], new: NewPasskey) -> PasskeyOut:
    """Store a passkey, which signs this guest in from any browser."""
    made = await service_of(request, PasskeyService).add(
        player, relying_party(request), new.passkey, device_of(request)
    )
    return PasskeyOut(id=made.id, device=made.device, created_at=made.created_at, used_at=made.used_at)


@router.delete("/passkeys/{passkey_id}", status_code=204, dependencies=Ask, responses=refusals(401, 404, 429))
async def remove_passkey(request: Request, player: RequiredPlayer, passkey_id: str) -> Response:
    """Forget a passkey: it opens nothing here from then on."""
    await service_of(request, PasskeyService).remove(player, passkey_id)
    return Response(status_code=204)


@router.post("/recovery", status_code=201, responses=refusals(401, 429))
async def make_recovery_code(
    request: Request, response: Response, player: Annotated[Player, counted("prove")]
) -> CodeOut:
    """Make a recovery code, in place of the one before; it is shown this once."""
    response.headers["Cache-Control"] = "no-store"
    return CodeOut(code=await service_of(request, RecoveryService).make(player))


@proofs.post("/options", responses=refusals(401, 409, 429))
async def options_for_passkey(request: Request, player: Annotated[Player | None, counted_visitor("prove")]) -> Response:
    """Return the options for using a passkey (PublicKeyCredential.parseRequestOptionsFromJSON)."""
    return json_response(await service_of(request, PasskeyService).options_for_use(relying_party(request)))


@proofs.post("", dependencies=Ask, responses=refusals(400, 401, 409, 422, 429))
async def prove_identity(
    request: Request, player: Annotated[Player | None, counted_visitor("prove")], proof: Proof
) -> Proved:
    """Prove by a recovery code or a passkey which guest one is; nothing changes yet."""
    return await prove(request, player, proof)


@proofs.post("/enter", responses=refusals(400, 401, 409, 422, 429))
async def become_that_guest(
    request: Request,
    response: Response,
    player: Annotated[Player | None, counted_visitor("prove")],
    entry: EntryIn,
) -> GuestOut:
    """Sign in as the guest whose proof was given: the answer sets the cookie.

    `merge` moves everything of the current guest there, whose own tokens end; `switch` leaves both.
    """
    became = await enter(request, player, entry.ticket, entry.how)
    await remember(request, response, became, renew=True, was=player if entry.how == "merge" else None)
    return GuestOut.of(became)


def exported(request: Request, player: Player) -> Response:
    """Return everything that is stored of a guest as a file."""
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="clash-of-decks.json"'}
    parts = export(service_of(request, Database), player)
    return StreamingResponse(parts, media_type="application/json", headers=headers)


@router.get("/export", dependencies=Ask, responses=refusals(401, 429))
async def export_everything(request: Request, player: Annotated[Player, counted("export")]) -> Response:
    """Return everything that is stored of the caller."""
    return exported(request, player)


@router.delete("", status_code=204, responses=refusals(401, 409, 429))
async def delete_everything(request: Request, player: Annotated[Player, counted("prove")]) -> Response:
    """Delete everything of the caller. Duels in play are resigned; finished matches stay, with a former player."""
    await service_of(request, AccountService).delete(player)
    response = Response(status_code=204)
    forget_guest(request, response)
    return response
