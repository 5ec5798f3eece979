"""`/account`: devices, ways to sign in again, export, deletion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from app.base.errors import AppError
from app.base.web.http import see_other, site_url
from app.base.web.limits import Limit
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.people.players.identity import (
    MaybePlayer,
    RequiredPlayer,
    forget_guest,
    redirect_with_cookie,
    session_of,
)
from app.people.players.identity.counted import Count, counted, counted_visitor, counting
from app.people.players.player import Player
from app.people.players.sign_in.passkeys import Passkey, PasskeyService
from app.people.players.sign_in.provider import Provider
from app.people.players.sign_in.provider_accounts import LinkedAccount, ProviderAccounts
from app.people.players.sign_in.recovery import MAX_CODE, RecoveryCode, RecoveryService
from app.people.players.sign_in.relying_party import why_no_passkeys
from app.people.players.sign_in.sessions import Session, SessionService
from app.people.players.sign_in.started_sign_ins import local_path
from app.site.account.api import exported
from app.site.account.choice_page import ChoicePage
from app.site.account.service import AccountService
from app.site.account.sign_in import How, Proof, enter, prove

router = APIRouter(include_in_schema=False, prefix="/account")

HOME = "/account"
ItemId = Annotated[str, Form(max_length=2000)]
TypedCode = Annotated[str, Form(max_length=MAX_CODE)]


@dataclass(frozen=True, kw_only=True)
class AccountPage(PageContext):
    """A guest's devices and ways to sign in again; `here`: the id of this session; `code`: when theirs was made."""

    template = "site/account/account.html"
    page = "settings"
    player: Player | None
    why_no_passkeys: str
    provider: Provider
    account: LinkedAccount | None
    error: str
    sessions: list[Session]
    here: str | None
    passkeys: list[Passkey]
    code: RecoveryCode | None


@router.get("", dependencies=[Depends(Limit("ask"))])
async def account_page(request: Request, player: MaybePlayer) -> Response:
    return await _page(request, player)


async def _page(request: Request, player: Player | None, error: AppError | None = None) -> Response:
    refusal = why_no_passkeys(request)
    shown = AccountPage(
        player=player,
        why_no_passkeys=refusal.sentence if refusal else "",
        provider=service_of(request, Provider),
        account=await service_of(request, ProviderAccounts).of(player) if player else None,
        error=error.sentence if error else "",
        sessions=await service_of(request, SessionService).of(player) if player else [],
        here=session_of(request),
        passkeys=await service_of(request, PasskeyService).of(player) if player else [],
        code=await service_of(request, RecoveryService).of(player) if player else None,
    )
    return service_of(request, Templates).show(request, shown, status=error.status if error else 200)


@router.post("/recovery-code")
async def make_code(request: Request, player: Annotated[Player, counted("prove")]) -> Response:
    """Make a recovery code and show it, this once."""
    code = await service_of(request, RecoveryService).make(player)
    context = {"code": code, "name": player.name, "site": site_url(request), "page": "settings"}
    return service_of(request, Templates).page(request, "site/account/code.html", context)


@router.post("/sessions/end", dependencies=[Depends(Limit("ask"))])
async def end_session(
    request: Request, player: RequiredPlayer, session_id: Annotated[ItemId, Form(alias="id")]
) -> Response:
    """Sign one device out."""
    await service_of(request, SessionService).end_if_there(player, session_id)
    return see_other(HOME)


@router.post("/sessions/end-others", dependencies=[Depends(Limit("ask"))])
async def end_other_sessions(request: Request, player: RequiredPlayer) -> Response:
    """Sign out all devices but this one."""
    await service_of(request, SessionService).end_others(player, session_of(request))
    return see_other(HOME)


@router.post("/passkeys/remove", dependencies=[Depends(Limit("ask"))])
async def remove_passkey(
    request: Request, player: RequiredPlayer, passkey_id: Annotated[ItemId, Form(alias="id")]
) -> Response:
    try:
        await service_of(request, PasskeyService).remove(player, passkey_id)
    except AppError as error:
        return await _page(request, player, error)
    return see_other(HOME)


@router.post("/code", dependencies=[Depends(Limit("ask"))])
async def use_code(
    request: Request, player: MaybePlayer, count: Annotated[Count, counting("prove")], code: TypedCode = ""
) -> Response:
    """Sign in with a recovery code, or first ask what happens to the current guest."""
    try:
        count(player)
        proved = await prove(request, player, Proof(code=code))
        if proved.choose:
            return _choice(request, player, proved.ticket, proved.name)
        return await _enter(request, player, proved.ticket, "switch")
    except AppError as error:
        return await _page(request, player, error)


@router.post("/choice", dependencies=[Depends(Limit("ask"))])
async def choice(request: Request, player: MaybePlayer, ticket: ItemId = "", name: ItemId = "") -> Response:
    """Ask whether both guests become one, or this device switches; for a page's script, after a passkey."""
    return _choice(request, player, ticket, name[:24])


def _choice(request: Request, player: Player | None, ticket: str, name: str) -> Response:
    here = player.name if player else ""
    return service_of(request, Templates).show(request, ChoicePage(ticket=ticket, name=name, here=here))


@router.post("/enter")
async def enter_page(
    request: Request,
    player: Annotated[Player | None, counted_visitor("prove")],
    ticket: ItemId = "",
    how: Annotated[How, Form()] = "switch",
    path: Annotated[str, Form(alias="next", max_length=1000)] = "",
) -> Response:
    """Sign in as the guest whose proof was given, and continue to the page `next`."""
    try:
        return await _enter(request, player, ticket, how, local_path(path) if path else HOME)
    except AppError as error:
        if service_of(request, Provider).required:  # an account's page would be more than a stranger may see
            raise
        return await _page(request, player, error)


async def _enter(request: Request, player: Player | None, ticket: str, how: How, path: str = HOME) -> Response:
    became = await enter(request, player, ticket, how)
    return await redirect_with_cookie(request, path, became, renew=True, was=player if how == "merge" else None)


@router.get("/export", dependencies=[Depends(Limit("ask"))])
async def export_page(request: Request, player: Annotated[Player, counted("export")]) -> Response:
    return exported(request, player)


@router.post("/delete")
async def delete(request: Request, player: Annotated[Player, counted("prove")]) -> Response:
    """Delete everything of the guest."""
    try:
        await service_of(request, AccountService).delete(player)
    except AppError as error:
        return await _page(request, player, error)
    response = service_of(request, Templates).page(request, "site/account/gone.html", {"page": "settings"})
    forget_guest(request, response)
    return response
