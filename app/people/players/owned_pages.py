"""Pages that decks and designed cards have in common: the visitor's own, a shared one, one from pasted text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Final, Protocol, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from app.base.errors import AppError
from app.base.store.ids import linked
from app.base.store.owned_rows import Owned, OwnedService
from app.base.web.http import see_other
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.people.players.identity import MaybePlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counted, counting
from app.people.players.player import Player

T = TypeVar("T", bound=Owned)
Shown = TypeVar("Shown", bound=Owned, contravariant=True)

RowId = Annotated[str, Path(alias="id", max_length=64)]
MAX_PASTED: Final = 4000


class IndexPage(Protocol):
    """Draws the visitor's own rows, with the refusal of what was pasted."""

    async def __call__(self, request: Request, player: Player | None, error: str = "", pasted: str = "") -> Response:
        """Return the page; 422 with an error."""


class RowPage(Protocol[Shown]):
    """Draws one row, the visitor's own (`owned`) or a shared one."""

    def __call__(self, request: Request, row: Shown, *, owned: bool, error: str = "") -> Response:
        """Return the page; 422 with an error."""


async def create_owned(
    request: Request, player: Player | None, count: Count, create: Callable[[Player], Awaitable[T]]
) -> tuple[Player, T]:
    """Return the visitor as a guest, counted, and what they have created; AppError: too_many, and those of `create`."""
    owner = await guest(request, player)
    count(owner)
    return owner, await create(owner)


def add_owned_pages(
    router: APIRouter,
    kind: type[OwnedService[T]],
    *,
    index: IndexPage,
    page: RowPage[T],
    pasted: Callable[[Request, str], Response],
    price: float = 0.0,
) -> None:
    """Add the common routes, after those that "/{id}" would hide.

    `pasted` draws an unsaved row from text; AppError where there is none in it. `price`: see `Limit`.
    """

    @router.get("", dependencies=[Depends(Limit("ask", price))])
    async def show_own(request: Request, player: MaybePlayer) -> Response:
        return await index(request, player)

    @router.get("/import", dependencies=[Depends(Limit("ask", price))])
    async def show_pasted(
        request: Request, player: MaybePlayer, text: Annotated[str, Query(max_length=MAX_PASTED)] = ""
    ) -> Response:
        if known := linked(router.prefix.strip("/"), text):
            return see_other(f"{router.prefix}/{known}")
        try:
            return pasted(request, text)
        except AppError as error:
            return await index(request, player, error.sentence, text)

    @router.get("/{id}", dependencies=[Depends(Limit("ask"))])
    async def show(request: Request, row_id: RowId, player: MaybePlayer) -> Response:
        row = await service_of(request, kind).get(row_id)
        return page(request, row, owned=row.belongs_to(player))

    @router.post("/{id}/copy")
    async def copy(
        request: Request, row_id: RowId, player: MaybePlayer, count: Annotated[Count, counting("create")]
    ) -> Response:
        service = service_of(request, kind)
        row = await service.get(row_id)
        try:
            owner, made = await create_owned(request, player, count, lambda owner: service.copy(owner, row_id))
        except AppError as error:
            return page(request, row, owned=row.belongs_to(player), error=error.sentence)
        return await redirect_with_cookie(request, f"{router.prefix}/{made.id}", owner)

    @router.post("/{id}/delete")
    async def delete(request: Request, row_id: RowId, player: Annotated[Player, counted("create")]) -> Response:
        await service_of(request, kind).delete(player, row_id)
        return see_other(router.prefix)
