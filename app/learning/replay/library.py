"""A guest's own records: the list of those they have uploaded, and finished matches as lists show them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.i18n import _, formats
from app.base.i18n.formats import isolated
from app.base.web.http import see_other
from app.base.web.limits import Limit, address_of
from app.base.web.page_context import PageContext
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.learning.replay.models import MAX_RECORD, OFFLINE_ID, Upload
from app.learning.replay.service import ReplayService
from app.matches.core.match_row import MatchRow
from app.matches.table.match_summary import display_names, ended_words, opponent_face, opponent_words, player_names
from app.matches.table.match_words import format_words, played_words
from app.people.players.identity import MaybePlayer, RequiredPlayer, guest, redirect_with_cookie
from app.people.players.identity.counted import Count, counting
from app.people.players.invited import MayOpen
from app.people.players.invites import InviteService
from app.people.players.player import Player

router = APIRouter(include_in_schema=False, dependencies=[Depends(Limit("ask"))])

PASTE_FIELD: Final = MAX_RECORD + 1024


@dataclass(frozen=True, slots=True)
class PlayedItem:
    """A finished match in the list: the opponent, the game, the result ("won", "lost", "draw", "" for a hot seat)."""

    link: str
    picture: str
    who: str
    what: str
    result: str
    result_words: str
    day: str
    iso: str
    face: str = ""  # the opponent's picture, by its slug


@dataclass(frozen=True, slots=True)
class UploadItem:
    """An uploaded record in the list."""

    id: str
    who: str
    what: str
    day: str
    iso: str
    offline: bool


def played_line(row: MatchRow, player: Player) -> PlayedItem:
    """Return a finished match as its player sees it in a list."""
    seat = row.seat_of(player.id)
    shown = player_names(row)
    ended = row.finished_at or row.created_at
    winner = row.result.winner if row.result else None
    if row.hotseat:
        who = _("%(first)s and %(second)s on this device", first=isolated(shown["A"]), second=isolated(shown["B"]))
        result = ""
        words = _("A draw") if winner == "draw" else _("%(player)s won", player=isolated(shown[winner or "A"]))
    else:
        who = opponent_words(row, seat or "A")
        result = "draw" if winner == "draw" else "won" if winner == seat else "lost"
        words = {"won": _("Won"), "lost": _("Lost"), "draw": _("A draw")}[result]
    words = ended_words(row) or words
    link = f"/match/{row.id}/replay?from={seat or 'open'}"
    picture = f"/match/{row.id}/replay/picture?from={seat or 'A'}"
    return PlayedItem(link, picture, who, format_words(row), result, words, *_day(ended), opponent_face(row, seat))


def _day(at: float) -> tuple[str, str]:
    """Return a moment as a day for the reader, and in the form of programs."""
    return formats.day(at), datetime.fromtimestamp(at, UTC).date().isoformat()


@router.get("/replays")
async def records(request: Request, player: MaybePlayer) -> Response:
    """Show the form for a record, and the records that the guest has uploaded."""
    return await _records_page(request, player)


@dataclass(frozen=True, kw_only=True)
class RecordsPage(PageContext):
    """The form for a record, and those that the visitor has uploaded; `text`: what was refused."""

    template = "learning/replay/records.html"
    page = "replays"
    most = PASTE_FIELD
    lines: list[UploadItem]
    error: str
    text: str
    may_upload: bool


async def _records_page(
    request: Request, player: Player | None, error: AppError | None = None, text: str = ""
) -> Response:
    service_of(request, ReplayService).expect_upload()
    uploads = await service_of(request, ReplayService).uploads_of(player)
    shown = RecordsPage(
        lines=[_upload_line(upload) for upload in uploads],
        error=error.sentence if error else "",
        text=text,
        may_upload=await service_of(request, InviteService).may_open(player),
    )
    page = service_of(request, Templates).show(request, shown, status=error.status if error else 200)
    page.headers.update(error.headers if error else {})
    return page


def _upload_line(upload: Upload) -> UploadItem:
    shown = display_names(upload.names, solo=upload.mode == "solo")
    who = _("%(first)s vs %(second)s", first=isolated(shown["A"]), second=isolated(shown["B"]))
    what = played_words(upload.mode, upload.format, upload.edition, ())
    return UploadItem(upload.id, who, what, *_day(upload.created_at), upload.offline)


@router.post("/replays")
async def upload(
    request: Request, player: MaybePlayer, may_open: MayOpen, count: Annotated[Count, counting("upload")]
) -> Response:
    """Import a record from a file or from the field, and redirect to its replay."""
    if not may_open:
        return await _records_page(request, player, AppError(Code.invite_needed))
    count(player)  # before reading it
    service_of(request, ReplayService).expect_upload()
    async with request.form(max_files=1, max_fields=4, max_part_size=PASTE_FIELD) as form:
        text, pasted = await sent_text(form), str(form.get("text", ""))
        offline_id = str(form.get("offline", ""))[:OFFLINE_ID] or None
    try:
        address = address_of(request)
        imported = await service_of(request, ReplayService).read(text, address)
        host = await guest(request, player)
        record_id = await service_of(request, ReplayService).upload(host, imported, address, len(text), offline_id)
    except AppError as error:
        return await _records_page(request, player, error, pasted)
    return await redirect_with_cookie(request, f"/replays/{record_id}", host)


async def sent_text(form: FormData) -> bytes:
    """Return the text of the file, or if none was chosen that of the field."""
    file = form.get("file")
    if isinstance(file, UploadFile):
        content = await file.read(MAX_RECORD + 1)
        if content:
            return content
    return str(form.get("text", "")).encode("utf-8", "replace")


@router.post("/replays/{id}/delete")
async def delete(
    request: Request, player: RequiredPlayer, record_id: Annotated[str, Path(alias="id", max_length=64)]
) -> Response:
    """Delete a record that the guest has uploaded."""
    await service_of(request, ReplayService).delete(player, record_id)
    return see_other("/replays")
