"""`/admin`: tables, load, reports, notices, invitations, roles, the log."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import Response

from app.admin.log_words import act_words, role_words
from app.admin.login import COOKIE, PATH, MaybeStaff, RequiredHost, RequiredKey, RequiredStaff
from app.admin.stats import site_stats, worker_stats
from app.errors import AppError
from app.matches.api import match_service
from app.moderation.log import moderation_log_of
from app.moderation.staff import Staff, staff_service
from app.notices.models import NOTICE_LENGTH
from app.notices.notices import Notices
from app.ops.counts import site_counter
from app.players.bans import bans_of
from app.players.invites import invite_service
from app.players.models import LABEL_LENGTH
from app.players.shown_names import marked_name
from app.table.match_summary import shown_name
from app.table.match_words import format_words
from app.talk.api import report_service
from app.talk.emotes import emote_words
from app.web.http import see_other, site_url
from app.web.limits import Limit, address_of, rate_limits
from app.web.logs import log
from app.web.metrics import metrics
from app.web.templating import templates

router = APIRouter(include_in_schema=False, prefix=PATH)

WEEK = 7 * 24 * 60
Minutes = Annotated[int | None, Form(ge=1, le=WEEK)]
ASK = [Depends(Limit("ask"))]


def notices_of(request: Request) -> Notices:
    """Return the application's notices."""
    found: Notices = request.app.state.notices
    return found


def _back() -> Response:
    return see_other(PATH)


@router.get("", dependencies=ASK)
async def admin_page(request: Request, staff: MaybeStaff) -> Response:
    """Show the page, or the password form."""
    return _door(request) if staff is None else await _page(request, staff)


def _door(request: Request, error: str = "", status: int = 200) -> Response:
    return templates(request).page(request, "admin/door.html", {"error": error, "page": "admin"}, status=status)


async def _page(request: Request, staff: Staff, **more: object) -> Response:
    state = request.app.state
    service = match_service(request)
    context = {
        "staff": staff,
        "holders": await staff_service(request).all() if staff.is_host else [],
        "entries": await moderation_log_of(request).newest(),
        "act_words": act_words,
        "role_words": role_words,
        "site": await site_stats(state.database, site_counter(request)),
        "worker": worker_stats(metrics(request), service.hub.sockets),
        "worker_id": state.bus.worker,
        "format_words": format_words,
        "shown_name": shown_name,
        "marked_name": marked_name,
        "reports": await report_service(request).newest(),
        "reports_done": await report_service(request).newest("done"),
        "emote_words": emote_words,
        "bans": await bans_of(request).newest(),
        "invites": await invite_service(request).all(),
        "invite_only": state.settings.invite_only,
        "announcement": next((notice for notice in notices_of(request).shown() if notice.kind == "announcement"), None),
        "stop": next((notice for notice in notices_of(request).shown() if notice.kind == "shutdown"), None),
        "lengths": {"notice": NOTICE_LENGTH, "label": LABEL_LENGTH},
        "link": "",
        "page": "admin",
    }
    return templates(request).page(request, "admin/admin.html", context | more)


@router.post("/login")
async def login(request: Request, key: RequiredKey, password: Annotated[str, Form(max_length=1000)] = "") -> Response:
    """Say the password."""
    try:
        rate_limits(request).check("admin", request)
        if not key.fits(password):
            log.warning("admin refused", address=address_of(request))
            raise AppError("wrong_password", 403)
    except AppError as error:
        return _door(request, error.sentence, error.status)
    log.info("admin admitted", address=address_of(request))
    response = _back()
    key.admit(request, response)
    return response


@router.post("/logout", dependencies=ASK)
async def logout(staff: RequiredStaff) -> Response:
    """Forget the password in this browser."""
    response = _back()
    response.delete_cookie(COOKIE, path=PATH)
    return response


@router.post("/announcement", dependencies=ASK)
async def announce(
    request: Request, staff: RequiredHost, text: Annotated[str, Form()] = "", minutes: Minutes = None
) -> Response:
    """Show a text on every page, or take it down."""
    await notices_of(request).announce(text, minutes)
    await moderation_log_of(request).note(staff, "announce", reason=text)
    return _back()


@router.post("/stop", dependencies=ASK)
async def announce_stop(
    request: Request, staff: RequiredHost, text: Annotated[str, Form()] = "", minutes: Minutes = None
) -> Response:
    """Say on every page that the server will stop in so many minutes, or take that back."""
    await notices_of(request).announce_stop(minutes, text)
    await moderation_log_of(request).note(staff, "stop", reason=text)
    return _back()


@router.post("/invites", dependencies=ASK)
async def invite(
    request: Request,
    staff: RequiredHost,
    label: Annotated[str, Form()] = "",
    uses: Annotated[int, Form(ge=1, le=1000)] = 1,
    days: Annotated[int, Form(ge=1, le=365)] = 14,
) -> Response:
    """Make an invitation; its link is shown this once."""
    code = await invite_service(request).mint(label, uses, days)
    await moderation_log_of(request).note(staff, "invite", label)
    return await _page(request, staff, link=f"{site_url(request)}/invite?code={code}")


@router.post("/invites/{id}/withdraw", dependencies=ASK)
async def withdraw(
    request: Request, staff: RequiredHost, invite_id: Annotated[str, Path(alias="id", max_length=64)]
) -> Response:
    """Take an invitation back, also from those who have accepted it."""
    label = next((one.label for one in await invite_service(request).all() if one.id == invite_id), "")
    await invite_service(request).withdraw(invite_id)
    await moderation_log_of(request).note(staff, "uninvite", label)
    return _back()


@router.post("/reports/{id}/done", dependencies=ASK)
async def report_done(
    request: Request, staff: RequiredStaff, report_id: Annotated[str, Path(alias="id", max_length=64)]
) -> Response:
    """Lay a report aside."""
    reports = report_service(request)
    reported = await reports.reported_in(report_id)
    await reports.done(report_id)
    await moderation_log_of(request).note(staff, "report", reported or "")
    return _back()
