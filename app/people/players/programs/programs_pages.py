"""`/build-a-bot`: how programs play here, and their tokens, made, listed and ended."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import Response

from app.base.errors import AppError
from app.base.i18n import _
from app.base.web.http import see_other, site_url
from app.base.web.limits import Limit
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import ROOT, Templates
from app.people.players.identity import MaybePlayer, guest, remember
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.models import LABEL_LENGTH
from app.people.players.player import Player
from app.people.players.programs.tokens import Token, TokenService
from app.people.players.scopes import Scope, in_order, read_scopes

router = APIRouter(include_in_schema=False, prefix="/build-a-bot")

EXAMPLE: Final = "examples/bot.py"
NEW: Final = "new"
ME: Final = "me"


@lru_cache(maxsize=1)
def _example() -> str:
    return (ROOT / "static" / EXAMPLE).read_text("utf-8")


def scope_words(scope: Scope) -> str:
    words = {
        "play": _("Open, join and play matches"),
        "decks": _("Make, change and delete decks"),
        "account": _("Change the name and the settings, make and revoke tokens"),
    }
    return words[scope]


@dataclass(frozen=True, kw_only=True)
class ProgramsPage(PageContext):
    """The page on building a bot, with the visitor's bots and tokens; `made`: a token just made, with its secret."""

    template = "people/programs/build.html"
    page = "build-a-bot"
    example = EXAMPLE
    scope_words = staticmethod(scope_words)
    in_order = staticmethod(in_order)
    label_length = LABEL_LENGTH
    name: str
    bots: list[Player]
    tokens: list[Token]
    made: tuple[Token, str] | None
    error: str
    code: str
    site: str


async def _page(
    request: Request, player: Player | None, made: tuple[Token, str] | None = None, error: AppError | None = None
) -> Response:
    service = service_of(request, TokenService)
    shown = ProgramsPage(
        name=player.name if player else "",
        bots=await service.bots_of(player) if player else [],
        tokens=await service.of(player) if player else [],
        made=made,
        error=error.sentence if error else "",
        code=_example(),
        site=site_url(request),
    )
    page = service_of(request, Templates).show(request, shown, status=error.status if error else 200)
    if made is not None:
        page.headers["Cache-Control"] = "no-store"
    return page


@router.get("", dependencies=[Depends(Limit("ask"))])
async def build_a_bot(request: Request, player: MaybePlayer) -> Response:
    """Show how to build a bot, and the visitor's tokens."""
    return await _page(request, player)


@router.post("/tokens")
async def make_token(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("create")],
    acts_as: Annotated[str, Form(max_length=64)] = NEW,
    bot_name: Annotated[str, Form(max_length=200)] = "",
    label: Annotated[str, Form(max_length=200)] = "",
    scope: Annotated[list[str] | None, Form()] = None,
) -> Response:
    """Make a token; it is shown this once."""
    try:
        count(player)
        maker = await guest(request, player)
        actor = await _actor(service_of(request, TokenService), maker, acts_as, bot_name)
        made = await service_of(request, TokenService).mint(maker, actor, label, read_scopes(scope or ()))
    except AppError as error:
        return await _page(request, player, error=error)
    page = await _page(request, maker, made)
    await remember(request, page, maker)
    return page


async def _actor(service: TokenService, maker: Player, acts_as: str, bot_name: str) -> Player:
    """Return the player a token is for: the visitor, one of their bot accounts, or a new one."""
    if acts_as == ME:
        return maker
    return await service.add_bot(maker, bot_name) if acts_as == NEW else await service.own_bot(maker, acts_as)


@router.post("/tokens/{id}/end")
async def end_token(
    request: Request,
    player: Annotated[Player, counted("join")],
    token_id: Annotated[str, Path(alias="id", max_length=64)],
) -> Response:
    """End a token."""
    await service_of(request, TokenService).end(player, token_id)
    return see_other("/build-a-bot#tokens")
