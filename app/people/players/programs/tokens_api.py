"""`/api/players/me/tokens` (docs/api.md): tokens for programs, made, listed and ended by a program."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from app.base.web.api_docs import refusals
from app.base.web.http import StrictRoute
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.people.players.identity import RequiredPlayer
from app.people.players.identity.counted import counted
from app.people.players.player import Player
from app.people.players.programs.tokens import Token, TokenService
from app.people.players.scopes import Scope, in_order, read_scopes

router = APIRouter(prefix="/api/players/me/tokens", route_class=StrictRoute, tags=["players"])


class NewToken(BaseModel):
    """A token to be; it allows reading, and what `scopes` allow."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"label": "laptop", "scopes": ["play"]}]})

    label: str = Field(default="", max_length=200)
    scopes: list[Scope] = Field(default=["play"], max_length=10)
    bot: str | None = Field(default=None, max_length=200, description="makes a new bot account of this name for it")


class TokenOut(BaseModel):
    """A token without its secret."""

    id: str
    name: str = Field(description="the name of the guest or bot account it logs in")
    bot: bool = Field(description="that is a bot account")
    label: str
    scopes: list[Scope]
    created_at: float
    used_at: float | None = Field(description="to the day; null until it is used")

    @classmethod
    def of(cls, token: Token) -> TokenOut:
        """Return a token as its maker sees it."""
        return cls(
            id=token.id,
            name=token.player.name,
            bot=token.player.program,
            label=token.label,
            scopes=in_order(token.scopes),
            created_at=token.created_at,
            used_at=token.used_at,
        )


class TokenMade(TokenOut):
    """A new token; `token` goes into `Authorization: Bearer …` and is shown this once."""

    token: str


class TokenList(BaseModel):
    """The tokens that one has made, the newest first."""

    tokens: list[TokenOut]


@router.get("", dependencies=[Depends(Limit("ask"))], responses=refusals(401, 403, 429))
async def list_tokens(request: Request, player: RequiredPlayer) -> TokenList:
    """Return the tokens that the caller has made, for themselves and for their bot accounts."""
    return TokenList(tokens=[TokenOut.of(token) for token in await service_of(request, TokenService).of(player)])


@router.post("", status_code=201, responses=refusals(400, 401, 403, 422, 429))
async def make_token(
    request: Request, response: Response, player: Annotated[Player, counted("create")], new: NewToken
) -> TokenMade:
    """Make a token for the caller or for a new bot account that they own; every token may read."""
    service = service_of(request, TokenService)
    actor = player if new.bot is None else await service.add_bot(player, new.bot)
    token, secret = await service.mint(player, actor, new.label, read_scopes(new.scopes))
    response.headers["Cache-Control"] = "no-store"
    return TokenMade(**TokenOut.of(token).model_dump(), token=secret)


@router.delete("/{id}", status_code=204, responses=refusals(401, 403, 404, 429))
async def end_token(
    request: Request, player: Annotated[Player, counted("join")], token_id: Annotated[str, Path(alias="id")]
) -> None:
    """End a token: at once, at every worker."""
    await service_of(request, TokenService).end(player, token_id)
