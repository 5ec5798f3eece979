"""The pages of a replay: any step of a finished match or of an uploaded record, its analysis, its file, and playing on
from there."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Depends, Form, Query, Request, params
from markupsafe import Markup
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.web.http import MAX_NUMBER, site_url
from app.base.web.limits import DRAWN, Limit
from app.base.web.link_pictures import COSTLY
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.learning.replay.analysis import words as analysis_words
from app.learning.replay.files import file_name
from app.learning.replay.perspective import Perspective
from app.learning.replay.play_from_here import BY_RESULTS, PlayMode, play_from_here
from app.learning.replay.renderer import ReplayMoment
from app.learning.replay.service import ReplayService, StoredReplay
from app.learning.replay.win_graph import WinGraph
from app.matches.core.opening.start import new_seed
from app.matches.core.service import MatchService
from app.matches.helpers.timeline import TimelineTurn
from app.matches.table.match_summary import display_names
from app.matches.table.match_words import played_words
from app.people.players.identity import MaybePlayer, guest, player_or_none, redirect_with_cookie
from app.people.players.identity.counted import Count, counting
from app.people.players.player import Player
from engine.seat import BySeat, Seat

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask", DRAWN))])

CACHED_FOR_A_DAY: Final = "private, max-age=86400"  # a result does not change
MAX_DIGITS: Final = 6
LINK_PICTURE: Final = "/picture.png"
StepNumber = Annotated[int, Query(le=MAX_NUMBER)]
PerspectiveQuery = Annotated[str, Query(alias="from", max_length=8)]


@dataclass(frozen=True, kw_only=True)
class TableContext(PageContext):
    """A replay at a step; `moving`: the parts besides the stage that change with it; `what`: was played;
    `back`: from a turn of the `expert`'s to the match."""

    page = "replay"
    moment: ReplayMoment
    stage: Markup
    moving: list[Markup]
    log: Markup
    turns: tuple[TimelineTurn, ...]
    names: BySeat[str]
    what: str
    site: str
    expert: analysis_words.ExpertTurn | None = None
    back: str = ""


@dataclass(frozen=True, kw_only=True)
class AnalysisContext(PageContext):
    """The computer's comments on a match, or on a turn as the `expert` would have played it.

    `match` None: an uploaded record; `waits`: the analysis is not done yet."""

    template = "learning/replay/analysis.html"
    expert: analysis_words.ExpertTurn | None = None
    base: str = ""
    match: str | None = None
    step: int = 0
    perspective: Perspective | None = None
    names: BySeat[str] | None = None
    waits: bool = False
    graph: WinGraph | None = None
    analysis: analysis_words.AnalysisWords | None = None


@dataclass(frozen=True, kw_only=True)
class ReplayPage(AnalysisContext, TableContext):
    """A replay with its analysis; `own`: an upload of the visitor's."""

    template = "learning/replay/replay.html"
    own: bool


async def _match(request: Request) -> None:
    await check_may_see(request, request.path_params["match"], await player_or_none(request))
    keep(request, await service_of(request, ReplayService).of_match(request.path_params["match"]))


async def _expert(request: Request) -> None:
    """Find a turn of a finished match as the expert would have played it."""
    at = str(request.path_params["at"])
    if not at.isdecimal() or len(at) > MAX_DIGITS:
        raise AppError(Code.no_expert_turn)
    await check_may_see(request, request.path_params["match"], await player_or_none(request))
    keep(request, await service_of(request, ReplayService).of_expert(request.path_params["match"], int(at)))


async def _record(request: Request) -> None:
    keep(request, await service_of(request, ReplayService).of_upload(request.path_params["record"]))


BASES: Final = {
    "/match/{match}/replay": _match,
    "/match/{match}/replay/expert/{at}": _expert,
    "/replays/{record}": _record,
}
"""The paths of replays, and the function that finds the replay of a path."""
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Response]])


def keep(request: Request, stored: StoredReplay) -> None:
    """Remember the replay at whose address a request comes."""
    request.state.replay = stored


def stored_of(request: Request) -> StoredReplay:
    """Return the replay at whose address a request comes; a dependency of its route has found it."""
    stored: StoredReplay = request.state.replay
    return stored


def _at_each(method: str, end: str = "", *more: params.Depends) -> Callable[[Handler], Handler]:
    """Serve an address below each of BASES."""

    def serve(handler: Handler) -> Handler:
        for base, find in BASES.items():
            router.add_api_route(base + end, handler, methods=[method], dependencies=[Depends(find), *more])
        return handler

    return serve


def serve_parts(where: APIRouter, base: str, find: Callable[..., Awaitable[None]]) -> None:
    """Serve the parts of a replay's page below `base`; `find` is the dependency that keeps the replay."""
    parts = {"/frame": frame, "/log": log, "/picture": picture}
    for end, handler in parts.items():
        where.add_api_route(base + end, handler, methods=["GET"], dependencies=[Depends(find)])
    where.add_api_route(base + LINK_PICTURE, link_picture, methods=["GET"], dependencies=[Depends(find), COSTLY])
    where.add_api_route(f"{base}/play", play, methods=["POST"], dependencies=[Depends(find)])


async def check_may_see(request: Request, match_id: str, player: Player | None) -> None:
    """Raise AppError(deal_unfinished) for a match of a deal that this visitor has not finished."""
    service = service_of(request, MatchService)
    await service.admission.check_may_see((await service.live_match(match_id)).row, player)


@_at_each("GET")
async def replay_page(
    request: Request, player: MaybePlayer, step: StepNumber = 0, perspective: PerspectiveQuery = ""
) -> Response:
    """Show a replay at a step."""
    return await _page(request, stored_of(request), step, perspective, player)


@_at_each("GET", "/frame")
async def frame(request: Request, step: StepNumber, perspective: PerspectiveQuery = "") -> Response:
    """Return one step for the page's script."""
    stored = stored_of(request)
    seen_by = stored.perspective(perspective)
    found = await service_of(request, ReplayService).frame(stored, stored.clamped(step), seen_by)
    return found.response(request, "application/json")


@_at_each("GET", "/log")
async def log(request: Request, step: StepNumber, perspective: PerspectiveQuery = "") -> Response:
    """Show the lines of the log around a step."""
    stored = stored_of(request)
    found = await service_of(request, ReplayService).log(stored, stored.clamped(step), stored.perspective(perspective))
    return found.response(request, "text/html")


@_at_each("GET", "/analysis")
async def analysis(
    request: Request, player: MaybePlayer, step: StepNumber = 0, perspective: PerspectiveQuery = ""
) -> Response:
    """Show the analysis of a match, or that it is not done yet."""
    stored = stored_of(request)
    shown = await _analysis(request, stored, stored.clamped(step), stored.perspective(perspective), player)
    return service_of(request, Templates).show(request, shown)


@_at_each("GET", "/picture")
async def picture(
    request: Request, step: Annotated[int | None, Query(le=MAX_NUMBER)] = None, perspective: PerspectiveQuery = ""
) -> Response:
    """Return a small picture of the table at a step, by default of the final one."""
    stored = stored_of(request)
    seen_by = stored.perspective(perspective)
    shown = stored.facts.last if step is None else stored.clamped(step)
    found = await service_of(request, ReplayService).picture(stored, shown, seen_by)
    response = found.response(request, "image/svg+xml")
    response.headers["Cache-Control"] = CACHED_FOR_A_DAY
    return response


@_at_each("GET", LINK_PICTURE, COSTLY)
async def link_picture(
    request: Request, step: Annotated[int | None, Query(le=MAX_NUMBER)] = None, perspective: PerspectiveQuery = ""
) -> Response:
    """Return that picture as a PNG file, for previews of a link: by default of the end, or of the best moment."""
    stored = stored_of(request)
    shown = None if step is None else stored.clamped(step)
    found = await service_of(request, ReplayService).link_picture(stored, shown, stored.perspective(perspective))
    return Response(found.content, media_type="image/png", headers={"Cache-Control": CACHED_FOR_A_DAY})


@_at_each("GET", "/digest")
async def digest(request: Request, perspective: PerspectiveQuery = "") -> Response:
    """Show the match in short, for its result."""
    stored = stored_of(request)
    found = await service_of(request, ReplayService).digest(stored, stored.perspective(perspective))
    return found.response(request, "text/html")


@_at_each("GET", "/accuracy")
async def accuracy(request: Request, perspective: PerspectiveQuery = "") -> Response:
    """Show how accurately both have played, for the match's result; the first to ask has the match analysed."""
    stored = stored_of(request)
    found = await service_of(request, ReplayService).analysis(stored)
    names = display_names(stored.facts.names, solo=stored.facts.solo)
    said = analysis_words.in_words(found.analysis, names, (), alone=stored.facts.solo) if found.analysis else None
    context = {
        "state": "done" if found.state == "done" else "waits",
        "accuracy": said.accuracy if said else (),
        "base": stored.base,
        "perspective": stored.perspective(perspective),
    }
    return service_of(request, Templates).page(request, "learning/replay/accuracy.html", context)


@_at_each("GET", "/record")
async def record_file(request: Request) -> Response:
    """Return the record (docs/notation.md) as a file."""
    stored = stored_of(request)
    name = file_name(stored.facts.names, stored.at, solo=stored.facts.solo)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    body = await asyncio.to_thread(zlib.decompress, stored.source.text)
    return Response(body + b"\n", media_type="application/json", headers=headers)


@_at_each("POST", "/play")
async def play(
    request: Request,
    player: MaybePlayer,
    count: Annotated[Count, counting("create")],
    step: Annotated[int, Form(le=MAX_NUMBER)],
    how: Annotated[PlayMode, Form()],
    seat: Annotated[Seat, Form()] = "A",
    level: Annotated[int, Form(ge=BY_RESULTS, le=6)] = BY_RESULTS,
) -> Response:
    """Begin a match from a step, and go there; a `level` of -1 is the one that the guest's results suggest."""
    stored = stored_of(request)
    host = await guest(request, player)
    count(host)
    options = await service_of(request, ReplayService).position(stored, stored.clamped(step), new_seed())
    live = await play_from_here(service_of(request, MatchService), host, options, stored.facts.names, how, seat, level)
    return await redirect_with_cookie(request, f"/match/{live.id}", host)


async def _page(request: Request, stored: StoredReplay, step: int, wanted: str, player: Player | None) -> Response:
    step, perspective = stored.clamped(step), stored.perspective(wanted)
    table = await table_context(request, stored, step, perspective)
    said = await _analysis(request, stored, step, perspective, player)
    own = player is not None and stored.owner == player.id
    back = (
        f"{stored.base.partition('/expert/')[0]}?step={stored.expert.step}&from={perspective.slug}"
        if stored.expert
        else ""
    )
    return service_of(request, Templates).show(request, ReplayPage.of(table, said, own=own, back=back))


async def table_context(request: Request, stored: StoredReplay, step: int, perspective: Perspective) -> TableContext:
    """Return what all pages of a replay have."""
    service, facts = service_of(request, ReplayService), stored.facts
    sheet = await service.page_parts(stored, step, perspective)
    log = (await service.log(stored, step, perspective)).text
    here = f'data-at="{step}"'
    return TableContext(
        moment=sheet.moment,
        stage=Markup(sheet.stage),  # noqa: S704, RUF100 - drawn by our own templates, as the other two
        moving=[Markup(part) for part in sheet.moving],  # noqa: S704, RUF100
        log=Markup(log.replace(here, f'{here} aria-current="step"')),  # noqa: S704, RUF100
        turns=sheet.turns,
        names=sheet.names,
        what=played_words(facts.mode, facts.format, facts.edition, facts.sets),
        site=site_url(request),
    )


async def _analysis(
    request: Request, stored: StoredReplay, step: int, perspective: Perspective, player: Player | None
) -> AnalysisContext:
    service, solo = service_of(request, ReplayService), stored.facts.solo
    names = display_names(stored.facts.names, solo=solo)
    if stored.expert is not None:
        return AnalysisContext(expert=analysis_words.expert_turn(stored.expert, names, alone=solo), names=names)
    found = await service.analysis(stored)
    held = stored.row.seats_of(player.id) if stored.row is not None and player is not None else ()
    return AnalysisContext(
        base=stored.base,
        match=stored.row.id if stored.row else None,
        step=step,
        perspective=perspective,
        names=names,
        waits=found.state != "done",
        graph=found.analysis.graph if found.analysis else await service.win_graph(stored),
        analysis=analysis_words.in_words(found.analysis, names, held, alone=solo) if found.analysis else None,
    )
