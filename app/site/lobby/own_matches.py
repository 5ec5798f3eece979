"""A player's own matches: those that are not over, the link to the next one in which somebody waits, and the page that
lists them with the finished ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.base.i18n import _, ngettext
from app.base.i18n.formats import isolated
from app.base.seconds import DAY, HOUR, MINUTE
from app.base.web.http import see_other
from app.base.web.limits import Limit
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.learning.replay.library import played_line
from app.learning.replay.service import ReplayService
from app.matches.core.features.clock import clock_state
from app.matches.core.features.gathering import is_gathering
from app.matches.core.match_row import MatchRow
from app.matches.core.memory.ongoing import OngoingMatch, awaited_in
from app.matches.core.opponents.own_matches import OwnMatchesCopy, OwnNow
from app.matches.core.service import MatchService
from app.matches.table.match_summary import opponent_face, opponent_words, player_names
from app.matches.table.match_words import format_words
from app.matches.table.picture import Picture, PictureSide, picture_of
from app.people.players.identity import MaybePlayer
from app.people.players.player import Player
from engine.seat import Viewer

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask"))])

PAGE_SIZE: Final = 30
"""Finished matches on a page."""
Here = Annotated[str, Query(max_length=64)]


@dataclass(frozen=True, slots=True)
class TableItem:
    """A match in a list: the opponent, the game, its options, and in the player's own list whether they are awaited."""

    id: str
    who: str
    what: str
    state: str = "open"
    awaited: bool = False
    tags: tuple[str, ...] = ()
    turn: str = ""  # whose turn it is, where two people play
    left: str = ""  # the time that is left for it
    face: str = ""  # the opponent's picture, by its slug
    sides: tuple[PictureSide, PictureSide] | None = None  # the Strongholds, the player's own first


async def own_items(connection: HTTPConnection, player: Player | None) -> list[TableItem]:
    """Return the player's unfinished matches, first those in which somebody waits for them."""
    return lines(connection, await _ongoing(connection, player))


def lines(connection: HTTPConnection, ongoing: Sequence[OngoingMatch]) -> list[TableItem]:
    """Return these matches as the player's list shows them now."""
    now = service_of(connection, MatchService).site_time()
    return [_own_item(one, now) for one in ongoing]


async def _ongoing(connection: HTTPConnection, player: Player | None) -> list[OngoingMatch]:
    return await service_of(connection, MatchService).ongoing_of(player.id) if player else []


def _own_item(one: OngoingMatch, now: float) -> TableItem:
    row = one.row
    turn, left = _turn_words(one), ""
    state = clock_state(row)
    if state is not None and row.status != "over":
        running = one.seat if one.awaited else next((seat for seat in state.since if seat != one.seat), None)
        left = left_words(state.left_at(running, now)) if running is not None and running in state.since else ""
    picture = picture_of(one.match)
    return TableItem(
        row.id, _opponent(row, one), format_words(row), row.status, one.awaited, turn=turn, left=left,
        face=opponent_face(row, one.seat), sides=picture and _sides(picture, one.seat),
    )  # fmt: skip


def _sides(picture: Picture, seat: Viewer) -> tuple[PictureSide, PictureSide]:
    return (picture.b, picture.a) if seat == "B" else (picture.a, picture.b)


def _turn_words(one: OngoingMatch) -> str:
    if is_gathering(one.row):
        return _("Next match of the series")
    if one.awaited:
        return _("Your turn")
    return _("Their turn") if one.seat is not None and one.row.has_two_guests and one.row.status != "open" else ""


def left_words(seconds: float) -> str:
    """Return roughly the time that is left: days and hours by the whole number below, seconds only at the end."""
    if seconds >= 2 * DAY:
        days = int(seconds // DAY)
        return ngettext("%(num)s day left", "%(num)s days left", days)
    if seconds >= 2 * HOUR:
        hours = int(seconds // HOUR)
        return ngettext("%(num)s hour left", "%(num)s hours left", hours)
    if seconds >= MINUTE:
        minutes = int(seconds // MINUTE)
        return ngettext("%(num)s minute left", "%(num)s minutes left", minutes)
    return _("Less than a minute left")


def _opponent(row: MatchRow, one: OngoingMatch) -> str:
    if row.free_seat is not None:
        return _("Waiting for an opponent")
    if row.hotseat:
        shown = player_names(row)
        return _("%(first)s and %(second)s on this device", first=isolated(shown["A"]), second=isolated(shown["B"]))
    return opponent_words(row, one.seat or "A")


@router.get("/matches")
async def matches(
    request: Request, player: MaybePlayer, before: Annotated[float | None, Query(allow_inf_nan=False)] = None
) -> Response:
    """Show the visitor's unfinished matches, and those they have played to their end: the last first, PAGE_SIZE at a
    time."""
    found = await service_of(request, ReplayService).finished_of(player, before, PAGE_SIZE + 1)
    shown = found[:PAGE_SIZE]
    context = {
        "mine": await own_items(request, player),
        "lines": [played_line(row, player) for row in shown] if player else [],
        "older": shown[-1].finished_at if len(found) > PAGE_SIZE else None,
        "newest": before is None,
        "page": "matches",
    }
    return service_of(request, Templates).page(request, "site/lobby/matches.html", context)


@router.get("/matches/ongoing")
async def ongoing_matches(request: Request, player: MaybePlayer) -> Response:
    """Show only the list of the visitor's unfinished matches."""
    mine = await own_items(request, player)
    return service_of(request, Templates).page(request, "site/lobby/ongoing.html", {"mine": mine})


@router.get("/matches/waits")
async def waits(request: Request, player: MaybePlayer) -> Response:
    """Show, in the menu of any page, the visitor's face, and in how many matches and challenges somebody waits."""
    now = await service_of(request, OwnMatchesCopy).current(player.id) if player else OwnNow([], [])
    asked = [one for one in now.challenges if player and one.to_id == player.id]
    count = len(awaited_in(now.ongoing)) + len(asked)
    shown = {"count": count, "face": player.face if player else ""}
    return service_of(request, Templates).page(request, "site/lobby/waits.html", shown)


@router.get("/matches/awaiting")
async def awaiting(request: Request, player: MaybePlayer, here: Here = "") -> Response:
    """Show the link to the next match in which somebody waits, at the table of another one (`here`)."""
    others = awaited_in(await _ongoing(request, player), but=here)
    return service_of(request, Templates).page(request, "site/lobby/next.html", {"count": len(others), "here": here})


@router.get("/matches/next")
async def next_match(request: Request, player: MaybePlayer, here: Here = "") -> Response:
    """Lead to the match in which somebody has waited longest, other than `here`; to the start page if there is none."""
    others = awaited_in(await _ongoing(request, player), but=here)
    return see_other(f"/match/{others[0].row.id}" if others else "/")
