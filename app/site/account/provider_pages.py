"""`/account/sign-in`: sign in with an account of the site's OpenID Connect provider, or add one to a guest."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.web.http import is_secure, see_other, site_url
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.people.players.bans.bans import BanList
from app.people.players.identity import (
    MaybePlayer,
    RequiredPlayer,
    forget_guest,
    guest,
    redirect_with_cookie,
    session_of,
)
from app.people.players.identity.counted import Count, counting
from app.people.players.player import DEFAULT_NAME, Player
from app.people.players.service import PlayerService
from app.people.players.sign_in.provider import MAX_CODE, ProvenAccount, Provider
from app.people.players.sign_in.provider_accounts import ProviderAccounts
from app.people.players.sign_in.sessions import SessionService
from app.people.players.sign_in.sign_in_gate import SIGN_IN
from app.people.players.sign_in.started_sign_ins import VALID_SECONDS, StartedSignIns, local_path
from app.site.account.choice_page import ChoicePage
from app.site.account.service import AccountService
from app.site.account.sign_in import enter, prove_by_provider

router = APIRouter(include_in_schema=False, prefix="/account")

BROWSER: Final = "sign_in"  # the cookie
ACCOUNT: Final = "/account"
AnswerPart = Annotated[str, Query(max_length=MAX_CODE)]


@router.get("/sign-in", dependencies=[Depends(Limit("ask"))])
async def sign_in_page(
    request: Request, player: MaybePlayer, path: Annotated[str, Query(alias="next", max_length=1000)] = "/"
) -> Response:
    """Show the button that leads to the provider; `next` is the page that is shown afterwards, or at once to somebody
    who has signed in in another tab."""
    provider = service_of(request, Provider)
    provider.check_offered()
    if provider.required and player is not None and await service_of(request, ProviderAccounts).lets_in(player):
        return see_other(local_path(path))
    return _page(request, local_path(path))


def _page(request: Request, path: str, error: AppError | None = None) -> Response:
    provider = service_of(request, Provider)
    context = {
        "provider": provider.name,
        "gated": provider.required,
        "path": path,
        "error": error.sentence if error else "",
        "page": "settings",
    }
    status = error.status if error else 200
    return service_of(request, Templates).page(request, "site/account/sign_in.html", context, status=status)


@router.post("/sign-in")
async def begin(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("sign_in")],
    path: Annotated[str, Form(alias="next", max_length=1000)] = "/",
    what: Annotated[Literal["enter", "add"], Form(alias="do")] = "enter",
) -> Response:
    """Lead to the provider; `add`: the account becomes one of the current guest.

    By a page, not a redirect: `form-action` lets no form of this site end elsewhere, and a provider may redirect on.
    """
    provider, path = service_of(request, Provider), local_path(path)
    provider.check_offered()
    try:
        count(player)
        adds = player if what == "add" else None
        # One cookie for all tabs: each may come back, in any order.
        browser = request.cookies.get(BROWSER, "")
        begun = await service_of(request, StartedSignIns).begin(adds.id if adds else None, path, browser)
        url = await provider.authorization_url(_back(request), begun.state, begun.nonce, begun.verifier)
    except AppError as error:
        return _page(request, path, error)
    context = {"provider": provider.name, "url": url, "gated": provider.required, "page": "settings"}
    response = service_of(request, Templates).page(request, "site/account/to_provider.html", context)
    response.set_cookie(
        BROWSER,
        begun.browser,
        max_age=int(VALID_SECONDS),
        path=SIGN_IN,
        secure=is_secure(request),
        httponly=True,
        samesite="lax",  # the provider leads back from its own site
    )
    return response


def _back(request: Request) -> str:
    return f"{site_url(request)}{SIGN_IN}/back"


@router.get("/sign-in/back")
async def come_back(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("sign_in")],
    state: AnswerPart = "",
    code: AnswerPart = "",
    issuer: Annotated[str | None, Query(alias="iss", max_length=MAX_CODE)] = None,
    refused: Annotated[str, Query(alias="error", max_length=MAX_CODE)] = "",
) -> Response:
    """Finish what `begin` has begun in this browser, with the answer that the provider sends by it."""
    provider = service_of(request, Provider)
    provider.check_offered()
    path = "/"
    try:
        count(player)
        begun = await service_of(request, StartedSignIns).take(state, request.cookies.get(BROWSER, ""))
        path = begun.path
        if refused or not code:
            raise provider.refusal(Code.provider_refused)
        if begun.player_id is not None and (player is None or player.id != begun.player_id):
            raise AppError(Code.ticket_expired)
        account = await provider.account(code, _back(request), begun.nonce, begun.verifier, issuer)
        return await (
            _add(request, player, account)
            if begun.player_id is not None and player is not None
            else _enter(request, player, account, path)
        )
    except AppError as error:
        # A provider that refuses may forget the state, without which nothing is known of what was begun.
        lost = bool(refused) and error.code == Code.ticket_expired.name
        return _page(request, path, provider.refusal(Code.provider_refused) if lost else error)


async def _add(request: Request, player: Player, account: ProvenAccount) -> Response:
    """Give the guest the account; if it is another guest's already, ask what becomes of the two."""
    found = await service_of(request, ProviderAccounts).signed_in(account)
    if found is None:
        await service_of(request, ProviderAccounts).link(player, account)
        return await redirect_with_cookie(request, ACCOUNT, player, renew=True)
    return await _become(request, player, found, ACCOUNT)


async def _enter(request: Request, here: Player | None, account: ProvenAccount, path: str) -> Response:
    """Make the browser's guest that of the account. To a new account belongs a guest with nothing, or a new guest."""
    accounts = service_of(request, ProviderAccounts)
    found = await accounts.signed_in(account)
    is_new = found is None
    if found is None:
        unused = here if here is not None and await _is_unused(request, here) else None
        new = unused or await guest(request, None, account.name)
        found = await _linked(request, new, account, takes_over=unused is not None)
        is_new = found.id == new.id
        if is_new and new is unused and new.name == DEFAULT_NAME and account.name:
            await service_of(request, PlayerService).rename(new, account.name)
    return await _become(request, here, found, path, is_new=is_new)


async def _linked(request: Request, new: Player, account: ProvenAccount, *, takes_over: bool) -> Player:
    """Link a new account; return its guest, who is another where the account has just come by another browser, too."""
    accounts = service_of(request, ProviderAccounts)
    try:
        await accounts.link(new, account, takes_over=takes_over)
    except AppError:
        found = await accounts.signed_in(account)
        if found is None:
            raise
        return found
    return new


async def _is_unused(request: Request, player: Player) -> bool:
    return not player.program and not await service_of(request, AccountService).has_anything(player)


async def _become(request: Request, here: Player | None, found: Player, path: str, *, is_new: bool = False) -> Response:
    """Switch to a guest, or first ask what happens to the current one."""
    if here is not None and here.id == found.id:
        return await redirect_with_cookie(request, path, found, renew=True)
    proved = await prove_by_provider(request, here, found)
    if not proved.choose:
        became = await enter(request, here, proved.ticket, "switch")
        return await redirect_with_cookie(request, path, became, renew=True)
    shown = ChoicePage(
        ticket=proved.ticket,
        path=path,
        name=found.name,
        is_new=is_new,
        here=here.name if here else "",
        gated=service_of(request, Provider).required,
    )
    return service_of(request, Templates).show(request, shown)


@router.post("/unlink", dependencies=[Depends(Limit("ask"))])
async def unlink(request: Request, player: RequiredPlayer) -> Response:
    """Take the account from the guest, who stays. Not while banned: the account would come back as a new guest."""
    service_of(request, Provider).check_offered()
    await service_of(request, BanList).check("ban", player, request)
    await service_of(request, ProviderAccounts).unlink(player)
    return see_other(ACCOUNT)


@router.post("/sign-out", dependencies=[Depends(Limit("ask"))])
async def sign_out(request: Request, player: RequiredPlayer) -> Response:
    """End this browser's session, of a guest who can sign in again. The session at the provider is the provider's."""
    provider = service_of(request, Provider)
    if await service_of(request, ProviderAccounts).of(player) is None:
        raise provider.refusal(Code.no_such_account)
    if (session := session_of(request)) is not None:
        await service_of(request, SessionService).end_if_there(player, session)
    response = see_other("/")
    forget_guest(request, response)
    return response
