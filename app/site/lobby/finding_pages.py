"""One press to an opponent: quick match and spoken codes; and the words for a waiting host at the table."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import HTMLResponse, Response

from app.base.errors import AppError, Code, malformed
from app.base.i18n import _, ngettext
from app.base.i18n.formats import duration
from app.base.web.http import see_other, site_url, typed_address
from app.base.web.limits import Limit
from app.base.web.limits.address_hash import address_hash_of
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.contests.tournaments.reading import TournamentReader
from app.matches.bots.characters import FOR_LEVELS
from app.matches.core.clocks.clock_option import option_of
from app.matches.core.features.clock import OPTION
from app.matches.core.finding.spoken_codes import MAX_TEXT, translated
from app.matches.core.match_id import MatchId
from app.matches.core.opponents.challenges import Challenges
from app.matches.core.opponents.quick import QuickMatch, Wait
from app.matches.core.schemas import NewMatch, even_deck
from app.matches.core.service import MatchService
from app.people.players.identity import MaybePlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counting
from app.people.players.invited import INVITED
from app.site.lobby.own_matches import TableItem
from app.site.lobby.zones import others_of, table_items

router = APIRouter(include_in_schema=False)

FormWord = Annotated[str, Form(max_length=40)]
MAX_OTHERS: Final = 5  # tables of others that a waiting host is shown


@router.post("/quick", dependencies=[INVITED])
async def quick(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("create")],
    game: FormWord = "",
    clock: FormWord = "",
) -> Response:
    """Join a player who waits for this game, else open a table and wait."""
    wish = preferred_options(game, clock)
    joining_player = await guest(request, player)
    count(joining_player)
    live = await service_of(request, QuickMatch).play(joining_player, wish, address_hash_of(request, "table"))
    return await redirect_with_cookie(request, f"/match/{live.id}", joining_player)


def preferred_options(game: str, clock: str = "") -> NewMatch:
    """Return the match of a form with the name of a game of quick match, and the clocks as they are stored.

    AppError(malformed).
    """
    edition, _space, played = game.partition(" ")
    try:
        option = option_of(clock) if clock else None
        wish = {"edition": edition, "format": played, "deck": even_deck(edition), "clock": option}
        return NewMatch.model_validate(wish)
    except (ValueError, KeyError):
        raise malformed(Code.wrong_game) from None


@router.post("/words", dependencies=[Depends(Limit("code"))])
async def by_words(request: Request, words: Annotated[str, Form(max_length=MAX_TEXT)] = "") -> Response:
    """Lead to the table that waits under these words, or to the tournament."""
    try:
        return see_other(await _path_of(request, words))
    except AppError as error:
        context = {"words": words, "error": error.sentence, "page": "words"}
        return service_of(request, Templates).page(request, "site/lobby/by_words.html", context, status=error.status)


async def _path_of(request: Request, words: str) -> str:
    try:
        return f"/match/{await service_of(request, MatchService).lobby.match_of(words)}"
    except AppError as error:
        if error.code != "no_such_code":
            raise
    return f"/tournament/{await service_of(request, TournamentReader).found(words)}"


@dataclass(frozen=True, kw_only=True)
class WaitingTable(PageContext):
    """A table that waits, as its host sees it: the words by which it is found, unless somebody was challenged;
    where it is `public`, how long that may take, and a bot of this level with this deck to play at once."""

    template = "site/lobby/waiting.html"
    bots = FOR_LEVELS
    code: str
    address: str
    public: bool
    estimate: str
    level: int
    deck: int


@router.post("/match/{id}/waiting", dependencies=[Depends(Limit("ask"))])
async def waiting(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Show the host of a table that waits its words, and of a listed one how long that may take.

    Where somebody has come to wait for the same game meanwhile, the host is led there.
    """
    service = service_of(request, MatchService)
    live = await service.live_match(match_id)
    if player is None or live.row.free_seat is None or live.row.seat_of(player.id) is None:
        return HTMLResponse("", headers={"Cache-Control": "no-store"})
    where = await service_of(request, QuickMatch).go_on(player, live, address_hash_of(request, "table"))
    if where is not live:
        return HTMLResponse("", headers={"Cache-Control": "no-store", "HX-Redirect": f"/match/{where.id}"})
    row = live.row
    asked = await service_of(request, Challenges).asked_by(player, row)
    code = "" if asked else await service.lobby.code_of(row.id)
    waits: list[Wait] = []
    if row.public:
        waits = await service_of(request, QuickMatch).waits(row.edition, row.format, OPTION.of(row), time.time())
    shown = WaitingTable(
        code=translated(code) if code else "",
        address=typed_address(site_url(request)),
        public=row.public,
        estimate=wait_words(waits) if row.public else "",
        level=await service.bot_results.level_of(player) if row.public else 0,
        deck=even_deck(row.edition) if row.public else 0,
    )
    return service_of(request, Templates).show(request, shown)


@router.get("/match/{id}/others", dependencies=[Depends(Limit("ask"))])
async def others_waiting(request: Request, match_id: MatchId, player: MaybePlayer) -> Response:
    """Show the host of a listed table the games that others wait for, each with a button to play it instead."""
    service = service_of(request, MatchService)
    row = (await service.live_match(match_id)).row
    lines: list[TableItem] = []
    if player is not None and row.public and row.free_seat is not None and row.seat_of(player.id) is not None:
        lines = table_items(others_of((await service.lobby.now()).tables, player.id)[:MAX_OTHERS])
    return service_of(request, Templates).page(request, "site/lobby/others.html", {"lines": lines, "id": match_id})


@router.post("/match/{id}/change", dependencies=[Depends(Limit("join"))])
async def change_over(
    request: Request, match_id: MatchId, player: MaybePlayer, to: Annotated[str, Form(max_length=64)] = ""
) -> Response:
    """Close the visitor's waiting table and join another; stay if somebody has just joined it."""
    if player is None:
        raise AppError(Code.not_your_seat)
    service = service_of(request, MatchService)
    there = await service.live_match(to)
    if there.row.free_seat is None:
        return see_other(f"/match/{match_id}")
    await service.admission.check_may_meet(player, there.row.guests)
    try:
        await service.open_tables.cancel(match_id, player)
    except AppError as error:
        if error.code != "already_begun":
            raise
        return see_other(f"/match/{match_id}")
    with contextlib.suppress(AppError):  # somebody was faster: the match's page offers the next step
        await service.joining.join(to, player)
    return see_other(f"/match/{to}")


def wait_words(waits: Sequence[Wait]) -> str:
    """A sentence on how long the last tables of this kind waited; it promises nothing."""
    count = len(waits)
    if not count:
        return _("Nobody has looked for this game in the last two weeks, so the waiting time is unknown.")
    met = sorted(wait.seconds for wait in waits if wait.met)
    if not met:
        return ngettext(
            "The last open table of this kind found nobody.",
            "The last %(count)s open tables of this kind found nobody.",
            count,
            count=count,
        )
    half = met[len(met) // 2]
    return ngettext(
        "The last open table of this kind found an opponent after %(time)s.",
        "Of the last %(count)s open tables of this kind %(met)s found an opponent, half of those within %(time)s.",
        count,
        count=count,
        met=len(met),
        time=duration(half),
    )
