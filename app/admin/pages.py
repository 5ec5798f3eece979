"""`/admin`: tables, load, reports, notices, invitations, roles, the log."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request
from starlette.responses import Response

from app.admin.log_words import act_words, role_words
from app.admin.login import COOKIE, PATH, MaybeStaff, RequiredHost, RequiredKey, RequiredStaff
from app.admin.stats import site_stats, worker_stats
from app.errors import AppError, Code
from app.moderation.staff import Staff
from app.notices.models import NOTICE_LENGTH
from app.players.models import LABEL_LENGTH
from app.players.shown_names import marked_name
from app.table.match_summary import shown_name
from app.table.match_words import format_words
from app.talk.emotes import emote_words
from app.web.current_site import site_of
from app.web.http import see_other, site_url
from app.web.limits import Limit, address_of
from app.web.logs import log

router = APIRouter(include_in_schema=False, prefix=PATH)

WEEK = 7 * 24 * 60
Minutes = Annotated[int | None, Form(ge=1, le=WEEK)]
ASK = [Depends(Limit("ask"))]


def _back() -> Response:
    return see_other(PATH)


@router.get("", dependencies=ASK)
async def admin_page(request: Request, staff: MaybeStaff) -> Response:
    """Show the page, or the password form."""
    return _login(request) if staff is None else await _page(request, staff)


def _login(request: Request, error: str = "", status: int = 200) -> Response:
    return site_of(request).templates.page(
        request, "admin/login.html", {"error": error, "page": "admin"}, status=status
    )


async def _page(request: Request, staff: Staff, **more: object) -> Response:
    site = site_of(request)
    context = {
        "staff": staff,
        "holders": await site.staff.all() if staff.is_host else [],
        "entries": await site.moderation_log.newest(),
        "act_words": act_words,
        "role_words": role_words,
        "site": await site_stats(site.database, site.counter),
        "worker": worker_stats(site.metrics, site.matches.hub.sockets),
        "worker_id": site.bus.worker,
        "format_words": format_words,
        "shown_name": shown_name,
        "marked_name": marked_name,
        "reports": await site.reports.newest(),
        "reports_done": await site.reports.newest("done"),
        "emote_words": emote_words,
        "bans": await site.bans.newest(),
        "invites": await site.invites.all(),
        "invite_only": site.settings.invite_only,
        "announcement": next((notice for notice in site.notices.shown() if notice.kind == "announcement"), None),
        "stop": next((notice for notice in site.notices.shown() if notice.kind == "shutdown"), None),
        "lengths": {"notice": NOTICE_LENGTH, "label": LABEL_LENGTH},
        "link": "",
        "page": "admin",
    }
    return site.templates.page(request, "admin/admin.html", context | more)


@router.post("/login")
async def login(request: Request, key: RequiredKey, password: Annotated[str, Form(max_length=1000)] = "") -> Response:
    """Say the password."""
    try:
        site_of(request).limits.check("admin", request)
        if not key.fits(password):
            log.warning("admin refused", address=address_of(request))
            raise AppError(Code.wrong_password)
    except AppError as error:
        return _login(request, error.sentence, error.status)
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
    await site_of(request).notices.announce(text, minutes)
    await site_of(request).moderation_log.add(staff, "announce", reason=text)
    return _back()


@router.post("/stop", dependencies=ASK)
async def announce_stop(
    request: Request, staff: RequiredHost, text: Annotated[str, Form()] = "", minutes: Minutes = None
) -> Response:
    """Say on every page that the server will stop in so many minutes, or take that back."""
    await site_of(request).notices.announce_stop(minutes, text)
    await site_of(request).moderation_log.add(staff, "stop", reason=text)
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
    code = await site_of(request).invites.mint(label, uses, days)
    await site_of(request).moderation_log.add(staff, "invite", label)
    return await _page(request, staff, link=f"{site_url(request)}/invite?code={code}")


@router.post("/invites/{id}/withdraw", dependencies=ASK)
async def withdraw(
    request: Request, staff: RequiredHost, invite_id: Annotated[str, Path(alias="id", max_length=64)]
) -> Response:
    """Take an invitation back, also from those who have accepted it."""
    label = next((one.label for one in await site_of(request).invites.all() if one.id == invite_id), "")
    await site_of(request).invites.withdraw(invite_id)
    await site_of(request).moderation_log.add(staff, "uninvite", label)
    return _back()


@router.post("/reports/{id}/done", dependencies=ASK)
async def report_done(
    request: Request, staff: RequiredStaff, report_id: Annotated[str, Path(alias="id", max_length=64)]
) -> Response:
    """Lay a report aside."""
    reports = site_of(request).reports
    reported = await reports.reported_in(report_id)
    await reports.done(report_id)
    await site_of(request).moderation_log.add(staff, "report", reported or "")
    return _back()
